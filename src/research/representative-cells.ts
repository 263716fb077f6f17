import { comparisonForm } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import type { Statement } from "../evidence/statements.ts";
import { contentStems } from "../text/words.ts";

/**
 * Finds cells of one column and one page whose quotes hold their rows and values. Only their column is left to judge, so the first
 * of them represents the others. Returns each of the others with its representative.
 */
export function representativeCells(
	statements: readonly Statement[],
	claims: readonly Claim[],
): Map<Statement, Statement> {
	const claimById = new Map(claims.map((claim) => [claim.id, claim]));
	const representatives = new Map<string, Statement>();
	const others = new Map<Statement, Statement>();
	for (const statement of statements) {
		const [claim, ...more] = statement.claimIds.flatMap((id) => claimById.get(id) ?? []);
		if (!statement.cell || !claim || more.length > 0 || !holdsCell(claim, statement.cell)) continue;
		const key = `${claim.sourceId} ${statement.cell.column}`;
		const representative = representatives.get(key);
		if (representative) others.set(statement, representative);
		else representatives.set(key, statement);
	}
	return others;
}

function holdsCell({ quote }: Claim, { row, value }: NonNullable<Statement["cell"]>): boolean {
	const stems = new Set(contentStems(quote));
	const named = contentStems(row);
	return (
		named.length > 0 && named.every((stem) => stems.has(stem)) && comparisonForm(quote).includes(comparisonForm(value))
	);
}
