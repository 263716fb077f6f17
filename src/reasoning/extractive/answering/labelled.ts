import type { Claim } from "../../../evidence/claim.ts";
import { quantitiesIn } from "../../../evidence/numbers.ts";

/** The claim that a label and its value make, as words: `In force: 15 August 2023.` */
export function labelledText(label: string, value: string): string {
	return `${label}: ${value}.`;
}

/** The label and the value of a claim whose quote is those two and nothing else. */
export function labelledIn({
	text,
	quote,
	cell,
}: Pick<Claim, "text" | "quote" | "cell">): { label: string; value: string } | undefined {
	const at = text.indexOf(": ");
	if (cell || at <= 0 || !text.endsWith(".")) return undefined;
	const [label, value] = [text.slice(0, at), text.slice(at + 2, -1)];
	const between = quote.slice(label.length, quote.length - value.length);
	return quote.startsWith(label) && quote.endsWith(value) && /^[\s:([–—-]+$/.test(between)
		? { label, value }
		: undefined;
}

/** A value that is itself a statement with a date: `Closed to visitors since 9 May`. */
export function isPhrase(value: string): boolean {
	const date = quantitiesIn(value).find(({ kind }) => kind === "date");
	return date !== undefined && /^\p{L}{4,}(?:\s\S+){1,}\s$/u.test(value.slice(0, date.start));
}
