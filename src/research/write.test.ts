import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { factOf, libraryOf, noRemarks, sectionWith } from "../../test/support/report.ts";
import { allOn, writeFrom } from "../../test/support/writing.ts";
import type { Json } from "../base/json.ts";
import type { ModelOptions } from "../evidence/event.ts";
import type { Draft, Review, Sentence, Support } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { ModelError } from "../reasoning/model/error.ts";
import type { Reasoner } from "../reasoning/reasoner.ts";

const library = libraryOf([
	{
		title: "The Daemon",
		text: "The daemon wakes up every 60 seconds. It skips small tables. It used 1,200 kB in 2004.",
	},
	{ title: "Costs", text: "The daemon reads each table once. Reading a table takes time." },
]);
const ids = library.claims.map(({ id }) => id);

const fact = (text: string, ...cited: number[]) => factOf(text, ...cited.map((index) => ids[index]));

const good = fact("The daemon wakes up once every 60 seconds.", 0);
const skips = fact("Small tables are skipped.", 1);
const bad = fact("The daemon wakes up at night.", 0);
const worse = fact("The daemon never wakes up.", 0);
const mended = fact("The daemon wakes up each time 60 seconds have gone by.", 0);

const remarks: Review = { ...noRemarks, suggestions: ["say how often it wakes up"] };

/** A reasoner that writes these versions, and judges sentences of `wrong` as unsupported. */
function scripted(
	versions: { draft: Draft; revised?: Draft; redrafted?: Draft },
	wrong: readonly Sentence[] = [bad, worse],
): Partial<Reasoner> & { calls: string[] } {
	const calls: string[] = [];
	const texts = new Set(wrong.map(({ text }) => text));
	return {
		calls,
		draft: async () => {
			calls.push("draft");
			return versions.draft;
		},
		review: async () => {
			calls.push("review");
			return remarks;
		},
		revise: async ({ review, faults, draft }) => {
			calls.push(faults ? "rewrite" : "revise");
			return (review ? versions.revised : versions.redrafted) ?? draft;
		},
		judgeSupport: async (items) => {
			calls.push(`judge ${items.length}`);
			return items.map(
				({ sentence }): Support =>
					texts.has(sentence)
						? { verdict: "unsupported", reason: "not said" }
						: { verdict: "supported", reason: "said" },
			);
		},
	};
}

function sentencesOf(state: ResearchState): string[] {
	return (state.report?.sections ?? []).flatMap(({ sentences }) => sentences.map(({ text }) => text));
}

async function typesOf(reasoner: Partial<Reasoner>, model: ModelOptions | undefined): Promise<string[]> {
	const types: string[] = [];
	await writeFrom({ library, reasoner, model, onEvent: ({ type, turn }) => turn > 1 && types.push(type) });
	return types.slice(1);
}

describe("the stages", () => {
	const versions = { draft: sectionWith(good, bad), redrafted: sectionWith(good, mended) };

	test("all of them run, in order, and each switch removes exactly its own", async () => {
		const all = ["drafted", "reviewed", "revised", "judged", "redrafted", "judged", "written"];
		expect(await typesOf(scripted(versions), allOn)).toEqual(all);
		expect(await typesOf(scripted(versions), { ...allOn, review: false })).toEqual(
			all.filter((type) => type !== "reviewed" && type !== "revised"),
		);
		expect(await typesOf(scripted(versions), { ...allOn, rewrite: false })).toEqual(all.toSpliced(4, 2));
		expect(await typesOf(scripted(versions), { ...allOn, support: false })).toEqual([
			"drafted",
			"reviewed",
			"revised",
			"written",
		]);
		expect(await typesOf(scripted(versions), undefined)).toEqual(["drafted", "written"]);
	});

	test("a draft that is well supported is not rewritten", async () => {
		const state = await writeFrom({ library, reasoner: scripted({ draft: sectionWith(good, skips) }), model: allOn });
		expect(state.report?.support).toMatchObject({ judged: 2, passed: 2, rewrite: "not needed" });
	});

	test("a lookup is judged, and not reviewed", async () => {
		const reasoner = scripted({ draft: sectionWith(good) });
		await writeFrom({ library, reasoner, model: allOn, shape: "lookup" });
		expect(reasoner.calls).toEqual(["draft", "judge 1"]);
	});

	test("a review without remarks asks for no revision", async () => {
		const reasoner = scripted({ draft: sectionWith(good) });
		await writeFrom({
			library,
			reasoner: { ...reasoner, review: async () => noRemarks },
			model: allOn,
		});
		expect(reasoner.calls).toEqual(["draft", "judge 1"]);
	});
});

