import { type SpendingKind, spendingFlags } from "../../../evidence/spending-limit.ts";
import { ModelError } from "../error.ts";

/** `research` and `tool` may not use the report reserve; `report` may use all of the limit. A tool that is too dear does not end the research. */
export type BudgetPurpose = "research" | "tool" | "report";

/** A margin below a limit on cost, so that the rounding of sums never exceeds it. USD. */
const ROUNDING = 1e-9;

export interface Reservation {
	/** Releases the reservation and books the amount that was used. Only the first call counts. */
	settle(used: number): void;
}

/**
 * The budget of a run under one limit: what is used, what is reserved for requests in flight, and which requests wait. Amounts are in the
 * unit of `kind`: USD, requests or tokens.
 */
export interface Budget {
	readonly kind: SpendingKind;
	/**
	 * Reserves an amount once it fits under the limit, first come, first served. Throws a `ModelError` `MODEL_BUDGET` when it
	 * would not fit even if the requests in flight used nothing. `what`: for the message, e.g. `The next request (draft,
	 * openai:gpt)`.
	 */
	reserve(
		amount: number,
		request: { purpose: BudgetPurpose; what: string; signal?: AbortSignal | undefined },
	): Promise<Reservation>;
	/** Takes over the reservation that an earlier process made, whether it fits or not. */
	hold(amount: number): Reservation;
	/** Whether a request of the research did not fit. */
	hasRefused(): boolean;
}

interface WaitingRequest {
	amount: number;
	purpose: BudgetPurpose;
	what: string;
	give(hold: Reservation): void;
	refuse(error: unknown): void;
}

export interface BudgetOptions {
	kind: SpendingKind;
	/** The most that may be used; no limit when undefined. */
	most?: number | undefined;
	/** The report reserve: the part of `most` that is kept for the report. */
	report?: number | undefined;
	/** What was used before this process. */
	used: number;
}

export function openBudget({ kind, most = Number.POSITIVE_INFINITY, report = 0, ...before }: BudgetOptions): Budget {
	let used = before.used;
	let refused = false;
	const reservations = new Set<{ amount: number }>();
	const queue: WaitingRequest[] = [];

	const limitOf = (purpose: BudgetPurpose): number =>
		most - (purpose === "report" ? 0 : report) - (kind === "cost" ? ROUNDING : 0);

	function addReservation(amount: number): Reservation {
		const reservation = { amount };
		reservations.add(reservation);
		return {
			settle(usedAmount) {
				if (!reservations.delete(reservation)) return;
				used += usedAmount;
				serveQueue();
			},
		};
	}

	/** First come, first served, so that small requests cannot keep a large one waiting for ever. */
	function serveQueue(): void {
		for (let next = queue[0]; next; next = queue[0]) {
			const limit = limitOf(next.purpose);
			const inFlight = [...reservations].reduce((sum, { amount }) => sum + amount, 0);
			if (next.amount === 0 || used + inFlight + next.amount <= limit) {
				queue.shift();
				next.give(addReservation(next.amount));
			} else if (used + next.amount > limit) {
				queue.shift();
				if (next.purpose === "research") refused = true;
				next.refuse(budgetError(kind, next, most, limit - used));
			} else return;
		}
	}

	return {
		kind,
		hasRefused: () => refused,
		hold: addReservation,
		async reserve(amount, { purpose, what, signal }) {
			signal?.throwIfAborted();
			const { promise, resolve, reject } = Promise.withResolvers<Reservation>();
			const waiting: WaitingRequest = { amount, purpose, what, give: resolve, refuse: reject };
			const abort = () => {
				const at = queue.indexOf(waiting);
				if (at < 0) return;
				queue.splice(at, 1);
				reject(signal?.reason);
				serveQueue();
			};
			signal?.addEventListener("abort", abort, { once: true });
			queue.push(waiting);
			serveQueue();
			try {
				return await promise;
			} finally {
				signal?.removeEventListener("abort", abort);
			}
		},
	};
}

function budgetError(
	kind: SpendingKind,
	{ amount, purpose, what }: WaitingRequest,
	most: number,
	left: number,
): ModelError {
	const whose = purpose === "report" ? "for the report" : "for research, beside the report's reserve";
	const flag = spendingFlags[kind];
	const needs = { cost: "may cost up to", tokens: "may take up to", requests: "counts as" }[kind];
	const isLeft = kind === "cost" ? "is left" : "are left";
	return new ModelError(
		"MODEL_BUDGET",
		`${what} ${needs} ${formatAmount(kind, amount)}; of ${flag} ${most} only ${formatAmount(kind, Math.max(0, left))} ${isLeft} ${whose}.`,
		{ hint: `${flag} ${roundUpAmount(kind, most - left + amount)} or more`, limit: kind },
	);
}

/** `$0.012`, `12,000 tokens`, `1 request`. */
export function formatAmount(kind: SpendingKind, amount: number): string {
	if (kind === "cost") return formatUsd(amount);
	return `${numbers.format(amount)} ${kind === "tokens" ? "tokens" : amount === 1 ? "request" : "requests"}`;
}

const numbers = new Intl.NumberFormat("en");

/** Rounds an amount up, for the user to type: full cents, requests, or thousands of tokens. */
export function roundUpAmount(kind: SpendingKind, amount: number): string {
	if (kind === "cost") return roundUpToCents(amount);
	return String(kind === "tokens" ? Math.ceil(amount / 1_000) * 1_000 : Math.ceil(amount));
}

/** `$0.0123`: two significant digits below a dollar. */
function formatUsd(usd: number): string {
	if (usd >= 1) return `$${usd.toFixed(2)}`;
	return usd === 0 ? "$0" : `$${Number(usd.toPrecision(2))}`.replace(/\.\d$/, "$&0");
}

/** Rounds an amount up to full cents, for the user to type. */
function roundUpToCents(usd: number): string {
	return (Math.ceil(usd * 100 + ROUNDING) / 100).toFixed(2);
}
