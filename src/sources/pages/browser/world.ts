import type { CDPSession } from "playwright-core";
import { limits } from "../../../base/limits.ts";

/** Runs our scripts in a page: same document, other globals, so that the page cannot replace the functions we call. */
export interface World {
	/** Returns the value of an expression. Throws when the document is gone, or does not respond within `limits.renderExtractMs`. */
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
				// A new document needs a new isolated world.
				context = undefined;
				throw error;
			}
		},
	};
}