describe("the rewrite", () => {
	const outcome = async (redrafted: Draft, wrong?: Sentence[]) => {
		const reasoner = scripted({ draft: sectionWith(good, skips, bad), redrafted }, wrong);
		const state = await writeFrom({ library, reasoner, model: { ...allOn, review: false } });
		return { kept: sentencesOf(state), rewrite: state.report?.support?.rewrite, calls: reasoner.calls, state };
	};

	test("is kept when more of it is supported; what was judged before is not judged again", async () => {
		const { kept, rewrite, calls } = await outcome(sectionWith(good, skips, mended));
		expect(rewrite).toBe("kept");
		expect(kept).toEqual([good.text, skips.text, mended.text]);
		expect(calls).toEqual(["draft", "judge 3", "rewrite", "judge 1"]);
	});

	test.each([
		["says what was wrong before in other wrong words", sectionWith(good, skips, worse)],
		["is worse", sectionWith(good, bad, worse)],
		["is empty", sectionWith()],
		["is better only because it says hardly anything", sectionWith(good)],
		["holds nothing that code lets pass", sectionWith(fact("It wakes up every 61 seconds.", 0), fact("Uncited."))],
	])("never makes the report worse: one that %s is not kept", async (_what, redrafted) => {
		const { kept, rewrite } = await outcome(redrafted);
		expect(kept).toEqual([good.text, skips.text]);
		expect(["refused", "failed"]).toContain(rewrite);
	});

	test("changes nothing when it only narrates what it changed", async () => {
		const { kept, calls } = await outcome(
			sectionWith(
				good,
				skips,
				bad,
				fact("I have revised the report as you suggested.", 0),
				fact("Note: this sentence was removed.", 0),
				fact("The previous sentence has been removed.", 0),
			),
		);
		expect(calls).toEqual(["draft", "judge 3", "rewrite"]);
		expect(kept).toEqual([good.text, skips.text]);
	});

	test("is also told what code would remove", async () => {
		const told: string[] = [];
		const invented = fact("It wakes up every 61 seconds.", 0);
		const reasoner = scripted({ draft: sectionWith(good, bad, invented) });
		const revise: Reasoner["revise"] = async ({ faults, draft }) => {
			told.push(...(faults ?? []).map(({ sentence }) => sentence));
			return draft;
		};
		await writeFrom({ library, reasoner: { ...reasoner, revise }, model: { ...allOn, review: false } });
		expect(told).toEqual([bad.text, invented.text]);
	});
});

describe("what the judge rejects", () => {
	test("is removed with the reason; what is partly supported stays with its verdict", async () => {
		const judgeSupport: Reasoner["judgeSupport"] = async (items) =>
			items.map(({ sentence }) =>
				sentence === worse.text
					? { verdict: "contradicted", reason: "it wakes up" }
					: { verdict: sentence === skips.text ? "partial" : "supported", reason: "r" },
			);
		const reasoner = { ...scripted({ draft: sectionWith(good, skips, worse) }), judgeSupport };
		const { report } = await writeFrom({ library, reasoner, model: { ...allOn, rewrite: false } });
		expect(report?.removed).toEqual([{ text: worse.text, reason: "its quotes contradict it: it wakes up" }]);
		expect(report?.support).toMatchObject({ judged: 3, passed: 2, rewrite: "off" });
		expect(report?.support?.judgements.map(({ verdict }) => verdict)).toEqual(["supported", "partial", "contradicted"]);
	});

	test("is replaced by the quotes themselves when nothing else is left", async () => {
		const reasoner = scripted({ draft: sectionWith(bad, worse) });
		const { report } = await writeFrom({ library, reasoner, model: allOn });
		const sentences = report?.sections.flatMap((section) => section.sentences) ?? [];
		expect(sentences.map(({ text }) => text).toSorted()).toEqual(
			library.claims.map(({ quote }) => `“${quote}”`).toSorted(),
		);
		expect(report?.removed.map(({ text }) => text)).toEqual([bad.text, worse.text]);
	});

	test("leaves an answer that stands in a quote, with low confidence, and empties a cell", async () => {
		const draft: Draft = {
			answer: { text: "60 seconds", claimIds: [ids[0] ?? ""], confidence: "high", alternatives: [], why: "" },
			table: {
				columns: ["memory"],
				rows: [{ label: "daemon", cells: [{ text: "1,200 kB", claimIds: [ids[2] ?? ""] }] }],
			},
			sections: [{ heading: "", sentences: [good] }],
		};
		const judgeSupport: Reasoner["judgeSupport"] = async (items) =>
			items.map(({ sentence }) => ({
				verdict: sentence === good.text ? "supported" : "unsupported",
				reason: "of 2004",
			}));
		const { report } = await writeFrom({
			library,
			reasoner: { ...scripted({ draft }), judgeSupport },
			model: { ...allOn, rewrite: false },
			shape: "extraction",
		});
		expect(report?.answer).toMatchObject({
			text: "60 seconds",
			confidence: "low",
			why: expect.stringContaining("of 2004"),
		});
		const label = report?.table?.rows[0]?.label;
		expect(report?.table?.rows[0]?.cells[0]).toEqual({ missing: `not stated for ${label} in what was read` });
		expect(report?.removed.map(({ reason }) => reason).join()).toContain("of 2004");
	});

	test("is nothing when rules had to judge: the report then says nothing of support, and loses nothing", async () => {
		const reasoner = scripted({ draft: sectionWith(good, bad) });
		const judgeSupport: Reasoner["judgeSupport"] = async (items, context) => {
			context?.onFallback?.({ role: "judgeSupport", code: "MODEL_ANSWER_UNUSABLE", reason: "" });
			return items.map(() => ({ verdict: "unsupported", reason: "rules" }));
		};
		const state = await writeFrom({
			library,
			reasoner: { ...reasoner, judgeSupport },
			model: { ...allOn, review: false },
		});
		expect(sentencesOf(state)).toEqual([good.text, bad.text]);
		expect(state.report?.support).toBeUndefined();
		expect(state.fallbacks).toHaveLength(1);
		expect(reasoner.calls).toEqual(["draft"]);
	});
});

