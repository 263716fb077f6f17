import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { comparisonForm } from "../../../base/text.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { questionPart, routePart, truncatedLine } from "../prompt-parts.ts";

const readingsMax = 4;
const readingLongest = 500;
/** The weight of a literal reading that the model left out; it becomes the average. */
const missingWeight = Number.NaN;

export const readingsSchema = z.object({
	readings: z.array(
		z.object({
			kind: z.enum(["literal", "homophone", "paraphrase", "oblique", "misremembered"]),
			text: z.string(),
			weight: z.number(),
		}),
	),
});

/**
 * METHOD §2: the readings of the question, likeliest first, numbered as the model gave them: a plan in the same answer names them so. The
 * literal one is always among them, in the user's own words.
 */
export async function interpret(
	asker: Asker,
	input: { question: string; route: Route },
	context?: RoleContext,
): Promise<Reading[]> {
	const parts = [questionPart(input.question), routePart(input.route)];
	return toReadings(await asker.ask({ role: "interpret", parts, schema: readingsSchema }, context), input.question);
}

export function toReadings({ readings }: z.infer<typeof readingsSchema>, question: string): Reading[] {
	const literalText = question.replace(/\s+/gu, " ").trim();
	const numbered = readings.map(({ kind, text, weight }, at) => ({
		...{ id: `r${at + 1}`, kind, weight: positiveWeight(weight) },
		text: kind === "literal" ? literalText : truncatedLine(text, readingLongest),
	}));
	const literal = numbered.find(({ kind }) => kind === "literal") ?? {
		...{ id: `r${readings.length + 1}`, kind: "literal" as const, weight: missingWeight, text: literalText },
	};
	const others = numbered.filter(({ kind }) => kind !== "literal");
	const lateral = distinctBy(others, ({ text }) => comparisonForm(text), ["", comparisonForm(literalText)])
		.toSorted((a, b) => b.weight - a.weight)
		.slice(0, readingsMax - 1);
	return normalizeWeights([literal, ...lateral]);
}

function positiveWeight(weight: number): number {
	return Number.isFinite(weight) && weight > 0 ? Math.min(weight, 1e6) : 0;
}

/** Readings, likeliest first, with weights in whole thousandths that sum to 1. The likeliest gets the rounding difference. */
function normalizeWeights(readings: readonly Reading[]): Reading[] {
	const stated = readings.filter(({ weight }) => !Number.isNaN(weight));
	const sum = stated.reduce((total, { weight }) => total + weight, 0);
	const average = stated.length > 0 ? sum / stated.length : 0;
	const whole = sum + (readings.length - stated.length) * average;
	const shares = readings.map(({ weight }) =>
		whole > 0
			? Math.round((1000 * (Number.isNaN(weight) ? average : weight)) / whole)
			: Math.floor(1000 / readings.length),
	);
	const order = readings.map((_, at) => at).toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b);
	const rest = 1000 - shares.reduce((total, share) => total + share, 0);
	return order.flatMap((at, place) => {
		const reading = readings[at];
		const share = (shares[at] ?? 0) + (place === 0 ? rest : 0);
		return reading ? [{ ...reading, weight: share / 1000 }] : [];
	});
}
