import type { Context } from "hono";
import type { z } from "zod";
import { UsageError } from "../base/errors.ts";
import { nearestWord } from "../base/nearest-word.ts";
import { HttpFault } from "../serving/fault.ts";

/** A request's JSON body, as it was sent once it fits the schema. No body counts as `{}`. Throws `BODY_INVALID` and others. */
export async function readBody<T extends z.ZodObject>(context: Context, schema: T): Promise<z.input<T>> {
	const text = await context.req.text();
	const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
	if (text !== "" && type !== "application/json")
		throw new HttpFault(
			415,
			"BODY_TYPE",
			"the body is not sent as JSON",
			"add the header content-type: application/json",
		);
	const body = parseJson(text === "" ? "{}" : text);
	const parsed = schema.safeParse(body);
	if (parsed.success) return body as z.input<T>;
	const [issue] = parsed.error.issues;
	if (issue?.code === "unrecognized_keys") {
		const names = Object.keys(schema.shape);
		const [unknown = ""] = issue.keys;
		const near = nearestWord(unknown, names);
		throw new UsageError("OPTION_UNKNOWN", `there is no option ${JSON.stringify(unknown)} here`, {
			hint: near === undefined ? `the options: ${names.join(", ")}` : `did you mean "${near}"?`,
		});
	}
	const where = issue?.path.join(".") ?? "";
	throw new UsageError("BODY_INVALID", `${where === "" ? "the body" : where}: ${issue?.message}`, {
		hint: "the form of each request is in /openapi.json",
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new UsageError("BODY_INVALID", "the body is not valid JSON", {
			hint: 'send an object, like {"question": "…"}',
		});
	}
}

/** A whole number from a query parameter or a header; undefined where it is absent. Throws `PARAMETER_INVALID`. */
export function numberFrom(text: string | undefined, name: string): number | undefined {
	if (text === undefined || text === "") return undefined;
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new UsageError("PARAMETER_INVALID", `${name} is not a whole number: ${JSON.stringify(text.slice(0, 40))}`, {
		hint: "give a number from 0 on, or leave it out",
	});
}
