import type { CallRecord } from "../../evidence/call.ts";
import type { Spending } from "../../evidence/spending.ts";

/** The requests of a run to language models, and their cost. */
export interface ModelWork {
	/** The ledger's requests, in the order in which they were begun. */
	calls: readonly CallRecord[];
	/** The ledger's calls of tools of MCP servers, likewise. */
	toolCalls?: readonly CallRecord[] | undefined;
	spending: Spending;
	/** The steps of each investigator, by its name. */
	investigators: readonly { name: string; steps: readonly { name: string; output: unknown }[] }[];
	/** The accounts' balances, where a provider reports them. */
	balances: readonly BalanceChange[];
}

/** An account's balance before and after a run. USD. */
export interface BalanceChange {
	provider: string;
	before: number;
	after?: number | undefined;
}

/** How a request ended. `lost`: its process died before the answer was recorded. */
export type CallStatus = "answered" | "failed" | "lost";

export function callStatusOf({ result }: CallRecord): CallStatus {
	if (!result) return "lost";
	return result.message ? "answered" : "failed";
}
