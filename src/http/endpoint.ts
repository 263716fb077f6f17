import type { Context } from "hono";
import type { z } from "zod";

/** One operation of the API: what the document says of it, and what it does. */
export interface Endpoint {
	method: "get" | "post" | "delete";
	/** As Hono writes it: `/api/runs/:id`. */
	path: string;
	/** Unique, in camel case. */
	name: string;
	summary: string;
	description?: string | undefined;
	/** Of query parameters and headers, by their names. Each is optional. */
	query?: Record<string, string> | undefined;
	headers?: Record<string, string> | undefined;
	body?: z.ZodType | undefined;
	/** Of a success. */
	status: 200 | 202 | 204;
	/** By media type: the schema of the response, or what it is in words. */
	response: Record<string, z.ZodType | string>;
	/** The statuses of its own errors, beside those of every request. */
	faults: readonly (404 | 409 | 429 | 503)[];
	handle(context: Context): Response | Promise<Response>;
}
