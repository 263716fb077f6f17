import { expect, test } from "vitest";
import { authorship } from "../../src/app/report/words.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import { uncertainPart } from "../../src/evidence/report.ts";
import { blockExcerpt } from "../../src/research/block-excerpt.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { claimOf } from "../support/evidence.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";

const people = ["Ines Falk", "Bram Ostrow", "Tilde Arno", "Kuno Weiss", "Maud Perrin", "Olav Rist"];
const firms = ["Sandkvist", "Moorhen Works", "Tallgren", "Brackwater Supply", "Ostara Mills"];
const goods = ["rope", "lamp oil", "canvas", "tar", "copper nails"];

/** A folder of notes about a boatyard, with names and amounts drawn by seed. */
function notesOf(seed: number) {
	const random = seededRandom(seed);
	const drawn = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
	const [who, firm, ware] = [drawn(people), drawn(firms), drawn(goods)];
	const [count, days, year] = [
		20 + Math.floor(random() * 70),
		3 + Math.floor(random() * 20),
		drawn([2031, 2032, 2033]),
	];
	const folder = folderOf({
		"orders.txt": `Ordered for the yard: ${count} crates of ${ware} and two anchors. The supplier is ${firm}. Delivery takes ${days} working days.\n`,
		"meeting.txt": `Meeting of 3 May\n\n1. The crane was painted.\n2. The lease of the slipway ends on 30 June ${year}. ${who} will ask for a renewal of two years.\n3. The oars were counted.\n`,
		"harbour.md":
			"# Harbour\n\nThe harbour has a wall and a light. The light is green. Boats from the north stop here in spring.\n",
	});
	return { folder, who, firm, ware, count, year };
}

async function reportOf(question: string, folder: string) {
	const state = await researchFolder(question, folder, emptyFolder());
	const { report } = state;
	if (!report) throw new Error("there is no report");
	const texts = report.sections.map(({ heading, blocks = [] }) => ({
		heading,
		text: blocks.map(blockText).join("\n"),
	}));
	return { state, report, texts };
}

const seeds = [1, 2, 3];

test.each(seeds)(
	"notes %i: a part that the passage of another part answers is shown with its own words",
	async (seed) => {
		const { folder, firm, ware, count, who, year } = notesOf(seed);
		const order = await reportOf(`How many crates of ${ware} were ordered, and who is the supplier?`, folder);
		expect(order.texts[0]?.text).toContain(`${count} crates`);
		expect(order.texts[1]?.text).toContain(`The supplier is ${firm}.`);
		expect(order.texts[1]?.text).not.toContain("crates");
		expect(order.report.gaps).toEqual([]);
		expect(order.report.removed).toEqual([]);
		expect(order.report.stopDetail).not.toContain("supplier");

		const lease = await reportOf("When does the lease of the slipway end, and who will ask for its renewal?", folder);
		expect(lease.texts[0]?.text).toContain(String(year));
		expect(lease.texts[1]?.text).toContain(`${who} will ask`);
		expect(lease.texts[1]?.text).not.toContain("crane");
		expect(lease.report.gaps).toEqual([]);
		expect(lease.report.stopDetail).not.toContain("renewal");
	},
);

test.each(seeds)("notes %i: a part on which nothing read bears was not found, and the stop says so", async (seed) => {
	const { folder, ware } = notesOf(seed);
	const part = "What is the warranty of the submarine?";
	const { report } = await reportOf(`How many crates of ${ware} were ordered? ${part}`, folder);
	expect(report.gaps.map(({ text }) => text)).toEqual([part]);
	expect(report.sections.flatMap(({ sentences }) => sentences).map(({ text }) => text)).not.toContain(
		uncertainPart(part),
	);
});

test("the legend of square brackets stands only where the report has words in them", async () => {
	const { folder, ware } = notesOf(4);
	const { state, report } = await reportOf(
		`How many crates of ${ware} were ordered, and how high is the harbour wall?`,
		folder,
	);
	const legend = "[square brackets]";
	expect(authorship(state, "bold")).not.toContain(legend);
	const [claim] = state.claims;
	const fact = { kind: "fact" as const, text: "“[The yard] has two anchors.”", claimIds: claim ? [claim.id] : [] };
	const withName = { ...report, sections: [{ heading: "", sentences: [fact] }, ...report.sections] };
	expect(authorship({ ...state, report: withName }, "bold")).toContain(legend);
});

test("the words for a part stand under the heading that they have in the passage", () => {
	const lines = ["The crane was built in May.", "Slipway", "It is old.", "Ines Falk keeps the keys of the slipway."];
	const text = lines.join("\n");
	const pieces = lines.map((words) => ({
		kind: words === "Slipway" ? ("term" as const) : ("prose" as const),
		start: text.indexOf(words),
		end: text.indexOf(words) + words.length,
		text: words,
	}));
	const claims = [0, 3].map((at) => ({
		...claimOf(lines[at] ?? "", { id: `c${at}` }),
		start: pieces[at]?.start ?? 0,
	}));
	const block = { sourceId: "s1", kind: "paragraph" as const, path: ["Yard", "Crane"], pieces, marked: [] };
	const own = blockExcerpt({ ...block, claimIds: ["c0", "c3"] }, "Who keeps the keys of the slipway?", claims);
	expect(own.path).toEqual(["Yard"]);
	expect(blockText(own)).toBe(`Slipway\n[…] ${lines[3]}`);
	expect(own.claimIds).toEqual(["c3"]);
});
