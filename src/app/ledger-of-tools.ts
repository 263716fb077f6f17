import { AssayError, messageOf } from "../base/errors.ts";
import { contentHash } from "../base/hash.ts";
import type { Ledger } from "../reasoning/model/money/ledger.ts";
import { PageError, type SourceProvider } from "../sources/provider.ts";

/** The source, whose calls of tools are recorded in the run's ledger and kept under its limit on cost. */
export function withToolLedger(source: SourceProvider, ledger: Pick<Ledger, "callTool">): SourceProvider {
	if (!source.callOf) return source;
	return {
		...source,
		async read(url, signal) {
			const call = source.callOf?.(url);
			if (!call) return source.read(url, signal);
			let isMade = false;
			const make = () => {
				isMade = true;
				return source.read(url, signal);
			};
			try {
				return await ledger.callTool({ ...call, key: contentHash(url), signal }, make, ({ hash }) => `page ${hash}`);
			} catch (error) {
				if (isMade || signal?.aborted || (error instanceof AssayError && error.code === "MODEL_BUDGET")) throw error;
				// What a call that does not fit returns is a failure like any other.
				throw new PageError("refused", messageOf(error), { cause: error });
			}
		},
	};
}
