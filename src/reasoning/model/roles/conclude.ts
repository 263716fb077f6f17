import { z } from "zod";
import { type Conclusion, citedIn, type Draft } from "../../../evidence/report.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { onFirstAnswer, questionPart, routePart } from "../prompt-parts.ts";
import { sentenceFaults, sentenceSchema, toCitedSentence } from "../writing/draft-sections.ts";
import { renderDraftText } from "../writing/draft-text.ts";
import { buildPromptEvidence } from "../writing/prompt-evidence.ts";
import { gradeConclusions } from "../writing/request-draft.ts";

const schema = z.object({ bottomLine: z.array(sentenceSchema) });
type ConcludeAnswer = z.infer<typeof schema>;

/** The bottom line of a merged report, from its sentences alone. Code grades each conclusion by its claims. */
export async function conclude(
	asker: Asker,
	input: WriteInput & { draft: Draft },
	context?: RoleContext,
): Promise<Conclusion[]> {
	const { draft } = input;
	const evidence = buildPromptEvidence(input, asker.room("conclude"), citedIn({ ...draft, disputes: [] }), {
		named: [],
		alike: [],
	});
	const marksOf = (ids: readonly string[]) => {
		const known = ids.flatMap((id) => evidence.markOf(id) ?? []);
		return known.length === 0 ? "" : ` [${known.join(", ")}]`;
	};
	const facts = draft.sections.flatMap(({ sentences }) => sentences).filter(({ kind }) => kind === "fact");
	const fault = ({ bottomLine }: ConcludeAnswer) => {
		if (bottomLine.length === 0) return "it holds no conclusion";
		const section = { heading: "", form: "prose" as const, columns: [], paragraphs: [bottomLine] };
		const faults = sentenceFaults([section], evidence, facts);
		return faults.length === 0
			? undefined
			: `these would be taken out: ${faults.map(({ text, reason }) => `“${text}” (${reason})`).join("; ")}`;
	};
	const answer = await asker.ask(
		{
			role: "conclude",
			parts: [
				questionPart(input.question),
				routePart(input.route),
				{ title: "The report", text: renderDraftText(draft, marksOf), kind: "data", cuttable: true },
			],
			schema,
			fault: onFirstAnswer(fault),
		},
		context,
	);
	const conclusions = answer.bottomLine.map((one) => toCitedSentence(one, evidence));
	return gradeConclusions(
		conclusions.filter(({ claimIds }) => claimIds.length > 0),
		{ ...input, answer: undefined },
	);
}
