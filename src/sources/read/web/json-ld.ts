import type { DomDocument } from "../dom.ts";
import { isRecord } from "../values.ts";

export type LinkedNode = Record<string, unknown>;

const nodesMax = 300;
const depthMax = 12;
const articles =
	/^(?:.*Article|.*BlogPosting|Report|Review|Book|Chapter|CreativeWork|.*PressRelease|Dataset|DigitalDocument|Thesis|TechArticle|FAQPage|QAPage|HowTo|SocialMediaPosting|DiscussionForumPosting)$/;

/** All JSON-LD objects of a page, with nested objects and lists flattened. JSON-LD that cannot be parsed is ignored. */
export function linkedNodes(document: DomDocument): LinkedNode[] {
	const nodes: LinkedNode[] = [];
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
export function typesOf(node: LinkedNode): string[] {
	const stated = node["@type"];
	const types = Array.isArray(stated) ? stated : [stated];
	return types.filter((type) => typeof type === "string").map((type) => type.replace(/^.*[/#:]/, ""));
}

/**
 * The node that describes the page itself and not one of the articles that it lists: the one with the page's address or title, or
 * the only one of an article type.
 */
export function ownNode(
	nodes: readonly LinkedNode[],
	addresses: readonly string[],
	titles: readonly string[],
): LinkedNode | undefined {
	const candidates = nodes.filter(
		(node) =>
			typesOf(node).some((type) => articles.test(type)) &&
			("headline" in node || "name" in node || "datePublished" in node),
	);
	const same = candidates.filter((node) => {
		const stated = [node.url, node["@id"], node.mainEntityOfPage].flatMap((value) => addressOf(value) ?? []);
		const name = plain(textOf(node.headline) ?? textOf(node.name) ?? "");
		return (
			stated.some((address) => addresses.some((own) => bare(own) === bare(address))) ||
			(name.length > 12 &&
				titles.some((title) => plain(title).startsWith(name) || name.startsWith(plain(title) || "?")))
		);
	});
	return (
		same.find((node) => "datePublished" in node) ?? same[0] ?? (candidates.length === 1 ? candidates[0] : undefined)
	);
}

/** The text of a value: a string, or the `@value` or `name` of an object. */
export function textOf(value: unknown): string | undefined {
	if (Array.isArray(value)) return textOf(value[0]);
	const found = isRecord(value) ? (value.name ?? value["@value"]) : value;
	if (typeof found !== "string") return undefined;
	const text = found.replace(/\s+/g, " ").trim();
	return text === "" ? undefined : text;
}

function addressOf(value: unknown): string | undefined {
	return isRecord(value) ? textOf(value["@id"] ?? value.url) : textOf(value);
}

/** An address reduced to what distinguishes pages. */
function bare(address: string): string {
	return address
		.replace(/^https?:\/\/(?:www\.)?/i, "")
		.replace(/[#?].*$/, "")
		.replace(/\/+$/, "")
		.toLowerCase();
}

function plain(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
