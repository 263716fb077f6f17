import type { ModelMessage } from "../../../evidence/call.ts";
import type { NextActionInput, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { distinctLines, questionPart, routePart, subQuestionPart, truncatedLine, workerPart } from "../prompt-parts.ts";

/** Known findings that an investigator is shown, at most, and the length of each in characters. */
const knownMax = 40;
const knownLongest = 300;
const readingLongest = 300;

/** METHOD §8: an investigator's next message, which calls tools or reports. */
export async function nextAction(asker: Asker, input: NextActionInput, context?: RoleContext): Promise<ModelMessage> {
	const { transcript, tools, only } = input;
	return asker.askTools(
		{ role: "nextAction", parts: partsOf(input), transcript, tools, only, note: closingNote(input) },
		context,
	);
}

/** The parts that are the same for every investigator of a run come first. */
function partsOf({ question, route, reading, subQuestion, known, bounds, opening }: NextActionInput): PromptPart[] {
	const parts = [questionPart(question), routePart(route)];
	if (reading && reading.kind !== "literal")
		parts.push({
			title: `How the question is understood here (${reading.kind})`,
			text: truncatedLine(reading.text, readingLongest),
			kind: "own",
		});
	if (subQuestion.worker) parts.push(workerPart("nextAction"));
	parts.push({ ...subQuestionPart(subQuestion), title: "Your sub-question" });
	const { angles = [], sources = [], excluded = [] } = bounds ?? {};
	const wanted = [
		...(angles.length > 0 ? [`Look for: ${angles.join("; ")}.`] : []),
		...(sources.length > 0 ? [`Likely sources: ${sources.join("; ")}.`] : []),
	];
	if (wanted.length > 0) parts.push({ title: "What to look for", text: wanted.join("\n"), kind: "own" });
	// Some of these texts come from pages.
	if (excluded.length > 0)
		parts.push({ title: "Others answer these, so they are not your task", text: excluded.join("\n"), kind: "data" });
	if (known.length > 0)
		parts.push({
			title: "Known already",
			text: distinctLines(known, knownMax, knownLongest).join("\n"),
			kind: "data",
			cuttable: true,
		});
	if (opening) parts.push({ title: "Results of the first searches", text: opening, kind: "data", cuttable: true });
	return parts;
}

/** The note at the end of a request. It changes with each message, so the conversation does not keep it. */
function closingNote({ transcript, messagesLeft, only }: NextActionInput): string {
	const last = transcript.at(-1);
	const calledNoTool = last !== undefined && last.message.toolCalls.length === 0;
	return [
		...(calledNoTool
			? ["Your last message called no tool, so nothing happened. Answer with a tool call and nothing else."]
			: []),
		only === undefined
			? messagesLeft === 1
				? "This is your last message. Call report and, beside it, read for those pages that may still be read and are worth it: what they hold is taken from them."
				: `Messages left, this one included: ${messagesLeft}. The last one reads what is still worth it, and must call report.`
			: `Only ${only} may be called now. Report what you have found, and what is missing as gaps.`,
	].join("\n");
}
