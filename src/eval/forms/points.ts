import { isRecord } from "../../base/json.ts";
import { checklistCriteria, checklistFigures } from "../dimensions.ts";
import type { Criterion } from "../question.ts";
import { type Figure, type Form, shareOf, verdictsOn } from "./form.ts";
import { numbered, optionalText, recordsField, textField, textsField } from "./record.ts";
import { evidenceFigures, goldCriteria } from "./short-answer.ts";

/** Shares of key points by their three verdicts. */
const pointFigures: readonly Figure[] = (["supported", "omitted", "contradicted"] as const).map((label) => ({
	...{ name: label, label: `key points ${label}`, by: ["point"] as const },
	...(label === "supported" ? { headline: true as const } : { lower: true as const }),
	dimension: label === "contradicted" ? "accuracy" : "coverage",
	value: (question, verdicts) => shareOf(verdictsOn(question, verdicts, "point"), (one) => one.label === label),
}));

/** What our own grades from 0 to 10 ask, where a benchmark leaves it to its judge's prompt. */
const qualities = {
	clarity: "Clarity: the report answers the question directly, in an order that can be followed, in precise words",
	depth: "Depth: it explains causes, mechanisms and conditions instead of listing facts",
	balance: "Balance: it states the serious positions or counter-evidence fairly",
	breadth: "Breadth: it covers the distinct sides of the question that matter, and nothing beside it",
	support: "Support: its key claims name specific evidence with a source",
	insight: "Insight: it draws conclusions that the question calls for and that its evidence bears",
} as const;

/** Our own questions for grades from 0 to 10; all of them unless some are named. */
export function qualityCriteria(names = Object.keys(qualities) as (keyof typeof qualities)[]): Criterion[] {
	return names.map((name) => ({ id: name, kind: "scale", text: qualities[name], weight: 1, section: name }));
}

export const quality: Figure = {
	...{ name: "quality", label: "quality, mean of grades from 0 to 10 as a share", by: ["scale"] },
	value(question, verdicts) {
		const graded = verdictsOn(question, verdicts, "scale").map(({ met }) => met);
		if (graded.length === 0 || graded.some((met) => met === null)) return undefined;
		return graded.reduce<number>((sum, met) => sum + (met ?? 0), 0) / graded.length;
	},
};

function pointCriteria(record: Record<string, unknown>): Criterion[] {
	const points = recordsField(record, "key_points").map((one) => {
		const required = textsField(one, "required");
		return {
			...{ kind: "point" as const, text: textField(one, "point_content", "text", "point"), weight: 1 },
			...(required.length > 0 ? { required } : {}),
		};
	});
	if (points.length === 0) throw new Error('it has no "key_points"');
	return numbered("p", points);
}

/**
 * DeepResearchGym (Coelho et al. 2025, arXiv:2505.19253; of each question `id`, `query` and the aggregated `key_points` with `point_content`): key
 * points supported, omitted and contradicted; quality in six grades from 0 to 10, whose instructions are ours; citation precision (full 1, partial ½,
 * none 0) and recall (claims that name a source).
 */
export const deepResearchGym: Form = {
	name: "deepresearch-gym",
	title: "key points, quality, citation precision and recall",
	defined: "DeepResearchGym (arXiv:2505.19253); grades of quality in our words",
	citations: { precision: "citation precision", recall: "citation recall", partly: 0.5 },
	figures: [...pointFigures, quality],
	parse: (record) => ({
		...{ id: optionalText(record, "id"), question: textField(record, "query", "question") },
		criteria: [...pointCriteria(record), ...qualityCriteria()],
	}),
};

/** What a report is to do with a question that nothing answers. */
const leftOpen: Criterion = {
	...{ id: "open", kind: "check", weight: 1, unanswerable: true },
	text: "The report says that its sources do not answer the question, and states no answer to it",
};

/** Figures of key points that code can check, and of questions that nothing answers. */
const ownFigures: readonly Figure[] = [
	{
		...{ name: "held", label: "key points that the report holds", by: "code", headline: true },
		dimension: "coverage",
		value: (question, verdicts) => shareOf(verdictsOn(question, verdicts, "point"), ({ met }) => met === 1),
	},
	...(["code", ["check"]] as const).map(
		(by): Figure => ({
			...{ name: by === "code" ? "leftOpen" : "leftOpenJudged", label: "unanswerable questions left open", by },
			dimension: "accuracy",
			value: ({ criteria }, verdicts) =>
				criteria.some(({ unanswerable }) => unanswerable) ? (verdicts.get(leftOpen.id)?.met ?? undefined) : undefined,
		}),
	),
];

/**
 * A user's own questions with key points: the same without grades of quality. `required` beside a point: words that code looks for.
 * `unanswerable`: nothing answers the question.
 */
export const keyPoints: Form = {
	name: "key-points",
	title: "key points, unanswerable questions, citation precision and recall",
	defined: "DeepResearchGym (arXiv:2505.19253), without grades of quality",
	citations: { precision: "citation precision", recall: "citation recall", partly: 0.5 },
	figures: [...ownFigures, ...pointFigures, ...checklistFigures, ...evidenceFigures],
	parse: (record) => ({
		...{
			id: optionalText(record, "id"),
			question: textField(record, "question", "query"),
			part: optionalText(record, "part"),
		},
		criteria:
			record.unanswerable === true
				? [leftOpen]
				: [...pointCriteria(record), ...goldCriteria(record, "gold"), ...checklistCriteria],
	}),
};

/** Of the nuggets of one importance, or all: full support 1, partial ½. */
function nuggetFigure(name: string, label: string, section: string | undefined, headline?: true): Figure {
	return {
		...{ name, label, by: ["rubric"], ...(headline ? { headline } : {}) },
		value(question, verdicts) {
			const criteria = question.criteria.filter((one) => section === undefined || one.section === section);
			const met = verdictsOn({ ...question, criteria }, verdicts, "rubric").map((one) => one.met);
			if (met.length === 0 || met.some((one) => one === null)) return undefined;
			return met.reduce<number>((sum, one) => sum + (one ?? 0), 0) / met.length;
		},
	};
}

/**
 * DeepScholar-Bench (Patel et al. 2025, arXiv:2508.20033; `title`, `abstract`, `gold`: ids of the works that the paper cites, `nuggets` with
 * `importance`): nugget coverage (all, and vital ones), reference coverage (cited works among those that the report cites), citation precision, and
 * organisation. The benchmark compares the organisation with the paper's own text; here it is a grade from 0 to 10, in our words.
 */
export const deepScholar: Form = {
	name: "deepscholar",
	title: "related work: nuggets, references, citation precision, organisation",
	defined: "DeepScholar-Bench (arXiv:2508.20033); organisation as a grade of ours",
	citations: { precision: "citation precision", recall: "statements with a citation", partly: 0 },
	figures: [
		nuggetFigure("nuggetCoverage", "nugget coverage", undefined, true),
		nuggetFigure("vitalCoverage", "nugget coverage, vital ones", "vital"),
		quality,
		...evidenceFigures,
	],
	parse(record) {
		const nuggets = recordsField(record, "nuggets").map((one) => ({
			...{ kind: "rubric" as const, text: `It says: ${textField(one, "text")}`, weight: 1 },
			section: optionalText(one, "importance"),
		}));
		return {
			id: optionalText(record, "id"),
			question:
				isRecord(record) && optionalText(record, "question")
					? textField(record, "question")
					: `What does related work say about ${textField(record, "title")}?`,
			criteria: [...goldCriteria(record, "gold"), ...numbered("n", nuggets), ...qualityCriteria(["clarity"])],
		};
	},
};
