import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeAfterTest } from "../../../../test/support/close.ts";
import { outsideSandbox as outside } from "../../../../test/support/outside-sandbox.ts";
import { listen } from "../../../../test/support/server.ts";
import { limits } from "../../../base/limits.ts";
import { processTree, watchProcessTree } from "../../../base/process-memory.ts";
import { runCode } from "./run.ts";

test("the result is what was printed, and the value of the last expression", async () => {
	expect(await runCode("const kept = [1187, 1311]; console.log('sum', kept.reduce((a, b) => a + b)); 7 / 2")).toBe(
		"sum 2498\n3.5",
	);
	expect(await runCode("({ share: 0.25 })")).toBe('{"share":0.25}');
	expect(await runCode("Promise.resolve(21).then((half) => console.log(half * 2)); undefined")).toBe("42");
	expect(await runCode("const unused = 1;")).toContain("nothing was printed");
});

test("a fault in the code is reported in words", async () => {
	expect(await runCode("const x = ;")).toContain("SyntaxError");
	expect(await runCode("missing + 1")).toContain("missing is not defined");
	expect(await runCode("throw { toString() { throw 1 } }")).not.toBe("");
});

test("the code sees nothing of the host", async () => {
	const names = [
		"process",
		"require",
		"fetch",
		"setTimeout",
		"Buffer",
		"ArrayBuffer",
		"WebAssembly",
		"global",
		"module",
	];
	const seen = await runCode(`[${names.map((name) => `typeof ${name}`).join()}].join()`);
	expect(new Set(seen.split(","))).toEqual(new Set(["undefined"]));
	const ways = [
		'this.constructor.constructor("return process")().pid',
		'console.log.constructor("return process")().pid',
		"eval('process').pid",
		'new Function("return process")().pid',
		'(async () => {}).constructor("return process")().pid',
		'try { null.x } catch (error) { error.constructor.constructor("return process")().pid }',
		'const f = () => f(); try { f() } catch (error) { error.constructor.constructor("return process")().pid }',
	];
	for (const way of ways) expect(await runCode(way), way).toMatch(/^(EvalError|ReferenceError)/);
	const dynamic = 'import("node:fs").then((fs) => console.log("got", typeof fs), (e) => console.log("no")); undefined';
	expect(await runCode(dynamic)).not.toContain("got");
});

test("neither an endless loop nor a flood nor a memory bomb outlives its limit", async () => {
	const [loop, flood, heap, strings, beside] = await Promise.all([
		runCode("for (;;);", undefined, 1_000),
		runCode("for (let i = 0; i < 1e5; i++) console.log('x'.repeat(1000))"),
		runCode("const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))"),
		runCode("const all = []; for (;;) all.push('ab'.repeat(1e6).split(''))"),
		runCode("const all = []; for (;;) all.push(new Intl.DateTimeFormat('en', { dateStyle: 'full' }))"),
	]);
	expect(loop).toMatch(/more than 1 s|timed out/);
	expect(flood.length).toBeLessThan(10_100);
	expect(flood).toContain("cut at 10,000 characters");
	for (const bomb of [heap, strings, beside]) expect(bomb).toContain("64 MiB");
});

test("stopping the run ends the child", async () => {
	const stop = new AbortController();
	const running = runCode("for (;;);", stop.signal);
	setTimeout(() => stop.abort(new Error("stopped by the test")), 100);
	await expect(running).rejects.toThrow("stopped by the test");
});

