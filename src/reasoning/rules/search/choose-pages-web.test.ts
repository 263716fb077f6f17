import fc from "fast-check";
import { expect, test } from "vitest";
import { hitOf, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { Hit } from "../../../evidence/source.ts";
import type { ChooseInput } from "../../reasoner.ts";
import { route } from "../question/route.ts";
import { choosePages } from "./choose-pages.ts";

const question = "How many tonnes of herring were landed at Corrick harbour in 2031?";

const hit = (url: string, title: string, snippet: string, more: Partial<Hit> = {}) =>
	hitOf(url, title, snippet, { score: 0.03, services: ["own"], ...more });

function choose(hits: Hit[], asked: string = question, more: Partial<ChooseInput> = {}): string[] {
	const choices = choosePages({
		...{ question: asked, route: route(asked), purpose: "cover", hits, claims: [], read: [], max: 5 },
		subQuestion: subQuestionOf({ text: asked, focus: [], threads: [asked] }),
		...more,
	});
	for (const { reason } of choices) expect(reason).toMatch(/^[^\n]{5,200}$/);
	return choices.map(({ url }) => url);
}

const list = hit(
	"https://www.harbourfun.com/15-best-harbours/",
	"15 Best Harbours for Herring You Must Visit",
	"Corrick harbour is a must for lovers of herring: tonnes landed in 2031 and tonnes of fun.",
);
const office = hit(
	"https://fisheries.gov.uk/statistics/landings-2031",
	"Landings by port, 2031",
	"Herring landed at Corrick harbour: tonnes by month in 2031.",
);
const blog = hit(
	"https://corrickwalks.com/harbour",
	"A walk round Corrick harbour",
	"Herring was landed here for centuries, in tonnes.",
);

test("an official page goes before a list that ranks above it", () => {
	expect(choose([list, blog, office])[0]).toBe(office.url);
});

test("if no snippet holds the answer, the best two that name the subject are read", () => {
	const asked = "How many people does Sellarp employ in Vestermark?";
	const pages = ["results", "about", "press", "shares"].map((name) =>
		hit(`https://${name}.example/`, `Sellarp: ${name}`, "Sellarp plc makes scales for laboratories."),
	);
	const apart = hit("https://example.com/a", "Scales", "Scales of all makers for laboratories.");
	expect(choose([apart, ...pages], asked)).toHaveLength(2);
	expect(choose([apart], asked)).toEqual([]);
});

test("a page that shares a single word is not read, even if too few are left", () => {
	const apart = hit("https://example.com/a", "Tonnes and tons", "A tonne is 1,000 kilograms.");
	expect(choose([apart, office])).toEqual([office.url]);
});

test("a correction is read beside the story that it corrects", () => {
	const gazette = hit(
		"https://islandgazette.com/2032/01/01/herring",
		"Herring landed at Corrick harbour in 2031",
		"How many tonnes came in, by month, as the office counted them.",
	);
	const post = hit(
		"https://quaypost.com/2032/01/02/landed",
		"Corrick harbour in 2031: 41,000 tonnes landed",
		"A record for herring, says the skippers' union, and none is pleased.",
	);
	const correction = hit(
		"https://corrickwalks.com/c",
		"Correction: herring landed at Corrick harbour",
		"A figure of tonnes given for 2031 was wrong.",
	);
	expect(choose([gazette, post, correction], question, { max: 2 })).toContain(correction.url);
	const plain = { ...correction, title: "Herring landed at Corrick harbour" };
	expect(choose([gazette, post, plain], question, { max: 2 })).not.toContain(plain.url);
});

test("for a question on the current state the newer of two similar pages is first, and an undated page is not last", () => {
	const asked = "What is the current herring quota of Corrick harbour?";
	const at = (url: string, date?: string) =>
		hit(
			`https://${url}.com/quota`,
			`Herring quota of Corrick harbour, by ${url}`,
			`${url}: the herring quota is set.`,
			{ date },
		);
	const chosen = choose([at("old", "2024-01-01"), at("undated"), at("new", "2031-05-01")], asked, {
		route: { ...route(asked), recency: true },
	});
	expect(chosen.slice(0, 2)).toEqual([at("new").url, at("undated").url]);
});

test("for dissent, another source that disagrees comes before a publisher that was already read", () => {
	const asked = "What speaks against the count of herring landed at Corrick harbour?";
	const own = hit(
		"https://corricktrust.org/2",
		"Herring landed at Corrick harbour: our count",
		"The count of herring, landed in tonnes, speaks for itself.",
	);
	const fan = hit(
		"https://islandpost.com/3",
		"Count of herring landed at Corrick harbour",
		"Our count of herring, landed in tonnes.",
	);
	const other = hit(
		"https://northquay.net/1",
		"Scales, not nets, explain the count of herring at Corrick",
		"The harbour's count is disputed.",
	);
	const read = [{ url: "https://www.corricktrust.org/1", title: "Our count" }];
	const subQuestion = subQuestionOf({
		text: asked,
		dimension: "critical",
		stance: "adversarial",
		focus: [],
		threads: [],
	});
	const chosen = choose([own, fan, other], asked, { read, max: 2, subQuestion });
	expect(chosen).toEqual([other.url, fan.url]);
});

test("neither pages of one publisher nor copies of one text crowd out the others", () => {
	const first = hit(
		"https://corrickport.com/1",
		"Herring landed at Corrick harbour in 2031",
		"The year in tonnes, month by month, with the weather of each.",
	);
	const second = hit(
		"https://corrickport.com/2",
		"Corrick harbour: tonnes landed in 2031",
		"Who brought herring, and who brought none, by boat.",
	);
	const copy = { ...first, url: "https://northpier.com/corrick" };
	const other = hit("https://seafish.org/quays", "Herring by quay", "Corrick harbour: tonnes landed in 2031.");
	expect(choose([first, second, other], question, { max: 2 })).toEqual([first.url, other.url]);
	expect(choose([first, copy, other], question, { max: 2 })).toEqual([first.url, other.url]);
	// Alone, each of them would be read before the other.
	for (const one of [second, copy]) expect(choose([one, other], question, { max: 1 })).toEqual([one.url]);
});

test("for any results: at most the limit, none twice, only results, deterministic", () => {
	const word = fc.constantFrom(
		"herring",
		"Corrick",
		"harbour",
		"tonnes",
		"2031",
		"landed",
		"best",
		"10",
		"login",
		"Correction:",
	);
	const found = fc.array(
		fc.record({
			title: fc.array(word, { maxLength: 6 }),
			snippet: fc.array(word, { maxLength: 12 }),
			host: fc.nat(5),
			web: fc.boolean(),
		}),
		{ maxLength: 14 },
	);
	fc.assert(
		fc.property(found, fc.integer({ min: 0, max: 5 }), (drawn, max) => {
			const hits = drawn.map(({ title, snippet, host, web }, at) =>
				hit(`${web ? `https://h${host}.com` : "file:///folder"}/${at}`, title.join(" "), snippet.join(" ")),
			);
			const chosen = choose(hits, question, { max });
			expect(chosen.length).toBeLessThanOrEqual(max);
			expect(new Set(chosen).size).toBe(chosen.length);
			for (const url of chosen) expect(hits.map((one) => one.url)).toContain(url);
			expect(choose(hits, question, { max })).toEqual(chosen);
		}),
	);
});
