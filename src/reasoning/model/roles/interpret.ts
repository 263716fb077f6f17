import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { comparisonForm } from "../../../base/text.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { oneLine, questionPart, routePart } from "./parts.ts";

const readingsMax = 4;
const readingLongest = 500;
/** The weight of a literal reading that the model left out; it becomes the average. */
const unsaid = Number.NaN;

export const readingsSchema = z.object({
	readings: z.array(
		z.object({
			kind: z.enum(["literal", "homophone", "paraphrase", "oblique", "misremembered"]),
			text: z.string(),
			weight: z.number(),
		}),
	),
});

/** METHOD §2: the readings of the question, likeliest first. The literal one is always among them, in the user's own words. */
export async function interpret(
	asker: Asker,
	input: { question: string; route: Route },
	context?: RoleContext,
): Promise<Reading[]> {
	const parts = [questionPart(input.question), routePart(input.route)];
	return readingsFrom(await asker.ask({ role: "interpret", parts, schema: readingsSchema }, context), input.question);
}

export function readingsFrom({ readings }: z.infer<typeof readingsSchema>, question: string): Reading[] {
	const own = question.replace(/\s+/gu, " ").trim();
	const literal = { kind: "literal" as const, text: own, weight: weightOf(readings, "literal") };
	const others = readings
		.filter(({ kind }) => kind !== "literal")
		.map(({ kind, text, weight }) => ({ kind, text: oneLine(text, readingLongest), weight: positive(weight) }));
	const lateral = distinctBy(others, ({ text }) => comparisonForm(text), ["", comparisonForm(own)])
		.toSorted((a, b) => b.weight - a.weight)
		.slice(0, readingsMax - 1);
	return weighted([literal, ...lateral]);
}

function weightOf(readings: readonly { kind: string; weight: number }[], kind: string): number {
	const found = readings.find((reading) => reading.kind === kind);
	return found ? positive(found.weight) : unsaid;
}

function positive(weight: number): number {
	return Number.isFinite(weight) && weight > 0 ? Math.min(weight, 1e6) : 0;
}

/** Readings with ids in order and weights in whole thousandths that sum to 1. The likeliest gets the rounding difference. */
function weighted(found: readonly Omit<Reading, "id">[]): Reading[] {
	const said = found.filter(({ weight }) => !Number.isNaN(weight));
	const sum = said.reduce((total, { weight }) => total + weight, 0);
	const average = said.length > 0 ? sum / said.length : 0;
	const whole = sum + (found.length - said.length) * average;
	const shares = found.map(({ weight }) =>
		whole > 0
			? Math.round((1000 * (Number.isNaN(weight) ? average : weight)) / whole)
			: Math.floor(1000 / found.length),
	);
	const order = found.map((_, at) => at).toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b);
	const rest = 1000 - shares.reduce((total, share) => total + share, 0);
	return order.flatMap((at, place) => {
		const reading = found[at];
		const share = (shares[at] ?? 0) + (place === 0 ? rest : 0);
		return reading ? [{ ...reading, id: `r${place + 1}`, weight: share / 1000 }] : [];
	});
}
