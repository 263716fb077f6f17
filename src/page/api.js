/** @typedef {import("../app/run-view.ts").RunView} RunView */
/** @typedef {{ id: string, status: "queued" | "running" | "interrupted" | "waiting" | "completed" | "failed", createdAt: string, question: string, kind?: string, of?: string, pulse?: number, shape?: string, outcome?: string, stopReason?: string, steps: number, sources: number, error?: string }} Run */
/** @typedef {{ code: string, message: string, hint?: string }} Fault */
/** @typedef {{ run: Run, state?: RunView, exitCode?: number, spending?: import("../evidence/spending.ts").Spending, failure?: Fault, queue?: import("../app/workers/queue-place.ts").QueuePlace }} Shown */

/** An error response of the API. */
class ApiError extends Error {
	/** @param {Fault} fault */
	constructor({ code, message, hint }) {
		super(message);
		this.code = code;
		this.hint = hint;
	}
}

/**
 * Sends a request to this server. Throws `ApiError`.
 * @param {string} method @param {string} path @param {object} [body]
 */
async function send(method, path, body) {
	const sent =
		body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
	const response = await fetch(path, { method, ...sent }).catch(() => {
		throw new ApiError({
			code: "SERVER_GONE",
			message: "the server does not answer",
			hint: "start it again: assay serve",
		});
	});
	if (response.ok) return response;
	const { error } = await response.json().catch(() => ({ error: undefined }));
	throw new ApiError(error ?? { code: "UNEXPECTED", message: `the server answered ${response.status}` });
}

/** @param {string} path @returns {Promise<any>} */
export const get = async (path) => (await send("GET", path)).json();
/** @param {string} path @returns {Promise<string>} */
export const getText = async (path) => (await send("GET", path)).text();
/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export const post = async (path, body = {}) => (await send("POST", path, body)).json();
/** @param {string} path @returns {Promise<any>} */
export const remove = async (path) => (await send("DELETE", path)).json();

/** An error in words. @param {unknown} error @returns {Fault} */
export function faultOf(error) {
	if (error instanceof ApiError)
		return { code: error.code, message: error.message, ...(error.hint ? { hint: error.hint } : {}) };
	return { code: "UNEXPECTED", message: error instanceof Error ? error.message : String(error) };
}
