import { z } from "zod";
import type { JudgePulseInput, PulseDecision } from "../../pulse.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import {
	distinctLines,
	onFirstAnswer,
	optionalList,
	optionalText,
	questionPart,
	truncatedLine,
} from "../prompt-parts.ts";

const schema = z.object({
	decision: z.enum(["continue", "change", "end"]),
	reason: optionalText,
	objective: optionalText,
	focus: optionalList,
});

const focusMax = 3;
const gapsShown = 8;
const textLongest = 400;

/** Whether a campaign goes on after its last pulse, and with which objective. */
export async function judgePulse(asker: Asker, input: JudgePulseInput, context?: RoleContext): Promise<PulseDecision> {
	const { question, pulses, report, left } = input;
	const fault = onFirstAnswer(({ decision, objective }: z.infer<typeof schema>) =>
		decision !== "end" && objective.trim() === ""
			? "an objective is missing: what should the next pulse find out?"
			: undefined,
	);
	const answer = await asker.ask(
		{
			role: "judgePulse",
			parts: [
				questionPart(question),
				{ title: "Room", text: `${left} more ${left === 1 ? "pulse" : "pulses"} at most.`, kind: "own" },
				{ title: "The pulses so far", text: pulses.map(pulseText).join("\n\n"), kind: "data" },
				{ title: "The newest report", text: report, kind: "data", cuttable: true },
			],
			schema,
			fault,
		},
		context,
	);
	const objective = truncatedLine(answer.objective, textLongest);
	const isEnd = answer.decision === "end" || objective === "" || left <= 0;
	return {
		decision: isEnd ? "end" : answer.decision,
		reason: truncatedLine(answer.reason, textLongest),
		...(isEnd ? {} : { objective }),
		focus: isEnd ? [] : distinctLines(answer.focus, focusMax, textLongest),
	};
}

function pulseText({
	n,
	objective,
	newFacts,
	newOrigins,
	newPages,
	gaps,
	followUps,
}: JudgePulseInput["pulses"][number]) {
	const lines = (title: string, texts: readonly string[]) =>
		texts.slice(0, gapsShown).map((text) => `- ${title}: ${truncatedLine(text, textLongest)}`);
	return [
		`Pulse ${n}: ${truncatedLine(objective, textLongest)}`,
		`- ${newFacts} new facts from ${newPages} new pages, ${newOrigins} new origins`,
		...lines("Missing", gaps),
		...lines("Noted, not searched", followUps),
	].join("\n");
}
