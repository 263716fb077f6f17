import { z } from "zod";
import type { Claim, Conflict, ConflictKind } from "../../../evidence/claim.ts";
import type { CompareInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { type Pair, pairsOf } from "./pairs.ts";
import { claimLongest, numbered, onceOnly, oneLine, textOrNone } from "./parts.ts";

const whyLongest = 120;

const kinds = ["number", "date", "negation", "antonym", "value"] as const satisfies readonly ConflictKind[];
const schema = z.object({
	verdicts: z.array(
		z.object({
			pair: z.string(),
			why: textOrNone,
			verdict: z.enum(["both_can_hold", "cannot_both_hold", "unsure"]),
			kind: z.enum(kinds),
		}),
	),
});
type Answer = z.infer<typeof schema>;

/**
 * METHOD §6: which claims cannot both hold. Code picks the pairs, the model judges each. What the rules call a conflict stays
 * one unless the model, shown the pair, says that both can hold: the rules are seldom wrong, but see no context.
 */
export async function compareClaims(asker: Asker, input: CompareInput, context?: RoleContext): Promise<Conflict[]> {
	const { pairs, beyond } = pairsOf(input);
	if (pairs.length === 0) return [];
	const judged = (answer: Answer) =>
		new Map(
			answer.verdicts.flatMap((verdict) => {
				const pair = numbered(pairs, verdict.pair, "p");
				return pair ? [[pair, verdict] as const] : [];
			}),
		);
	const fault = (answer: Answer) => {
		const known = judged(answer);
		const without = pairs.flatMap((pair, at) => (known.has(pair) ? [] : [at + 1]));
		return without.length > pairs.length / 2 ? `there is no verdict for pair ${without.join(", ")}` : undefined;
	};
	const answer = await asker.ask(
		{
			role: "compareClaims",
			parts: [{ title: "The pairs", text: pairs.map(shown).join("\n\n"), kind: "data" }],
			schema,
			fault: onceOnly(fault),
		},
		context,
	);
	const verdicts = judged(answer);
	const found = pairs.flatMap((pair): Conflict[] => {
		const given = verdicts.get(pair);
		const { a, b, ruled } = pair;
		if (ruled) return given?.verdict === "both_can_hold" ? [] : [ruled];
		if (given?.verdict !== "cannot_both_hold") return [];
		return [{ kind: given.kind, a: a.id, b: b.id, why: oneLine(given.why, whyLongest) || "they exclude each other" }];
	});
	return [...found, ...beyond];
}

function shown({ a, b }: Pair, at: number): string {
	return `Pair ${at + 1}\nA: ${stated(a)}\nB: ${stated(b)}`;
}

function stated({ text, quote, asOf }: Claim): string {
	const words = oneLine(quote, claimLongest);
	const line = oneLine(text, claimLongest);
	return `${line}${asOf === undefined ? "" : ` (as of ${asOf})`}${words === line ? "" : `\n   quoted: ${words}`}`;
}
