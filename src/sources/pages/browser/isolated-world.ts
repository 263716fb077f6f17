import type { CDPSession } from "playwright-core";
import { limits } from "../../../base/limits.ts";

/** Runs our scripts in a page: same document, other globals, so that the page cannot replace the functions we call. */
export interface IsolatedWorld {
	/** Returns the value of an expression. Throws when the document is gone, or does not respond within `limits.renderExtractMs`. */
	run(expression: string): Promise<unknown>;
}

export function openIsolatedWorld(session: CDPSession): IsolatedWorld {
	let context: number | undefined;

	async function getContextId(): Promise<number> {
		if (context !== undefined) return context;
		const { frameTree } = await session.send("Page.getFrameTree");
		const frameId = frameTree.frame.id;
		const created = await session.send("Page.createIsolatedWorld", { frameId, worldName: "assay" });
		context = created.executionContextId;
		return context;
	}

	return {
		async run(expression) {
			try {
				const contextId = await getContextId();
				const params = { expression, contextId, returnByValue: true, timeout: limits.renderExtractMs };
				const { result, exceptionDetails } = await session.send("Runtime.evaluate", params);
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
