import { expect, test } from "vitest";
import { factOf, libraryOf } from "../../test/support/report.ts";
import { allOn, writeFrom } from "../../test/support/writing.ts";
import type { Sentence } from "../evidence/report.ts";
import type { Reasoner, SupportItem } from "../reasoning/reasoner.ts";

const library = libraryOf([
	{
		title: "Costs",
		text: "The daemon wakes up every 60 seconds. It reads each table once. Reading a table takes time.",
	},
]);
const ids = library.claims.map(({ id }) => id);

const fact = (text: string, ...cited: number[]) => factOf(text, ...cited.map((index) => ids[index]));

const good = fact("The daemon wakes up once every 60 seconds.", 0);

test("an inference that goes beyond its findings is removed, also from the bottom line; the others stay, graded", async () => {
	const infer = (text: string, ...cited: number[]): Sentence => ({ ...fact(text, ...cited), kind: "inference" });
	const fair = infer("Reading is what costs most.", 1, 2);
	const beyond = infer("Reading is all that ever costs.", 1, 2);
	const concluded = (one: Sentence) => ({ ...one, kind: "inference", certainty: "high", why: "so it says" }) as const;
	const drafted = {
		sections: [{ heading: "How", sentences: [good, fair, beyond] }],
		bottomLine: [concluded(beyond), concluded(fair)],
	};
	const reasoner: Partial<Reasoner> = {
		draft: async () => drafted,
		judgeSupport: async (items) => {
			expect(items).toHaveLength(3);
			return items.map(({ sentence }) =>
				sentence === beyond.text
					? { verdict: "unsupported", reason: "not said" }
					: { verdict: "supported", reason: "said" },
			);
		},
	};
	const { report, writing } = await writeFrom({
		library,
		reasoner,
		model: { ...allOn, review: false, rewrite: false },
	});
	expect(writing.judgements[0]?.filter(({ kind }) => kind === "inference")).toHaveLength(4);
	expect(report?.sections[0]?.sentences.map(({ text }) => text)).toEqual([good.text, fair.text]);
	// The writer's own certainty does not count.
	expect(report?.bottomLine).toEqual([
		{
			kind: "inference",
			text: fair.text,
			claimIds: fair.claimIds,
			certainty: "low",
			why: "one source",
		},
	]);
	expect(report?.removed).toContainEqual({ text: beyond.text, reason: "it goes beyond its findings: not said" });
});

test("a cell of a section's table is judged with its row and column, and takes the judge's wording in its place", async () => {
	const cell = (row: string, text: string, at: number) => ({
		...fact(text, at),
		cell: { row, column: "what it does" },
	});
	const sentences = [
		{ ...cell("Daemon", "always wakes up", 0), opens: true as const },
		cell("Table", "is thrown away", 1),
	];
	const { report } = await writeFrom({
		library,
		reasoner: {
			draft: async () => ({ sections: [{ heading: "", form: "table", columns: ["what it does"], sentences }] }),
			judgeSupport: async (items) => {
				expect(items.map(({ sentence }) => sentence)).toEqual([
					"Daemon, what it does: always wakes up",
					"Table, what it does: is thrown away",
				]);
				return [
					{ verdict: "partial", reason: "not always", mended: "Daemon, what it does: wakes up every 60 seconds." },
					{ verdict: "unsupported", reason: "it is read" },
				];
			},
		},
		model: { ...allOn, review: false, rewrite: false },
	});
	expect(report?.sections[0]?.sentences).toEqual([{ ...sentences[0], text: "wakes up every 60 seconds" }]);
	expect(report?.removed.map(({ reason }) => reason)).toEqual(["its quotes do not support it: it is read"]);
});

test("a table row is judged with its column, and a quote with its author and its holder", async () => {
	const url = "https://northern-post.test/power";
	const tables = libraryOf(
		[{ title: "Power", text: "Corrick | 412 | 338", date: "2031-02-01", url }],
		[
			[
				0,
				"Corrick | 412 | 338",
				{ holder: "the ministry", cell: { table: 1, row: "Corrick", column: "2031", text: "338", unit: "MWh" } },
			],
		],
	);
	const [source] = tables.sources;
	const written = { ...tables, sources: source ? [{ ...source, origin: url, author: "Ada Moor" }] : [] };
	const text = "Corrick used 338 in its last year.";
	const later = {
		kind: "fact" as const,
		text: "It used less than in other years.",
		claimIds: [tables.claims[0]?.id ?? ""],
	};
	const items: SupportItem[] = [];
	const reasoner: Partial<Reasoner> = {
		draft: async () => ({
			sections: [{ heading: "", sentences: [{ ...later, text }, later] }],
		}),
		judgeSupport: async (given) => {
			items.push(...given);
			return given.map(() => ({ verdict: "supported", reason: "" }));
		},
	};
	await writeFrom({ library: written, reasoner, model: { ...allOn, review: false } });
	expect(items[0]?.about?.[0]).toEqual({
		title: "Power, northern-post.test, by Ada Moor, 2031-02-01",
		holder: "the ministry",
		columns: "MWh; 2031",
	});
	expect(items.map(({ sentence, before }) => [sentence, before])).toEqual([
		[text, undefined],
		[later.text, text],
	]);
});

