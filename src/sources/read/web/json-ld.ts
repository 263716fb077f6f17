import { isRecord } from "../../../base/json.ts";
import type { DomDocument } from "../html/dom.ts";

export type JsonLdNode = Record<string, unknown>;

const nodesMax = 300;
const depthMax = 12;
const articleTypes =
	/^(?:.*Article|.*BlogPosting|Report|Review|Book|Chapter|CreativeWork|.*PressRelease|Dataset|DigitalDocument|Thesis|TechArticle|FAQPage|QAPage|HowTo|SocialMediaPosting|DiscussionForumPosting)$/;

/** All JSON-LD objects of a page, with nested objects and lists flattened. JSON-LD that cannot be parsed is ignored. */
export function jsonLdNodes(document: DomDocument): JsonLdNode[] {
	const nodes: JsonLdNode[] = [];
	const visit = (value: unknown, depth: number): void => {
		if (nodes.length >= nodesMax || depth > depthMax) return;
		if (Array.isArray(value)) for (const one of value) visit(one, depth + 1);
		if (!isRecord(value)) return;
		nodes.push(value);
		for (const one of Object.values(value)) if (typeof one === "object") visit(one, depth + 1);
	};
	for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
		const source = (script.textContent ?? "").replace(
			/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\*\]\]>\*\/)\s*$/g,
			"",
		);
		try {
			visit(JSON.parse(source), 0);
		} catch {
			// Much JSON-LD is written by hand and invalid.
		}
	}
	return nodes;
}

/** The types of a node, without the vocabulary's address. */
export function nodeTypes(node: JsonLdNode): string[] {
	const stated = node["@type"];
	const types = Array.isArray(stated) ? stated : [stated];
	return types.filter((type) => typeof type === "string").map((type) => type.replace(/^.*[/#:]/, ""));
}

/**
 * The node that describes the page itself and not one of the articles that it lists: the one with the page's address or title, or
 * the only one of an article type.
 */
export function pageNode(
	nodes: readonly JsonLdNode[],
	addresses: readonly string[],
	titles: readonly string[],
): JsonLdNode | undefined {
	const candidates = nodes.filter(
		(node) =>
			nodeTypes(node).some((type) => articleTypes.test(type)) &&
			("headline" in node || "name" in node || "datePublished" in node),
	);
	const matching = candidates.filter((node) => {
		const nodeAddresses = [node.url, node["@id"], node.mainEntityOfPage].flatMap((value) => nodeAddress(value) ?? []);
		const name = comparableTitle(jsonLdText(node.headline) ?? jsonLdText(node.name) ?? "");
		return (
			nodeAddresses.some((address) => addresses.some((own) => comparableAddress(own) === comparableAddress(address))) ||
			(name.length > 12 &&
				titles.some(
					(title) => comparableTitle(title).startsWith(name) || name.startsWith(comparableTitle(title) || "?"),
				))
		);
	});
	return (
		matching.find((node) => "datePublished" in node) ??
		matching[0] ??
		(candidates.length === 1 ? candidates[0] : undefined)
	);
}

/** The text of a value: a string, or the `@value` or `name` of an object. */
export function jsonLdText(value: unknown): string | undefined {
	if (Array.isArray(value)) return jsonLdText(value[0]);
	const content = isRecord(value) ? (value.name ?? value["@value"]) : value;
	if (typeof content !== "string") return undefined;
	const text = content.replace(/\s+/g, " ").trim();
	return text === "" ? undefined : text;
}

function nodeAddress(value: unknown): string | undefined {
	return isRecord(value) ? jsonLdText(value["@id"] ?? value.url) : jsonLdText(value);
}

/** An address reduced to what distinguishes pages. */
function comparableAddress(address: string): string {
	return address
		.replace(/^https?:\/\/(?:www\.)?/i, "")
		.replace(/[#?].*$/, "")
		.replace(/\/+$/, "")
		.toLowerCase();
}

function comparableTitle(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
