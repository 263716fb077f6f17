import { shortHash } from "../base/hash.ts";
import { lastTurn } from "./facts.ts";
import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** METHOD §6: new claims against all others. The fold then groups them, marks disputes and judges the turn. */
export async function compare(journal: Journal, tools: Tools, turn: number): Promise<void> {
	const { state } = journal;
	const now = new Set(lastTurn(state).claims);
	const direct = state.claims.filter((claim) => claim.class === "direct");
	const fresh = direct.filter((claim) => now.has(claim.id));
	const known = direct.filter((claim) => !now.has(claim.id));
	await journal.record(turn, {
		name: `compare:${turn}:${shortHash([fresh.map(({ id }) => id), known.map(({ id }) => id)])}`,
		work: async (role) => ({
			type: "compared",
			conflicts: fresh.length === 0 ? [] : await tools.reasoner.compareClaims({ fresh, known }, role),
		}),
	});
}
