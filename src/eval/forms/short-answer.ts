import { isRecord } from "../../base/json.ts";
import type { Criterion, EvalQuestion, Verdicts } from "../question.ts";
import { type Figure, type Form, shareOf, verdictsOn } from "./form.ts";
import { numbered, optionalText, textField, textsField } from "./record.ts";

/** Figures of questions whose answers are known. */
const answerFigures: readonly Figure[] = [
	{
		...{ name: "correct", label: "answer correct", by: ["answer"], headline: true },
		value: (question, verdicts) => shareOf(verdictsOn(question, verdicts, "answer"), ({ met }) => met === 1),
	},
	{
		...{ name: "correctIfAttempted", label: "correct, of the answers attempted", by: ["answer"] },
		value(question, verdicts) {
			const judged = verdictsOn(question, verdicts, "answer").filter(({ met }) => met !== null);
			const attempted = judged.filter(({ label }) => label !== "not_attempted");
			return [attempted.filter(({ met }) => met === 1).length, attempted.length];
		},
	},
	{
		...{ name: "stated", label: "answers that the report states", by: "code", headline: true },
		value: (question, verdicts) => shareOf(verdictsOn(question, verdicts, "answer"), ({ met }) => met === 1),
	},
	{
		...{ name: "exact", label: "exact match of the answer", by: "code" },
		value: (question, verdicts) => single(question, verdicts, ({ label }) => (label === "exact" ? 1 : 0)),
	},
	{
		...{ name: "f1", label: "token F1 of the answer", by: "code" },
		value: (question, verdicts) => single(question, verdicts, ({ score = 0 }) => score),
	},
	{
		...{ name: "wrong", label: "wrong answers that the report states", by: "code", lower: true },
		value: (question, verdicts) => shareOf(verdictsOn(question, verdicts, "answer", -1), ({ met }) => met === 1),
	},
	{
		...{ name: "allRight", label: "all right answers stated, and no wrong one", by: "code" },
		value(question, verdicts) {
			const wrong = verdictsOn(question, verdicts, "answer", -1);
			const right = verdictsOn(question, verdicts, "answer");
			// Only of questions with several answers: of one answer, `stated` says the same.
			if (right.length + wrong.length < 2) return undefined;
			return right.every(({ met }) => met === 1) && wrong.every(({ met }) => met === 0) ? 1 : 0;
		},
	},
];

/** Of a question with one right answer, where alternatives do not blur what "the answer" is. */
function single(
	question: EvalQuestion,
	verdicts: Verdicts,
	value: (verdict: { label: string; score?: number | undefined }) => number,
): number | undefined {
	const [one, second] = verdictsOn(question, verdicts, "answer");
	return one && !second ? value(one) : undefined;
}

/** Figures of questions whose evidence is known, document by document. */
export const evidenceFigures: readonly Figure[] = [
	{
		...{ name: "evidenceRead", label: "gold documents read", by: "code" },
		value: (question, verdicts) =>
			shareOf(verdictsOn(question, verdicts, "evidence"), ({ label }) => label !== "unread"),
	},
	{
		...{ name: "evidenceCited", label: "gold documents cited", by: "code" },
		value: (question, verdicts) => shareOf(verdictsOn(question, verdicts, "evidence"), ({ met }) => met === 1),
	},
	{
		...{ name: "allEvidenceRead", label: "all gold documents read", by: "code" },
		value(question, verdicts) {
			const gold = verdictsOn(question, verdicts, "evidence");
			return gold.length === 0 ? undefined : Number(gold.every(({ label }) => label !== "unread"));
		},
	},
];

/** The gold documents of a record: names, or objects with `id` and `title`. */
export function goldCriteria(record: Record<string, unknown>, ...names: string[]): Criterion[] {
	const value = names.map((name) => record[name]).find((one) => one !== undefined) ?? [];
	// FRAMES writes its list of addresses as one text.
	const list = Array.isArray(value) ? value : addressesIn(value);
	return numbered(
		"g",
		list.map((one) => {
			const document = isRecord(one) ? textField(one, "id", "docid", "url") : String(one);
			const title = isRecord(one) ? optionalText(one, "title") : undefined;
			return { kind: "evidence" as const, text: title ?? document, weight: 1, document };
		}),
	);
}

function addressesIn(value: unknown): unknown[] {
	return typeof value === "string" && value.startsWith("[") ? (value.match(/https?:[^'",\]\s]+/g) ?? []) : [value];
}

/**
 * Short answers. It takes the field names of SimpleQA (Wei et al. 2024, arXiv:2411.04368: `problem`, `answer`), FRAMES (Krishna et al.
 * 2024, arXiv:2409.12941: `Prompt`, `Answer`, `wiki_links`), BrowseComp-Plus (Chen et al. 2025, arXiv:2508.06600: `query`, `answer`,
 * `gold_docs` or `evidence_docs`, decrypted), and of one's own: `question`; `answers`: accepted wordings of one answer, or `all`: a list of answers
 * that are all right, each a text or a list of wordings; `wrong`: answers that are not; `gold`: documents of the evidence. The judge's
 * three verdicts are those of SimpleQA.
 */
export const shortAnswer: Form = {
	name: "short-answer",
	title: "short answers, and the evidence for them",
	defined:
		"SimpleQA (arXiv:2411.04368), FRAMES (arXiv:2409.12941), BrowseComp-Plus (arXiv:2508.06600), HotpotQA (arXiv:1809.09600)",
	figures: [...answerFigures, ...evidenceFigures],
	parse(record) {
		const all = Array.isArray(record.all) ? record.all : [];
		const one = textsField(record, "answers", "answer", "Answer")
			.map((text) => text.trim())
			.filter(Boolean);
		const right = all.length > 0 ? all.map((each) => (Array.isArray(each) ? each.map(String) : [String(each)])) : [one];
		const answer = (accepted: string[], weight: number) => ({
			...{ kind: "answer" as const, weight, accepted },
			text: `${weight < 0 ? "not: " : ""}${accepted[0]}`,
		});
		const answers = numbered("a", [
			...right.filter((accepted) => accepted.length > 0).map((accepted) => answer(accepted, 1)),
			...textsField(record, "wrong").map((text) => answer([text], -1)),
		]);
		const gold = goldCriteria(record, "gold", "gold_docs", "evidence_docs", "wiki_links");
		if (answers.length + gold.length === 0) throw new Error('it has neither "answers" nor "gold"');
		return {
			id: optionalText(record, "id", "query_id", "_id"),
			question: textField(record, "question", "problem", "query", "Prompt", "prompt"),
			part: optionalText(record, "set", "part"),
			criteria: [...answers, ...gold],
		};
	},
};