test("near the deadline the draft is judged and finished, but not reviewed or rewritten", async () => {
	const reasoner = scripted({ draft: sectionWith(good, bad), redrafted: sectionWith(good, mended) });
	const steps = new Map<string, Json>();
	await writeFrom({ library, reasoner, model: allOn, steps });
	const [stop] = [...steps].filter(([name]) => name === "research:8");
	const late = new Map([...steps].filter(([name]) => name.startsWith("research:")));
	late.set("research:8", { ...(stop?.[1] as object), elapsedMs: 1_190_000 } as Json);
	const again = scripted({ draft: sectionWith(good, bad), redrafted: sectionWith(good, mended) });
	const state = await writeFrom({ library, reasoner: again, model: allOn, steps: late });
	expect(again.calls).toEqual(["draft", "judge 2"]);
	expect(sentencesOf(state)).toEqual([good.text]);
});

test("a run that is cut off after any step and resumed gives the same report, and no step runs twice", async () => {
	const versions = {
		draft: sectionWith(good, bad),
		revised: sectionWith(good, skips, bad),
		redrafted: sectionWith(good, skips, mended),
	};
	const steps = new Map<string, Json>();
	const first = scripted(versions);
	const whole = await writeFrom({ library, reasoner: first, model: allOn, steps });
	const names = [...steps.keys()];
	expect(names.filter((name) => !name.startsWith("research:"))).toHaveLength(first.calls.length + 1);
	for (let kept = 0; kept <= names.length; kept++) {
		const recorded = new Map(names.slice(0, kept).map((name) => [name, steps.get(name) ?? null] as const));
		const again = scripted(versions);
		const resumed = await writeFrom({ library, reasoner: again, model: allOn, steps: recorded });
		expect(resumed.report).toEqual(whole.report);
		const writing = names.slice(0, kept).filter((name) => !name.startsWith("research:") && !name.startsWith("write:"));
		expect(again.calls).toEqual(first.calls.slice(writing.length));
	}
});

test("an external fault ends the step, not the run's record of it", async () => {
	const steps = new Map<string, Json>();
	const away = async (): Promise<never> => {
		throw new ModelError("MODEL_UNREACHABLE", "nobody answers");
	};
	const reasoner = scripted({ draft: sectionWith(good) });
	await expect(
		writeFrom({ library, reasoner: { ...reasoner, judgeSupport: away }, model: allOn, steps }),
	).rejects.toThrow("nobody answers");
	const again = scripted({ draft: sectionWith(good) });
	const state = await writeFrom({ library, reasoner: again, model: allOn, steps });
	expect(sentencesOf(state)).toEqual([good.text]);
	expect(again.calls).toEqual(["judge 1"]);
});

