import type { Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import { jsonOutputOf } from "../../src/app/report/output.ts";
import { renderForTerminal } from "../../src/cli/terminal/markdown.ts";
import type { Report, Sentence } from "../../src/evidence/report.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { subQuestionOf } from "../support/evidence.ts";
import { tokensOf } from "../support/markdown.ts";
import { finishedRun, libraryOf } from "../support/report.ts";

const library = libraryOf(
	[
		{ title: "Ports", text: "The port is 5432. Run `lark start <token>` to begin." },
		{ title: "Keys", text: "Keys are of three kinds: salt, stone and rust." },
	],
	[
		[0, "The port is 5432."],
		[1, "Keys are of three kinds: salt, stone and rust."],
		[0, "Run `lark start <token>` to begin."],
	],
);
const [port = "", keys = "", start = ""] = library.claims.map(({ id }) => id);
const plain = (_style: string, text: string) => text;

function shown(report: Partial<Report>, more: Partial<ResearchState> = {}) {
	const input = finishedRun(library, { sourceIds: ["s1", "s2"], ...report }, { reasoner: "model:one", ...more });
	const markdown = renderMarkdown(input) ?? "";
	// Each cited sentence stands in an element of its own, which ends with its last marker.
	const html = (renderHtml(input) ?? "").replaceAll('<span class="s">', "").replaceAll("</a></span>", "</a>");
	return { markdown, html, terminal: renderForTerminal(markdown, 90, plain), input };
}

const fact: Sentence = { kind: "fact", text: "The port is 5432.", claimIds: [port] };
const inference: Sentence = { kind: "inference", text: "So the ‹Ports› of both agree.", claimIds: [port, keys] };

describe("an inference", () => {
	const report = shown({ shape: "synthesis", sections: [{ heading: "", sentences: [fact, inference] }] });

	test("is marked in every form, with the sources that it is inferred from", () => {
		expect(report.markdown).toContain("The port is 5432. [1] *So the Ports of both agree.* [1][2]");
		expect(report.terminal.replace(/\s+/g, " ")).toContain("So the Ports of both agree. [1][2]");
		expect(report.html).toMatch(
			/<i class="inf">So the <cite>Ports<\/cite> of both agree\.<\/i><a class="m".*?>1<\/a><a class="m".*?>2<\/a>/,
		);
		expect(jsonOutputOf(report.input).sections[0]?.sentences.map(({ kind }) => kind)).toEqual(["fact", "inference"]);
	});

	test("is explained before the sources, and only where there is one", () => {
		const words = "what this report concludes from the sources named";
		for (const form of [report.markdown, report.html]) expect(form.indexOf(words)).toBeGreaterThan(0);
		const at = report.markdown.indexOf(words);
		expect(at).toBeGreaterThan(report.markdown.indexOf("The port is 5432."));
		expect(at).toBeLessThan(report.markdown.indexOf("## Sources"));
		const without = shown({ shape: "synthesis", sections: [{ heading: "", sentences: [fact] }] });
		expect(without.markdown + without.html).not.toContain(words);
	});
});

test("the short answer stands first, as one paragraph without italics, and tells its certainty", () => {
	const bottomLine = [
		{ ...inference, kind: "inference" as const, certainty: "moderate" as const, why: "2 independent sources" },
		{ ...fact, kind: "fact" as const, certainty: "low" as const, why: "one source; sources disagree" },
	];
	const { markdown, html, terminal, input } = shown({
		shape: "synthesis",
		bottomLine,
		sections: [{ heading: "Ports", sentences: [fact] }],
	});
	expect(markdown.split("\n\n").slice(1, 4)).toEqual([
		"## Short answer",
		"So the *Ports* of both agree. [1][2] The port is 5432. [1]",
		"*Certainty: moderate (2 independent sources); low for sentence 2. " +
			"In italics below: what this report concludes from the sources named.*",
	]);
	expect(html).toMatch(/Short answer[\s\S]*moderate \(2 independent sources\)[\s\S]*<h2>Ports/);
	expect(terminal).toContain("So the Ports of both agree.");
	expect(jsonOutputOf(input).bottomLine).toEqual(bottomLine.map(({ opens: _, ...one }) => one));
});

test("a certainty that most sentences share is told once, and others by their number", () => {
	const conclusion = (text: string, certainty: "moderate" | "low") => ({
		...{ kind: "fact" as const, text, claimIds: [port], certainty, why: "2 independent sources; sources disagree" },
	});
	const bottomLine = [
		{ ...conclusion("One.", "moderate"), why: "2 independent sources" },
		conclusion("Two.", "low"),
		{ ...conclusion("Three.", "moderate"), why: "2 independent sources" },
	];
	const { markdown } = shown({ shape: "synthesis", bottomLine, sections: [{ heading: "", sentences: [fact] }] });
	expect(markdown).toContain(
		"One. [1] Two. [1] Three. [1]\n\n*Certainty: moderate (2 independent sources); low for sentence 2.*",
	);
});

test("a table of sentences has its rows in order, a blank where a cell is missing, and what weighs it below", () => {
	const cell = (row: string, column: string, text: string) => ({ ...fact, text, cell: { row, column } });
	const sentences = [
		{ ...cell("Salt", "port", "5432, by default"), opens: true as const },
		cell("Salt", "keys", "two"),
		{ ...cell("Rust", "keys", "none|all"), opens: true as const },
		{ ...inference, opens: true as const },
	];
	const section = { heading: "Both", form: "table" as const, columns: ["port", "colour", "keys"], sentences };
	const { markdown, html } = shown({ shape: "synthesis", sections: [section] });
	expect(markdown).toContain(
		"|  | port | keys |\n| --- | --- | --- |\n| **Salt** | 5432, by default [1] | two [1] |\n" +
			"| **Rust** |  | none\\|all [1] |\n\n*So the Ports of both agree.* [1][2]",
	);
	expect(html).toMatch(/<th scope="row">Rust<\/th><td data-l="port"><\/td>/);
});

test("an answer of several things is a list, each with the source that names it", () => {
	const answer = {
		text: "5432; salt, stone and rust",
		claimIds: [port, keys],
		confidence: "high" as const,
		why: "",
		alternatives: [],
	};
	const route = { ...finishedRun(library).state.route, answerType: "list" } as ResearchState["route"];
	const { markdown, html, terminal } = shown({ answer }, { route });
	expect(markdown).toContain("**Answer** · high confidence\n\n- **5432** [1]\n- **salt, stone and rust** [2]\n");
	expect(html).toMatch(
		/<ul class="a"><li>5432<a [^>]*>1<\/a><\/li><li>salt, stone and rust<a [^>]*>2<\/a><\/li><\/ul>/,
	);
	expect(terminal).toContain("• 5432 [1]");
	// A value that holds a semicolon is one value.
	expect(shown({ answer }).markdown).toContain("**Answer: 5432; salt, stone and rust** [1][2]");
});

describe("a how-to", () => {
	const steps: Sentence[] = [
		{ kind: "fact", text: "Start it.", claimIds: [start], opens: true, code: "lark start <token>\nlark *wait* `now`" },
		{ kind: "fact", text: "Then wait.", claimIds: [start] },
		{ kind: "fact", text: "Use port 5432.", claimIds: [port], opens: true },
	];
	const report = shown({ sections: [{ heading: "", form: "steps", sentences: steps }] });

	test("has numbered steps, in order, with code below its step as it is", () => {
		const [list] = tokensOf(report.markdown).filter(({ type }) => type === "list") as Tokens.List[];
		expect([list?.ordered, list?.items.length]).toEqual([true, 2]);
		const [first, second] = list?.items ?? [];
		const kinds = first?.tokens.filter(({ type }) => type !== "space").map(({ type }) => type);
		expect(kinds).toEqual(["paragraph", "code", "paragraph"]);
		expect(first?.tokens.find(({ type }) => type === "code")).toMatchObject({ text: steps[0]?.code });
		expect(second?.text).toContain("Use port 5432. [1]");
		expect(report.html).toContain("<pre><code>lark start &lt;token&gt;\nlark *wait* `now`</code></pre><p>Then wait.");
		expect(report.html).toMatch(/<ol class="items"><li>.*<\/li><li><p>Use port/s);
		expect(report.terminal).toMatch(/1\. Start it\. \[1\]\n\s*\n\s+lark start <token>\n\s+lark \*wait\* `now`\n/);
		expect(report.terminal).toContain("2. Use port 5432. [1]");
	});

	test("what an item opens with before a colon is set in bold; a longer clause is not", () => {
		const item = (text: string, kind: Sentence["kind"] = "fact") => ({
			kind,
			text,
			claimIds: [start],
			opens: true as const,
		});
		const long = "The lark starts only where the token was set before: else it waits.";
		const sentences = [item("No token: the lark waits."), item("What follows: set it.", "inference"), item(long)];
		const { markdown, html } = shown({ sections: [{ heading: "", form: "bullets", sentences }] });
		expect(markdown).toContain(
			"- **No token:** the lark waits. [1]\n- **What follows:** *set it.* [1]\n- The lark starts",
		);
		expect(html).toContain("<li><p><b>No token:</b> the lark waits.");
	});

	test("bullets are a list without numbers", () => {
		const { markdown, html } = shown({ sections: [{ heading: "", form: "bullets", sentences: steps.slice(1) }] });
		expect(markdown).toContain("- Then wait. [1]\n- Use port 5432. [1]");
		expect(html).toContain('<ul class="items"><li><p>Then wait.');
	});
});

test("a pipe in code is code, in a sentence and in a table's cell", () => {
	const piped = "Run `cat a | sort` now.";
	const pipes = libraryOf([{ title: "Pipes", text: piped }], [[0, piped]]);
	const claimIds = pipes.claims.map(({ id }) => id);
	const markdown = renderMarkdown(
		finishedRun(pipes, {
			table: { columns: ["How"], rows: [{ label: "a", cells: [{ text: piped, claimIds }] }] },
			sections: [{ heading: "", sentences: [{ kind: "fact", text: piped, claimIds }] }],
		}),
	);
	const tokens = tokensOf(markdown ?? "");
	expect(tokens.filter(({ type }) => type === "codespan").map((token) => "text" in token && token.text)).toEqual([
		"cat a | sort",
		"cat a | sort",
	]);
	const [table] = tokens.filter(({ type }) => type === "table") as Tokens.Table[];
	expect(table?.rows[0]).toHaveLength(2);
	expect(markdown).toContain("\nRun `cat a | sort` now. [1]\n");
});

test("code in a quotation stays code, without a mark of escape", () => {
	const text = "The guide says “Run `lark start <token>` to begin.”";
	const { markdown, html, terminal } = shown({
		sections: [{ heading: "", sentences: [{ kind: "fact", text, claimIds: [start] }] }],
	});
	expect(markdown).toContain("“Run `lark start <token>` to begin.” [1]");
	expect(html).toContain("“Run <code>lark start &lt;token&gt;</code> to begin.”");
	expect(terminal).toContain("“Run lark start <token> to begin.” [1]");
});

test("a sentence that only introduces or weighs a list is no item of it", () => {
	const paragraph = (text: string, kind: Sentence["kind"]) => ({ kind, text, claimIds: [start], opens: true as const });
	const sentences = [
		paragraph("Three things stop the lark.", "inference"),
		paragraph("No token: the lark waits.", "fact"),
		paragraph("What it means: set the token first.", "inference"),
		paragraph("The first is the commonest.", "inference"),
	];
	const { markdown, html } = shown({ sections: [{ heading: "", form: "bullets", sentences }] });
	expect(markdown).toContain(
		"*Three things stop the lark.* [1]\n\n- **No token:** the lark waits. [1]\n- **What it means:** *set the token first.* [1]\n\n*The first is",
	);
	expect(html).toMatch(/<p><i class="inf">Three things.*<ul class="items"><li>.*<\/ul>\s*<p><i class="inf">The first/s);
});

test("a question with several readings says which one was taken, and which were not researched", () => {
	const reading = (id: string, text: string, weight: number) => ({ id, kind: "paraphrase" as const, text, weight });
	const readings = [
		reading("r1", "Why is the gas of cookers dear?", 0.2),
		reading("r2", "Why is gasoline dear?", 0.7),
		reading("r3", "Why is laughing gas dear?", 0.1),
	];
	const subQuestions = [subQuestionOf({ readingId: "r2" }), subQuestionOf({ id: "q2", readingId: "r1" })];
	const words =
		"Understood as: “Why is gasoline dear?” · Also researched as: “Why is the gas of cookers dear?” · " +
		"Not researched as: “Why is laughing gas dear?”";
	const { markdown, html } = shown({}, { readings, subQuestions });
	expect(markdown.split("\n\n")[1]).toBe(words);
	expect(html).toContain(words);
	expect(shown({}, { readings: readings.slice(0, 1), subQuestions }).markdown).not.toContain("Understood as");
	// The question in its own words is no reading that has to be told.
	const [own] = [shown({}, { question: "why is gasoline dear", readings, subQuestions })];
	expect(own.markdown.split("\n\n")[1]).toMatch(/^Also researched as: /);
});
