import { folded } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import type { Statement } from "../evidence/statements.ts";
import { contentStems } from "../text/words.ts";

/**
 * Cells of one column, taken from one page, whose own quotes hold their rows and values: what is left to judge is the column, so the
 * first of them stands for the others. Gives each of the others with the one that stands for it.
 */
export function alikeCells(statements: readonly Statement[], claims: readonly Claim[]): Map<Statement, Statement> {
	const known = new Map(claims.map((claim) => [claim.id, claim]));
	const first = new Map<string, Statement>();
	const others = new Map<Statement, Statement>();
	for (const one of statements) {
		const [claim, ...more] = one.claimIds.flatMap((id) => known.get(id) ?? []);
		if (!one.cell || !claim || more.length > 0 || !holds(claim, one.cell)) continue;
		const key = `${claim.sourceId} ${one.cell.column}`;
		const sample = first.get(key);
		if (sample) others.set(one, sample);
		else first.set(key, one);
	}
	return others;
}

function holds({ quote }: Claim, { row, value }: NonNullable<Statement["cell"]>): boolean {
	const stems = new Set(contentStems(quote));
	const named = contentStems(row);
	return named.length > 0 && named.every((stem) => stems.has(stem)) && folded(quote).includes(folded(value));
}
