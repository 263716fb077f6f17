import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { RunOptions } from "../../src/evidence/event.ts";
import type { Page } from "../../src/evidence/source.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import type { Tools } from "../../src/research/tools.ts";
import { assay, newestRun, start } from "../cli/support.ts";
import { hitOf, pageOf } from "../support/evidence.ts";
import { optionsFor, researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { memoryPages, memoryRun } from "../support/memory.ts";
import { agent, pipeline } from "../support/planning.ts";
import { failing, PowerCut } from "../support/power-cut.ts";
import { diligent, scriptedReasoner } from "../support/scripted.ts";

const question = "How many petrels do the harbour lamps of Skerry ground each year?";
const citing =
	"The petrels that the harbour lamps of Skerry ground each year were counted, according to the Northern Night Light Survey (2021).";

/** Many pages repeat the question's words; the page that holds the count has none of them. */
const corpus = {
	"lamps.md":
		"# Lamps\n\nThe petrels that the harbour lamps of Skerry ground each year were counted, as “night light along the northern coast” (2021) tells.\n",
	"count.md":
		"# Night light along the northern coast\n\nOn the quay 412 storm birds came down between March and October.\n",
	...Object.fromEntries(
		Array.from({ length: 30 }, (_, n) => [
			`note-${n}.md`,
			`# Note ${n}\n\nThe harbour lamps of Skerry burn all night, wrote keeper ${n}. Petrels pass Skerry each year.\n`,
		]),
	),
};

const read = ({ sources }: ResearchState) => sources.map(({ title }) => title);

test("a work that a page names is searched by its title and read; without the part it is not", async () => {
	const [folder, index] = [folderOf(corpus), emptyFolder()];
	const whole = await researchFolder(question, folder, index, { depth: "quick" });
	expect(read(whole)).toContain("Night light along the northern coast");
	expect(whole.subQuestions.find(({ origin }) => origin === "citation")).toMatchObject({
		focus: ["night light along the northern coast"],
		threads: ["night light along the northern coast"],
	});
	const less = await researchFolder(question, folder, index, { depth: "quick", without: ["citations"] });
	expect(read(less)).not.toContain("Night light along the northern coast");
});

test("a title in a list of references that shares one word with the question is not searched", async () => {
	const entry = (title: string) => `- Ada Moor (2010). ${title}. Northern Press.`;
	const list = (title: string) => ({
		"fears.md": `# Fears\n\nWhat petrels fear most is light.\n\n## References\n\n${entry(title)}\n`,
		"other.md": "# Other\n\nThe keeper paints the lamps in spring.\n",
	});
	const followed = async (title: string) => {
		const { subQuestions, followUps } = await researchFolder(
			"What do petrels fear?",
			folderOf(list(title)),
			emptyFolder(),
			{
				depth: "quick",
			},
		);
		return [...subQuestions, ...followUps].filter(({ origin }) => origin === "citation").map(({ focus }) => focus[0]);
	};
	expect(await followed("From petrels as food to petrels as guests")).toEqual([]);
	expect(await followed("On the fear of light among petrels")).toEqual(["On the fear of light among petrels"]);
});

const pages: Record<string, Page> = Object.fromEntries(
	[
		pageOf(citing, {
			...{ url: "https://lamps.example/birds", title: "Lamps of Skerry", label: "lamps.example", kind: "html" },
			links: [{ url: "https://survey.example/2021", text: "Northern Night Light Survey" }],
		}),
		pageOf("On the quay 412 storm birds came down between March and October.", {
			...{ url: "https://survey.example/2021", title: "Survey 2021", label: "survey.example", kind: "html" },
		}),
	].map((page) => [page.url, page]),
);

const web = { search: ["wikipedia"], urls: [], sites: [], browser: "never", steel: false } as const;

/** A web whose search never finds the survey. */
async function onTheWeb(options: Partial<RunOptions>, steps = new Map<string, Json>(), pageStore = memoryPages()) {
	const asked = { searched: [] as string[], opened: [] as string[] };
	const first = pages["https://lamps.example/birds"];
	const tools: Tools = {
		reasoner: options.model ? scriptedReasoner(diligent) : createRulesReasoner(),
		pages: pageStore,
		sourceInfo: { documents: 0, passages: 0, fingerprint: "" },
		source: {
			name: "web",
			search: async (query) => {
				asked.searched.push(query);
				const hits = first ? [hitOf(first.url, first.title, first.text, { services: ["wikipedia"] })] : [];
				return { hits, faults: [], sent: ["wikipedia"] };
			},
			titles: async () => ({ hits: [], faults: [], sent: [] }),
			read: async (url) => {
				asked.opened.push(url);
				const page = pages[url];
				if (!page) throw new Error(`nothing at ${url}`);
				return page;
			},
			close: async () => {},
		},
	};
	const all = optionsFor("standard", { web: { ...web, search: [...web.search], urls: [], sites: [] }, ...options });
	return { state: await research(memoryRun(steps), question, all, tools), ...asked };
}

test.each([undefined, pipeline, agent])(
	"a link beside a reference is followed where links may be: %s",
	async (model) => {
		const { state, opened } = await onTheWeb({ model });
		expect(opened).toContain("https://survey.example/2021");
		expect(read(state)).toContain("Survey 2021");
	},
);

test("beside private folders whose words may not leave, no link of a page is followed", async () => {
	const named = { ...web, search: [], urls: ["https://lamps.example/birds"], sites: [] };
	const { opened, state } = await onTheWeb({ corpus: ["/private"], web: named });
	expect(read(state)).toContain("Lamps of Skerry");
	expect(opened).not.toContain("https://survey.example/2021");
});

test("a run that is cut off after any step follows the same references", async () => {
	const timeless = (state: ResearchState) =>
		JSON.stringify(state, (key, value: unknown) => (key === "elapsedMs" ? 0 : value));
	const whole = timeless((await onTheWeb({})).state);
	for (let left = 1; ; left++) {
		const steps = new Map<string, Json>();
		const store = memoryPages();
		const cut = await onTheWeb({}, failing(steps, { left }), store).catch((error: unknown) => error);
		if (!(cut instanceof PowerCut)) break;
		expect(timeless((await onTheWeb({}, steps, store)).state)).toBe(whole);
	}
});

test("a process that is killed once a reference was noted resumes, reads the work, and prints it", async () => {
	const [folder, home] = [folderOf(corpus), emptyFolder()];
	const more = ["--depth", "quick", "--no-vectors", "--citations"];
	const started = start([question, "--corpus", folder, "--home", home, ...more]);
	await started.until("“Lamps” refers to it");
	started.child.kill("SIGKILL");
	await started.end;
	const id = await newestRun(home);
	const resumed = await assay(["resume", id, "--home", home, "--json"]);
	expect(resumed.code, resumed.stderr).toBe(0);
	const { subQuestions } = JSON.parse(resumed.stdout) as { subQuestions: { origin: string }[] };
	expect(subQuestions.filter(({ origin }) => origin === "citation")).toHaveLength(1);
	const { stdout } = await assay(["trace", id, "--home", home, "--step", "2"]);
	expect(stdout).toMatch(/\nread +count\.md\n/);
});
