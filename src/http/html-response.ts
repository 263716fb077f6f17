import type { Context } from "hono";
import { policyOf } from "../serving/files.ts";

/** An HTML file of a run, under the policy that it states for itself. */
export function htmlResponse(context: Context, text: string, type: string): Response {
	return context.body(text, 200, { "content-type": type, "content-security-policy": policyOf(text) });
}
