import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

// Stores wait for the disk at each step: where memory has room for temporary folders, a fifth of the time is saved.
const memory = "/dev/shm";
const roomBytes = 2e9;
const freeBytes = (folder: string): number => statfsSync(folder).bavail * statfsSync(folder).bsize;
if (existsSync(memory) && freeBytes(memory) > roomBytes) process.env.TMPDIR ??= memory;

// ASSAY_TEST_REPORT=FILE also writes the counts there as JSON (for .ci/run).
const report = process.env.ASSAY_TEST_REPORT;

// They keep nothing of their own in the process: to share one saves its start and its imports, half of their time.
const plain = [
	"src/base",
	"src/evidence",
	"src/reasoning/disputes",
	"src/reasoning/rules",
	"src/text",
	"src/verification",
	"test/answers",
	"test/authority",
].map((folder) => `${folder}/**/*.test.ts`);

// Processes that are killed, real browsers, waits of some seconds: nearly half of the time. `npm test -- --all` runs them, too, and so
// does continuous integration.
const long = [
	"src/sources/pages/browser/**/*.test.ts",
	"src/sources/corpus/corpus.crash.test.ts",
	"test/cli/{ablate,ask,campaign-runs,completion,decide,delete,eval,eval-suites,export,extend,folder,hints,init,list,long,match,monitor,offer-models,screen,steer,taken-back,trace,trouble,waiting,web,without-effect,worker}.test.ts",
	"test/crash/**/*.test.ts",
	"test/bench/{eval-fast,own-ceiling}.test.ts",
	"test/conformance/{shared-limits,store,store-crashes,store-postgres,upgrades}.test.ts",
	"test/package/**/*.test.ts",
	"test/e2e/{compose,families-limits,monitor,recorded,recorded-world,skeptics,survey,workers,world}.test.ts",
	"test/hostile/**/*.test.ts",
	"test/report/export.test.ts",
	"test/pictures/gallery.test.ts",
	"test/mcp/**/*.test.ts",
	"test/http/{browser,events,lives,on-workers,page,parts-of-whole,watched}.test.ts",
];
const own = ["src/**/*.test.ts", "test/**/*.test.ts"];

export default defineConfig({
	resolve: { alias: [{ find: /^fast-check$/, replacement: `${import.meta.dirname}/test/support/seeded.ts` }] },
	test: {
		projects: [
			{ extends: true, test: { name: "plain", isolate: false, include: plain } },
			{ extends: true, test: { name: "own", include: own, exclude: [...plain, ...long] } },
			{ extends: true, test: { name: "long", include: long } },
		],
		pool: "forks",
		// Much of the time is spent waiting for processes: by default one core of two would be left idle.
		maxWorkers: "100%",
		// Real processes and databases, on a machine that may be busy or slow: long enough that only a test that hangs is ended.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 60_000 } },
		reporters: report ? ["default", "json"] : ["default"],
		...(report ? { outputFile: { json: report } } : {}),
	},
});
