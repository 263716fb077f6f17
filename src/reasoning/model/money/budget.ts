import { ModelError } from "../error.ts";

/** `research` may not use the report reserve; `report` may use all of the cap. */
export type BudgetPurpose = "research" | "report";

/** A margin below a cap, so that the rounding of sums never exceeds it. USD. */
const ROUNDING = 1e-9;

export interface Reservation {
	/** Releases the reservation and books the real cost. USD. Only the first call counts. */
	settle(paidUsd: number): void;
}

/** The budget of a run: what is paid, what is reserved for requests in flight, and which requests wait. */
export interface Budget {
	/**
	 * Reserves an amount once it fits under the cap, first come, first served. Throws a `ModelError` `MODEL_BUDGET` when it
	 * would not fit even if the requests in flight cost nothing. `what`: for the message, e.g. `The next request (draft,
	 * openai:gpt)`.
	 */
	reserve(
		usd: number,
		request: { purpose: BudgetPurpose; what: string; signal?: AbortSignal | undefined },
	): Promise<Reservation>;
	/** Whether a request of the research did not fit. */
	hasRefused(): boolean;
}

interface WaitingRequest {
	usd: number;
	purpose: BudgetPurpose;
	what: string;
	give(hold: Reservation): void;
	refuse(error: unknown): void;
}

/** `paidUsd`: what was paid before this process. */
export function openBudget(options: {
	capUsd?: number | undefined;
	reportUsd?: number | undefined;
	paidUsd: number;
}): Budget {
	const { capUsd, reportUsd = 0 } = options;
	let paid = options.paidUsd;
	let refused = false;
	const reservations = new Set<{ usd: number }>();
	const queue: WaitingRequest[] = [];

	const limitOf = (purpose: BudgetPurpose): number =>
		capUsd === undefined ? Number.POSITIVE_INFINITY : capUsd - (purpose === "research" ? reportUsd : 0) - ROUNDING;

	function addReservation(usd: number): Reservation {
		const reservation = { usd };
		reservations.add(reservation);
		return {
			settle(paidUsd) {
				if (!reservations.delete(reservation)) return;
				paid += paidUsd;
				serveQueue();
			},
		};
	}

	/** First come, first served, so that small requests cannot keep a large one waiting for ever. */
	function serveQueue(): void {
		for (let next = queue[0]; next; next = queue[0]) {
			const limit = limitOf(next.purpose);
			const inFlight = [...reservations].reduce((sum, { usd }) => sum + usd, 0);
			if (next.usd === 0 || paid + inFlight + next.usd <= limit) {
				queue.shift();
				next.give(addReservation(next.usd));
			} else if (paid + next.usd > limit) {
				queue.shift();
				if (next.purpose === "research") refused = true;
				next.refuse(budgetError(next, capUsd ?? 0, limit - paid));
			} else return;
		}
	}

	return {
		hasRefused: () => refused,
		async reserve(usd, { purpose, what, signal }) {
			signal?.throwIfAborted();
			const { promise, resolve, reject } = Promise.withResolvers<Reservation>();
			const waiting: WaitingRequest = { usd, purpose, what, give: resolve, refuse: reject };
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

function budgetError({ usd, purpose, what }: WaitingRequest, capUsd: number, leftUsd: number): ModelError {
	const whose = purpose === "research" ? "for research, beside the report's reserve" : "for the report";
	return new ModelError(
		"MODEL_BUDGET",
		`${what} may cost up to ${formatUsd(usd)}; of --max-cost ${capUsd} only ${formatUsd(Math.max(0, leftUsd))} is left ${whose}.`,
		{ hint: `--max-cost ${roundUpToCents(capUsd - leftUsd + usd)} or more` },
	);
}

/** `$0.0123`: two significant digits below a dollar. */
export function formatUsd(usd: number): string {
	if (usd >= 1) return `$${usd.toFixed(2)}`;
	return usd === 0 ? "$0" : `$${Number(usd.toPrecision(2))}`.replace(/\.\d$/, "$&0");
}

/** Rounds an amount up to full cents, for the user to type. */
export function roundUpToCents(usd: number): string {
	return (Math.ceil(usd * 100 + ROUNDING) / 100).toFixed(2);
}
