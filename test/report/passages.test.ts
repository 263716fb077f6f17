import { expect, test } from "vitest";
import type { Route } from "../../src/evidence/question.ts";
import { blocksIn } from "../../src/evidence/report.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { lookupRoute } from "../support/evidence.ts";
import { groupsOf, libraryOf, pagesOf, writeInputOf } from "../support/report.ts";

const pump = "The feed pump of the Larch stops after 40 minutes without water. It starts again by hand.";

const library = libraryOf(
	[
		{ title: "Feed pump", text: `${pump}\n\nThe pump is cleaned once a year.` },
		{ title: "Feed pump (source)", text: `${pump}\n\nThe pump is cleaned once a year.` },
		{ title: "Valves", text: "The valves of the Larch close when the feed pump stops." },
	],
	[
		[0, "The feed pump of the Larch stops after 40 minutes without water.", { relevance: 0.9 }],
		[1, "The feed pump of the Larch stops after 40 minutes without water.", { relevance: 0.9 }],
		[2, "The valves of the Larch close when the feed pump stops.", { relevance: 0.6 }],
	],
);

const lookup: Route = { ...lookupRoute, values: [], subjects: [], effort: "complex" };

function drafted(question: string, route: Route, isDirect = true) {
	const claims = library.claims.map((one) => (isDirect ? one : { ...one, class: "adjacent" as const }));
	const found = { ...library, claims };
	return draft(writeInputOf(question, found, { route, groups: groupsOf(found), pages: pagesOf(library) }));
}

const question = "After how many minutes without water does the feed pump of the Larch stop?";

test("a page and its copy give one passage", async () => {
	const shown = blocksIn(await drafted(question, lookup)).map(({ pieces }) => pieces.map(({ text }) => text).join(" "));
	expect(shown.filter((text) => text.includes("40 minutes"))).toHaveLength(1);
	expect(shown[0]).toContain("40 minutes");
});

test("a passage comes with what stands around it", async () => {
	const [first] = blocksIn(await drafted(question, lookup));
	expect(first?.pieces.map(({ text }) => text)).toContain("The pump is cleaned once a year.");
});

test("a table of which next to nothing is known gives way to passages", async () => {
	const route: Route = { ...lookup, shape: "extraction", subjects: ["Larch", "Elm"], values: ["colour", "price"] };
	const written = await drafted("What are the colour and the price of the feed pumps Larch and Elm?", route);
	expect(written.table).toBeUndefined();
	expect(blocksIn(written).length).toBeGreaterThan(0);
});

test("passages near a question are shown though no claim is direct, not those about something else", async () => {
	expect(blocksIn(await drafted(question, lookup, false)).length).toBeGreaterThan(0);
	expect(blocksIn(await drafted("Who won the sack race of the summer fair?", lookup, false))).toEqual([]);
});