test("outside its context the process still has no files, network, processes, signals or environment", async () => {
	let reached = 0;
	const server = closeAfterTest(createServer((_request, response) => response.end("reached")));
	server.on("connection", () => reached++);
	const port = await listen(server);
	expect(await outside('() => require("fs").readFileSync("/etc/hostname")')).toContain("ERR_ACCESS_DENIED");
	expect(await outside('() => require("fs").writeFileSync("left", "x")')).toContain("ERR_ACCESS_DENIED");
	expect(await outside('() => require("child_process").spawnSync("ls")')).toContain("ERR_ACCESS_DENIED");
	expect(await outside('() => new (require("worker_threads").Worker)("0", { eval: true })')).toContain(
		"ERR_ACCESS_DENIED",
	);
	expect(await outside("() => process.kill(process.ppid, 0)")).toContain("not a function");
	expect(await outside("() => fs.writeSync(1, JSON.stringify(process.env))")).toBe("{}");
	const late = (call: string) => outside(`() => ${call}`);
	const say = "(e) => fs.writeSync(1, String(e?.code ?? e?.cause?.code ?? e))";
	expect(await late(`require("net").connect(${port}, "127.0.0.1").on("error", ${say})`)).toContain("ERR_ACCESS_DENIED");
	expect(await late(`require("http").get("http://127.0.0.1:${port}").on("error", ${say})`)).toContain(
		"ERR_ACCESS_DENIED",
	);
	expect(await late(`fetch("http://127.0.0.1:${port}").then(() => fs.writeSync(1, "reached"), ${say})`)).not.toContain(
		"reached",
	);
	expect(await late(`require("dns").lookup("localhost", ${say})`)).toContain("ERR_ACCESS_DENIED");
	expect(await late(`require("dgram").createSocket("udp4").on("error", ${say}).bind(0)`)).toContain(
		"ERR_ACCESS_DENIED",
	);
	expect(
		await late(`new WebSocket("ws://127.0.0.1:${port}").addEventListener("open", () => fs.writeSync(1, "reached"))`),
	).toBe("");
	expect(reached).toBe(0);
});

test("outside its context memory beside the heap stays within the limit, and no database opens", async () => {
	const held = 'const held = []; for (;;) { held.push(Buffer.alloc(1e7, 1)); fs.writeSync(1, "."); }';
	// A point for every ten megabytes, then the error.
	const points = (await outside(`() => { ${held} }`)).split("ERR_MEMORY_ALLOCATION_FAILED")[0] ?? "";
	expect(points).toMatch(/^\.+$/);
	expect(points.length * 10).toBeLessThan(limits.codeDataMb);
	expect(await outside('() => require("node:sqlite")')).toBe("ERR_UNKNOWN_BUILTIN_MODULE");
	expect(await outside("() => fs.writeSync(1, typeof localStorage)")).toBe("undefined");
});

/** The sandbox's `give` calls it once the context's time limit no longer holds. */
const endless = "String.prototype.slice = () => { for (;;); };";

test.skipIf(process.platform === "win32")(
	"code that loops beyond its context ends with a parent that was killed",
	async () => {
		const parent = fork(new URL("../../../../test/support/run-code.ts", import.meta.url), [endless]);
		onTestFinished(() => void parent.kill("SIGKILL"));
		const below = async () =>
			((await processTree(parent.pid ?? Number.NaN)) ?? []).filter(({ pid }) => pid !== parent.pid);
		await once(parent, "message");
		while (!(await below()).some(({ bytes }) => bytes > 5e6)) await delay(20);
		const children = await below();
		parent.kill("SIGKILL");
		await once(parent, "exit");
		await vi.waitFor(async () => {
			for (const { pid } of children) expect(await processTree(pid)).toEqual([]);
		}, 60_000);
	},
);

test.skipIf(process.platform === "win32")("a limited number run at once, the others wait", async () => {
	let most = 0;
	const running = Promise.all(Array.from({ length: 6 }, () => runCode("for (;;);", undefined, 400)));
	const stop = watchProcessTree(process.pid, 20, (processes) => {
		const below = processes.filter(({ parent }) => parent === process.pid);
		most = Math.max(most, below.length);
	});
	for (const outcome of await running) expect(outcome).toMatch(/more than 0.4 s|timed out/);
	stop();
	expect(most).toBe(limits.codeAtOnce);
});
