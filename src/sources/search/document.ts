import type { DomDocument } from "../read/html/dom.ts";
import type { ServiceClient } from "./service-definition.ts";

/** Nesting limit. Pages of results have some twenty levels, and the parser's time grows with their square. */
const nestingMax = 500;
/** Entries of a page or feed that are read. Services show some thirty on a page. */
export const entriesMax = 50;
const voidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Parses a response into a document. Throws a `SearchServiceError` when it is nested deeper than any service would send. */
export async function parseDom(
	client: ServiceClient,
	text: string,
	type: "text/html" | "text/xml",
): Promise<DomDocument> {
	if (nestingDepth(text) > nestingMax)
		throw client.fault({ kind: "format", message: "sent a page that is nested without end" });
	// Loaded on demand: only two services need it.
	const { DOMParser, parseHTML } = await import("linkedom");
	return type === "text/html"
		? parseHTML(text).document
		: (new DOMParser().parseFromString(text, "text/xml") as unknown as DomDocument);
}

/** An upper bound of the nesting depth that the parser will produce. */
function nestingDepth(text: string): number {
	let [levels, most] = [0, 0];
	for (const [, end, name = "", rest = ""] of text.matchAll(/<(\/?)([a-z][\w:-]*)([^<>]*)/gi)) {
		if (end) levels = Math.max(0, levels - 1);
		else if (!voidElement.test(name) && !rest.endsWith("/")) most = Math.max(most, ++levels);
	}
	return most;
}