test("a sentence is judged with the command that it leads to, and a judge's wording keeps it", async () => {
	const shell = libraryOf([{ title: "Guide", text: "Run systemctl enable daemon as root. It may start late." }]);
	const [run, late] = shell.claims.map(({ id }) => id);
	const lead: Sentence = { ...factOf("It always starts after this command:", run), code: "systemctl enable daemon" };
	const items: SupportItem[] = [];
	const judgedAs = async (mended: string) => {
		const reasoner: Partial<Reasoner> = {
			draft: async () => ({ sections: [{ heading: "", sentences: [lead, factOf("It may be late.", late)] }] }),
			judgeSupport: async (given) => {
				items.push(...given);
				return given.map(({ sentence }) =>
					sentence.startsWith("It always")
						? { verdict: "partial", reason: "not always", mended }
						: { verdict: "supported", reason: "" },
				);
			},
		};
		const { report } = await writeFrom({
			library: shell,
			reasoner,
			model: { ...allOn, review: false, rewrite: false },
		});
		const [first] = report?.sections[0]?.sentences ?? [];
		return [first?.text, first?.code];
	};
	const reworded = "Root runs this command:";
	expect(await judgedAs(`${reworded} \`${lead.code}\``)).toEqual([reworded, lead.code]);
	const whole = `${lead.text} \`${lead.code}\``;
	expect(items.map(({ sentence, before }) => [sentence, before])).toEqual([
		[whole, undefined],
		["It may be late.", whole],
	]);
	// Its wording leads to no command, but the command stays below: the sentence keeps its own words.
	expect(await judgedAs("Root runs a command.")).toEqual([lead.text, lead.code]);
});

test("in a table that nobody asked for, mostly empty rows are left out, and a table of one row too", async () => {
	const cell = (text: string, at: number) => ({ text, claimIds: [ids[at] ?? ""] });
	const missing = { missing: "not stated in what was read" };
	const row = (label: string, ...cells: (typeof missing | ReturnType<typeof cell>)[]) => ({ label, cells });
	const full = [row("daemon", cell("60 seconds", 0)), row("table", cell("once", 1))];
	const tableOf = async (rows: typeof full) => {
		const drafted = { table: { columns: ["how often"], rows }, sections: [{ heading: "How", sentences: [good] }] };
		const reasoner: Partial<Reasoner> = {
			draft: async () => drafted,
			judgeSupport: async (items) => items.map(() => ({ verdict: "supported", reason: "said" })),
		};
		const { report } = await writeFrom({ library, reasoner, model: { ...allOn, review: false, rewrite: false } });
		return report?.table?.rows.map(({ label }) => label);
	};
	expect(await tableOf([...full, row("cache", missing)])).toEqual(["daemon", "table"]);
	expect(await tableOf([row("daemon", cell("60 seconds", 0)), row("cache", missing)])).toBeUndefined();
});

test("the judge's wording is used where code lets it pass; one with a new number restores the old words or removes the sentence", async () => {
	const infer = (text: string, ...cited: number[]): Sentence => ({ ...fact(text, ...cited), kind: "inference" });
	const firm = infer("Reading is all that ever costs.", 1, 2);
	const wrong = infer("Nothing but reading costs.", 1, 2);
	const loose = fact("The daemon always wakes up every 60 seconds.", 0);
	const conclusion = { ...firm, kind: "inference", certainty: "low", why: "" } as const;
	const mends = new Map([
		[firm.text, "Reading is one of the things that cost."],
		[wrong.text, "Reading takes 75 seconds."],
		[loose.text, "The daemon wakes up every 90 seconds."],
	]);
	const reasoner: Partial<Reasoner> = {
		draft: async () => ({ sections: [{ heading: "How", sentences: [good, wrong, loose] }], bottomLine: [conclusion] }),
		judgeSupport: async (items) =>
			items.map(({ sentence }) => {
				const mended = mends.get(sentence);
				if (mended === undefined) return { verdict: "supported", reason: "" };
				return { verdict: sentence === loose.text ? "partial" : "unsupported", reason: "surer", mended };
			}),
	};
	const { report } = await writeFrom({ library, reasoner, model: { ...allOn, review: false } });
	expect(report?.bottomLine?.map(({ text }) => text)).toEqual(["Reading is one of the things that cost."]);
	expect(report?.sections[0]?.sentences.map(({ text }) => text)).toEqual([good.text, loose.text]);
	expect(report?.removed.map(({ text }) => text)).toEqual([wrong.text]);
	expect(report?.support).toMatchObject({ judged: 4, passed: 2, rewrite: "not needed" });
});
