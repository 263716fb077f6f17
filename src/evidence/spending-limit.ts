/** What can be limited of a run's spending on models. */
export type SpendingKind = "cost" | "requests" | "tokens";

/**
 * The most that a run may spend: USD; requests, failed ones included (repeats of one that was refused at no charge do not count); tokens,
 * input plus output. Absent: no limit.
 */
export type SpendingLimits = Partial<Record<SpendingKind, number>>;

/** In the order in which a request must fit under them. */
export const spendingKinds: readonly SpendingKind[] = ["cost", "requests", "tokens"];

export const spendingFlags: Record<SpendingKind, string> = {
	cost: "--max-cost",
	requests: "--max-requests",
	tokens: "--max-tokens",
};

/** The limits that a run's model options set. */
export function spendingLimitsOf(
	model:
		| { maxCostUsd?: number | undefined; maxRequests?: number | undefined; maxTokens?: number | undefined }
		| undefined,
): SpendingLimits {
	const { maxCostUsd: cost, maxRequests: requests, maxTokens: tokens } = model ?? {};
	return {
		...(cost === undefined ? {} : { cost }),
		...(requests === undefined ? {} : { requests }),
		...(tokens === undefined ? {} : { tokens }),
	};
}

const numbers = new Intl.NumberFormat("en");

/** `the cost limit of $0.6`, `the limit of 40 requests`. */
export function spendingLimitWords(kind: SpendingKind, limits: SpendingLimits): string {
	const most = limits[kind];
	if (kind === "cost") return `the cost limit${most === undefined ? "" : ` of $${most}`}`;
	return `the limit of ${most === undefined ? "" : `${numbers.format(most)} `}${kind}`;
}
