import { folded } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import type { Statement } from "../evidence/statements.ts";
import { contentStems } from "../text/words.ts";

/**
 * Finds cells of one column and one page whose quotes hold their rows and values. Only their column is left to judge, so the first
 * of them represents the others. Returns each of the others with its representative.
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
