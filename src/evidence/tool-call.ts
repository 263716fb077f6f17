/** A call of a tool outside the program, as the ledger needs it. */
export interface ToolCallToPay {
	/** Equal for equal calls. */
	key: string;
	/** `SERVER/TOOL`. */
	label: string;
	/** The arguments, as text. */
	input: string;
	/** Its price in USD, where the user named one. */
	usd?: number | undefined;
	signal?: AbortSignal | undefined;
}
