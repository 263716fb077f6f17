import { z } from "zod";
import { parseDate } from "./dates.ts";
import type { Refusal } from "./refusal.ts";
import { plainLine, titleLengthMax } from "./result-text.ts";
import type { SearchResult } from "./service.ts";
import type { FetchResults, ServiceClient } from "./service-definition.ts";

type StatedText = string | null | undefined;

/** A result as its service states it. Its texts may hold markup. Other fields are ignored. */
export interface StatedResult extends Pick<SearchResult, "url" | "sameAs" | "peerReviewed"> {
	title?: StatedText;
	snippet?: StatedText;
	/** In any form that `parseDate` understands. */
	date?: StatedText;
	author?: StatedText | readonly string[];
	site?: StatedText;
}

/** The parser of an answer in JSON: its documented form, where its list of results is, and what each of them is. */
interface JsonAnswer<Answer, Entry> {
	answer: z.ZodType<Answer>;
	/** The refusal that an answer of status 200 states. */
	refusal?(answer: Answer): Refusal | undefined;
	list(answer: Answer): readonly unknown[] | null | undefined;
	/** The form of one entry of the list. Entries of another form are dropped. */
	entry: z.ZodType<Entry>;
	/** `baseUrl` is the address that was queried, without a trailing slash. */
	result(entry: Entry, baseUrl: string): StatedResult | readonly StatedResult[] | undefined;
}

/** The function that sends a request and reads the results of such an answer. */
export function jsonResults<Answer, Entry>(parser: JsonAnswer<Answer, Entry>): FetchResults {
	return async (client, request, signal) => {
		const answer = await client.json(parser.answer, request, signal);
		const refusal = parser.refusal?.(answer);
		if (refusal) throw client.fault(refusal);
		const baseUrl = client.baseUrl(request.address);
		return parseEach(client, parser.list(answer) ?? [], parser.entry)
			.flatMap((entry) => parser.result(entry, baseUrl) ?? [])
			.map(cleanResult);
	};
}

const optionalText = z.string().nullish();

/** Fields of an answer that hold a text, hold null, or are absent. */
export function optionalTexts<Name extends string>(...names: Name[]): Record<Name, typeof optionalText> {
	return Object.fromEntries(names.map((name) => [name, optionalText])) as Record<Name, typeof optionalText>;
}

/** The entries of a list that fit the schema. Throws a `SearchServiceError` when the list has entries and none fits. */
export function parseEach<T>(client: ServiceClient, list: readonly unknown[], schema: z.ZodType<T>): T[] {
	const parsed = list.map((one) => schema.safeParse(one));
	const first = parsed[0];
	if (first && parsed.every(({ success }) => !success))
		throw client.fault({
			kind: "format",
			message: `sent results that it is not documented to send${first.error ? ` (${describeIssue(first.error)})` : ""}`,
		});
	return parsed.flatMap((one) => (one.success ? [one.data] : []));
}

/** Where and how an answer differs from its documented form. */
export function describeIssue(error: z.ZodError): string {
	const issue = error.issues[0];
	return issue ? `${issue.path.join(".") || "at its top"}: ${plainLine(issue.message, 120)}` : "unknown place";
}

/** A result as text that a person reads, with an ISO date. Fields that the service does not state are absent. */
export function cleanResult({ url, sameAs, peerReviewed, ...stated }: StatedResult): SearchResult {
	const { title, snippet, date, author, site } = stated;
	const authors = typeof author === "string" ? author : author?.filter(Boolean).join(", ");
	return {
		...{ url, title: plainLine(title, titleLengthMax), snippet: plainLine(snippet), date: parseDate(date) },
		...(sameAs && { sameAs }),
		...(authors && { author: plainLine(authors, titleLengthMax) }),
		...(site && { site: plainLine(site, titleLengthMax) }),
		...(peerReviewed && { peerReviewed }),
	};
}
