import type { Context } from "hono";
import { scrub } from "../base/scrub.ts";

/** Answers with a value as JSON. No key of this process is in it, whatever a service repeated. */
export function json(
	context: Context,
	value: unknown,
	status: 200 | 202 = 200,
	headers: Record<string, string> = {},
): Response {
	return context.body(`${scrub(JSON.stringify(value))}\n`, status, { "content-type": "application/json", ...headers });
}
