import type { Role } from "../../evidence/call.ts";
import type { ModelOptions } from "../../evidence/event.ts";
import type { Spending, SpendingRow, ToolSpending } from "../../evidence/spending.ts";
import type { SpendingLimits } from "../../evidence/spending-limit.ts";
import { isOwnServerName } from "../config/model-name.ts";

/** Words for spending, the same in the terminal and in the report. */

const numbers = new Intl.NumberFormat("en");
const cents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `$12.30`, `$0.0123`: below a dollar with two significant digits. */
export function formatDollars(usd: number): string {
	if (usd === 0) return "$0";
	if (usd >= 1) return `$${cents.format(usd)}`;
	// Of the rounded amount: 0.0997 is $0.10, not $0.100.
	const places = Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(Number(usd.toPrecision(2))))));
	return `$${usd.toFixed(places)}`;
}

/** `812`, `34k`, `1.2M`: tokens, for a line that changes. */
export function formatTokens(tokens: number): string {
	if (tokens < 1_000) return String(tokens);
	if (tokens < 999_500) return `${(tokens / 1_000).toFixed(tokens < 9_950 ? 1 : 0)}k`;
	return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** The meter: `$0.12 of $2.00 · 34k tokens · 12 of 40 calls · 3 tool calls`. */
export function meterWords(spending: Spending, limits: SpendingLimits = {}): string {
	const { calls, usage, usd, unpriced, tools } = spending;
	const cost = `${formatDollars(usd)}${limits.cost === undefined ? "" : ` of ${formatDollars(limits.cost)}`}`;
	const price = unpriced === calls && calls > 0 ? "price unknown" : cost;
	const used = formatTokens(usage.input + usage.output);
	const tokens = `${used}${limits.tokens === undefined ? "" : ` of ${formatTokens(limits.tokens)}`} tokens`;
	const sent = limits.requests === undefined ? callCount(calls) : `${calls} of ${callCount(limits.requests)}`;
	return [price, tokens, sent, ...(tools ? [toolCount(tools.calls)] : [])].join(" · ");
}

/**
 * The report's line on cost. It has tokens only where no price is known, since the table below it lists them. `failed`: how many
 * calls failed. `implausible`: for how many the provider's count cannot be true.
 */
export function costWords(
	spending: Spending,
	options: ModelOptions | undefined,
	{ failed, implausible }: { failed: number; implausible: number },
): string {
	const { calls, usd, unpriced, usage, lost, tools } = spending;
	if (calls === 0) return "$0; no model was asked";
	const known = calls - unpriced;
	const tokens = known > 0 ? "" : `, ${numbers.format(usage.input)} tokens in and ${numbers.format(usage.output)} out`;
	const parts = [
		known === 0
			? `no price is known for ${unpricedModels(spending).join(" and ")}`
			: usesOwnServers(options) && usd === 0
				? "$0 (own machine)"
				: formatDollars(usd),
		...(unpriced > 0 && known > 0 ? [`price unknown of ${callCount(unpriced)} more`] : []),
		`${callCount(calls)}${failed > 0 ? ` (${numbers.format(failed)} failed)` : ""}${tokens}`,
		...(tools ? [toolWords(tools)] : []),
		...(usage.estimated ? ["some tokens counted by assay, not by the provider"] : []),
		...(implausible > 0 ? [implausibleWords(implausible)] : []),
		...(lost.length > 0 ? [lostWords(spending)] : []),
	];
	return parts.join("; ");
}

function toolCount(n: number): string {
	return `${numbers.format(n)} tool ${n === 1 ? "call" : "calls"}`;
}

/** `3 calls of MCP tools (1 failed), $0.03`. Without a price none is known. */
function toolWords({ calls, failed, lost, usd }: ToolSpending): string {
	const bad = [failed > 0 ? `${failed} failed` : "", lost > 0 ? `${lost} without a recorded result` : ""].filter(
		Boolean,
	);
	const ended = bad.length > 0 ? ` (${bad.join(", ")})` : "";
	return `${callCount(calls)} of MCP tools${ended}${usd > 0 ? `, ${formatDollars(usd)} (counted in)` : ""}`;
}

function implausibleWords(calls: number): string {
	return `the provider's count of tokens cannot be true in ${callCount(calls)}: charged by the length of the texts, or at the most that the request can have cost`;
}

function lostWords({ lost, rows }: Spending): string {
	const usd = lost.reduce((sum, one) => sum + (one.usd ?? 0), 0);
	const priced = lost.some((one) => one.usd !== undefined);
	const isOne = new Set(rows.map(({ model }) => model)).size === 1;
	const kinds = Map.groupBy(lost, ({ role, model }) => `${roleWords[role]}${isOne ? "" : ` (${model})`}`);
	const list = [...kinds].map(([kind, all]) => (all.length === 1 ? kind : `${all.length} × ${kind}`)).join(", ");
	return `paid, result lost: ${callCount(lost.length)}${priced ? `, ${formatDollars(usd)} at most (counted in)` : ""}: ${list}`;
}

/** What to put into models.json so that the next run knows its prices; undefined when all are known. */
export function missingPricesHint(spending: Spending): string | undefined {
	const unknown = unpricedModels(spending);
	if (unknown.length === 0) return undefined;
	const entries = unknown.map((model) => `"${model}": {"input": …, "output": …}`).join(", ");
	return `of ${unknown.join(" and ")} unknown; for the next run, put it into models.json of the assay home, in USD a million tokens: {${entries}}`;
}

/** The models without a known price. */
function unpricedModels({ rows }: Spending): string[] {
	return [...new Set(rows.filter(({ usd }) => usd === undefined).map(({ model }) => model))];
}

function callCount(n: number): string {
	return `${numbers.format(n)} ${n === 1 ? "call" : "calls"}`;
}

function usesOwnServers(options: ModelOptions | undefined): boolean {
	if (options === undefined) return false;
	const { lead, utility, reviewer = lead } = options;
	return [lead, utility, reviewer].every(isOwnServerName);
}

export interface SpendingTable {
	columns: string[];
	rows: string[][];
	sum: string[];
	/** Number of columns that hold words; figures follow. */
	words: number;
}

/** The table by role and model. A single model needs no column. Undefined when no model was asked. */
export function spendingTable({ rows, ...sum }: Spending): SpendingTable | undefined {
	if (rows.length === 0) return undefined;
	const isOne = new Set(rows.map(({ model }) => model)).size === 1;
	const withoutModel = (cells: string[]) => (isOne ? cells.toSpliced(1, 1) : cells);
	const line = (role: string, model: string, { calls, usage, usd }: Pick<SpendingRow, "calls" | "usage" | "usd">) => [
		role,
		model,
		...[calls, usage.input, usage.cacheRead, usage.output].map((n) => numbers.format(n)),
		usd === undefined ? "unknown" : formatDollars(usd),
	];
	const total = sum.unpriced === 0 ? sum : { ...sum, usd: sum.unpriced === sum.calls ? undefined : sum.usd };
	const last = line("Sum", "", total);
	const { input, cacheRead } = sum.usage;
	if (cacheRead > 0) last[4] = `${last[4]} (${Math.round((100 * cacheRead) / input)} %)`;
	if (sum.unpriced > 0 && sum.unpriced < sum.calls) last[6] = `≥ ${last[6]}`;
	return {
		columns: withoutModel(["Role", "Model", "Calls", "Input", "Cached", "Output", "USD"]),
		rows: rows.map((row) => {
			const role = `${roleWords[row.role]}${row.usage.implausible ? " (implausible count)" : ""}`;
			return withoutModel(line(role, row.model, row));
		}),
		sum: withoutModel(last),
		words: isOne ? 1 : 2,
	};
}

/** What a role does, in a few words. */
export const roleWords: Record<Role, string> = {
	begin: "route, readings and plan",
	clarify: "questions to you",
	route: "route",
	interpret: "readings",
	plan: "plan",
	steer: "your messages",
	rewriteQuery: "search wordings",
	choosePages: "choice of pages",
	extractClaims: "claims of a page",
	compareClaims: "comparison of claims",
	findGaps: "gaps",
	nextAction: "investigators",
	answer: "answer",
	draft: "draft",
	review: "review",
	revise: "revision",
	judgeSupport: "support check",
	conclude: "short answer",
	polish: "wording",
	judgePulse: "judgement of a pulse",
	vote: "skeptics",
	grade: "judges",
};
