import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import type { ToolSpec } from "../../reasoning/reasoner.ts";
import type { SourceTool } from "../../sources/provider.ts";

const id = z.string().describe("the result's name, e.g. r2");

/** A fact that an investigator adds to its notes. */
export const reportedClaimSchema = z.object({
	claim: z.string().describe("one fact, in a sentence that can be understood alone"),
	quote: z.string().describe("the words of the page that show it, letter for letter"),
	source_id: id,
	confidence: z.enum(["low", "medium", "high"]),
	stance: z.enum(["supporting", "adversarial"]),
	class: z.enum(["direct", "adjacent"]).optional(),
});

/** The arguments of each tool. None of them is an address. */
export const argumentSchemas = {
	search: z.object({ query: z.string().describe("a few words that would stand on the page") }),
	read: z.object({
		ids: z.array(id).describe("the pages to read, several at once"),
		from: z.number().optional().describe("the character from which the page's own words are wanted"),
	}),
	read_document: z.object({ id, find: z.string().describe("words to find in the page") }),
	run_code: z.object({ language: z.enum(["javascript"]).optional(), code: z.string() }),
	report: z.object({
		summary: z.string(),
		claims: z.array(reportedClaimSchema).optional().describe("facts that the notes of your pages lack"),
		gaps: z.array(z.string()).describe("what was looked for and not found"),
	}),
} as const;

export type ToolName = keyof typeof argumentSchemas;
export const toolNames = Object.keys(argumentSchemas) as ToolName[];

/** JSON Schema of a tool's arguments. */
export function toolParameters(name: ToolName): { [key: string]: Json } {
	const { $schema: _, ...parameters } = z.toJSONSchema(argumentSchemas[name]) as { [key: string]: Json };
	return parameters;
}

const descriptions: Record<ToolName, string> = {
	search: "Search the documents. Gives passages, each with the name of its page (r1, r2, …), title, place and date.",
	read: `Read the pages of results, all at once. Gives the claims of each that are new to you; with "from", the page's own words from that character on, ${limits.pagePartCharacters} at a time.`,
	read_document: "Find words in the page of a result: gives the passages that hold them, with their places.",
	run_code: `Run JavaScript for arithmetic over numbers that you read. It has no files, no network and no imports; print with console.log. At most ${limits.codeMs / 1000} s.`,
	report: "End your work: what it comes to, and what you did not find.",
};

/** Other descriptions for a search of the web, and for pages whose links may be followed. */
const onTheWeb: Partial<Record<ToolName, string>> = {
	search: "Search. Gives results, each with a name (r1, r2, …), title, place and date; read one before you rely on it.",
};
const withLinks: Partial<Record<ToolName, string>> = {
	read: `${descriptions.read} The links of a page have names too, e.g. r3.1: read one like a result.`,
};

/** The tools that an investigator may call: those of its spec, all without one, and those of its source. */
export function toolSpecsOf(
	{
		web,
		spec,
	}: {
		web?: { links: boolean } | undefined;
		spec?: { tools: readonly string[] } | undefined;
	},
	ofSource: readonly SourceTool[] = [],
): ToolSpec[] {
	const texts = { ...descriptions, ...(web ? onTheWeb : {}), ...(web?.links ? withLinks : {}) };
	const isOffered = (name: string) => spec?.tools.includes(name) ?? true;
	return [
		...toolNames
			.filter(isOffered)
			.map((name) => ({ name, description: texts[name], parameters: toolParameters(name) })),
		...ofSource
			.filter(({ name }) => isOffered(name))
			.map(({ name, description, parameters }) => ({ name, description, parameters })),
	];
}
