import { pluralize, shortLine } from "../../base/text.ts";
import type { CheckCount, Report } from "../../evidence/report.ts";
import { formatQuotation } from "../../text/quotations.ts";
import type { ReportView } from "./input.ts";

/** Statements that checks took out are listed up to this many, each up to so many characters. All are in `evidence.json`. */
const takenOutMax = 12;
const statementMax = 160;

/** `42 claims, 6 of them direct evidence, in 6 groups; …`. A dispute counts as one where the report shows it. */
export function evidenceLine({ state: { claims, groups }, report }: ReportView): string {
	const shared = groups.filter(({ origins }) => origins >= 2).length;
	const sides = new Set(report.disputes.flatMap(({ a, b }) => [a, b]));
	const disputed = groups.filter((group) => group.disputed);
	const shown = disputed.filter(({ claimIds }) => claimIds.some((id) => sides.has(id))).length;
	const others = disputed.length - shown;
	const elsewhere = others === 0 ? "" : `, ${others} more disputed on matters that the report does not state`;
	const compared =
		shared + disputed.length === 0 ? "" : `; ${shared} confirmed by independent origins, ${shown} disputed${elsewhere}`;
	// Only direct claims are grouped.
	const direct = claims.filter((claim) => claim.class === "direct").length;
	const grouped = direct === claims.length ? "" : `, ${direct} of them direct evidence,`;
	return `${pluralize(claims.length, "claim")}${grouped} in ${pluralize(groups.length, "group")}${compared}`;
}

const checkWords: Record<CheckCount["kind"], string> = {
	cited: "statements rest on a claim",
	marker: "markers resolve",
	quote: "quotes stand in their pages",
	quotation: "quotations are word for word",
	number: "numbers outside quotations stand in a cited quote",
	name: "names in inferences stand in their findings",
	passage: "pieces of passages stand in their pages",
	mark: "marks and quotes lie within their passages",
};

/** `31 of 31 quotes stand in their pages; …; nothing was taken out`. */
export function checksLine(checks: readonly CheckCount[], removed: number): string {
	const made = checks
		.filter(({ passed, failed }) => passed + failed > 0)
		.map(({ kind, passed, failed }) => `${passed} of ${passed + failed} ${checkWords[kind]}`);
	const out =
		removed === 0 ? "nothing was taken out" : `${pluralize(removed, "statement was", "statements were")} taken out`;
	return [...made, out].join("; ");
}

/** What the checks took out, with why; nothing if that is nothing. */
export function takenOutLines({ removed }: Pick<Report, "removed">): { name: string; text: string }[] {
	if (removed.length === 0) return [];
	const shown = removed.slice(0, takenOutMax).map(({ text, reason }) => {
		return `${formatQuotation(shortLine(text, statementMax))} (${reason})`;
	});
	const more = removed.length - shown.length;
	return [{ name: "Taken out", text: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") }];
}
