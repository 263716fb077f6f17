import type { CDPSession } from "playwright-core";
import { limits } from "../../../base/limits.ts";

/** Runs our own script beside a page's: same document, other globals, so that a page cannot replace what we call. */
export interface World {
	/** The value of an expression. Throws when the document is gone, or does not answer in `limits.renderExtractMs`. */
	run(expression: string): Promise<unknown>;
}

export function openWorld(session: CDPSession): World {
	let context: number | undefined;

	async function contextOf(): Promise<number> {
		if (context !== undefined) return context;
		const { frameTree } = await session.send("Page.getFrameTree");
		const frameId = frameTree.frame.id;
		const made = await session.send("Page.createIsolatedWorld", { frameId, worldName: "assay" });
		context = made.executionContextId;
		return context;
	}

	return {
		async run(expression) {
			try {
				const contextId = await contextOf();
				const wanted = { expression, contextId, returnByValue: true, timeout: limits.renderExtractMs };
				const { result, exceptionDetails } = await session.send("Runtime.evaluate", wanted);
				if (exceptionDetails) throw new Error(exceptionDetails.text);
				return result.value;
			} catch (error) {
				// A new document has a world of its own.
				context = undefined;
				throw error;
			}
		},
	};
}