test("an old run that recorded its report but no draft ends with that report", async () => {
	const steps = new Map<string, Json>();
	const whole = await writeFrom({ library, steps });
	const old = new Map([...steps].filter(([name]) => !name.startsWith("draft:")));
	expect(old.size).toBe(steps.size - 1);
	const resumed = await writeFrom({ library, steps: old, reasoner: { draft: async () => sectionWith(good) } });
	expect(resumed.report).toEqual(whole.report);
});

const texts = fc.constantFrom(
	good.text,
	bad.text,
	"The daemon is good.",
	"It wakes up every 61 seconds.",
	"“It skips small tables.”",
	"“It skips large tables.”",
	"These come closest:",
	"",
	"In 2004 it used 1,200 kB.",
);
const claimIds = fc.array(fc.constantFrom(...ids, "0123456789ab"), { maxLength: 3 });
const anySentence = fc.record({ kind: fc.constantFrom("fact" as const, "frame" as const), text: texts, claimIds });
const anyAnswer = fc.record({
	text: fc.constantFrom("60 seconds", "61 seconds", "Yes", "60 seconds; small tables"),
	claimIds,
	confidence: fc.constantFrom("low" as const, "high" as const),
	alternatives: fc.array(fc.record({ text: fc.constantFrom("1,200 kB", "7"), claimIds }), { maxLength: 2 }),
	why: fc.constant(""),
});
const anyDraft: fc.Arbitrary<Draft> = fc
	.record({
		answer: fc.option(anyAnswer, { nil: undefined }),
		cell: fc.option(fc.record({ text: fc.constantFrom("1,200 kB", "5"), claimIds }), { nil: undefined }),
		sections: fc.array(
			fc.record({ heading: fc.constantFrom("", "A"), sentences: fc.array(anySentence, { maxLength: 5 }) }),
			{
				maxLength: 3,
			},
		),
	})
	.map(({ answer, cell, sections }) => ({
		...(answer ? { answer } : {}),
		...(cell ? { table: { columns: ["x"], rows: [{ label: "y", cells: [cell] }] } } : {}),
		sections,
	}));
const anyVerdicts = fc.infiniteStream(
	fc.record({
		verdict: fc.constantFrom("supported", "partial", "unsupported", "contradicted") as fc.Arbitrary<Support["verdict"]>,
		reason: fc.constant("r"),
	}),
);

test("whatever the reasoner returns, no statement of the report lacks a claim whose quote is in its page", async () => {
	const known = new Map(library.claims.map((claim) => [claim.id, claim]));
	const isBacked = (cited: readonly string[]) =>
		cited.length > 0 &&
		cited.every((id) => {
			const claim = known.get(id);
			return claim && library.texts.get(claim.sourceId)?.startsWith(claim.quote, claim.start);
		});
	await fc.assert(
		fc.asyncProperty(anyDraft, anyDraft, anyDraft, anyVerdicts, async (draft, revised, redrafted, verdicts) => {
			const out = new Set<string>();
			const { report } = await writeFrom({
				library,
				model: allOn,
				reasoner: {
					...scripted({ draft, revised, redrafted }),
					judgeSupport: async (items) => items.map(() => verdicts.next().value ?? { verdict: "partial", reason: "" }),
				},
			});
			if (!report) return;
			const keyOf = (words: string, cited: readonly string[]) => [words, ...cited.toSorted()].join("|");
			for (const { sentence, verdict, claimIds: cited } of report.support?.judgements ?? [])
				if (verdict === "unsupported" || verdict === "contradicted") out.add(keyOf(sentence, cited));
			const facts = report.sections.flatMap(({ sentences }) => sentences).filter(({ kind }) => kind === "fact");
			const cells = (report.table?.rows ?? []).flatMap((row) => row.cells).filter((cell) => "claimIds" in cell);
			const answers = report.answer ? [report.answer, ...report.answer.alternatives] : [];
			for (const { claimIds: cited } of [...facts, ...cells, ...answers]) expect(isBacked(cited)).toBe(true);
			const isQuote = (text: string) => library.claims.some(({ quote }) => text === `“${quote}”`);
			for (const { text, claimIds: cited } of facts) {
				// Where nothing of a draft is supported the report is the quotes themselves, which no judge can remove.
				if (!isQuote(text)) expect(out).not.toContain(keyOf(text, cited));
				expect(text).not.toMatch(/61|large/);
			}
		}),
		{ numRuns: 150 },
	);
});
