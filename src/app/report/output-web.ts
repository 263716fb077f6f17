import { z } from "zod";
import type { ResearchState } from "../../evidence/state.ts";
import { unreadReasonWords } from "../../evidence/unread-page.ts";
import { sentQueriesOf } from "./web-words.ts";

/** The fields of the `--json` object that concern the web. */

/** Fields of a source that is a page of the web. */
export const webSourceFields = {
	author: z.string().optional(),
	site: z.string().optional().describe("The name of the site or publication."),
	modified: z.string().optional().describe("Date of the last change that the page states."),
	language: z.string().optional(),
	authority: z
		.enum([
			"peer-reviewed",
			"official",
			"primary",
			"reference",
			"news",
			"general",
			"wire",
			"aggregator",
			"list",
			"unfit",
		])
		.optional()
		.describe("The weight of its place of publication."),
	capture: z
		.object({
			at: z.string(),
			how: z.enum(["fetch", "browser", "steel"]),
			status: z.int(),
			url: z.string().describe("Where the redirects ended."),
			mime: z.string(),
			bytes: z.int(),
		})
		.optional()
		.describe("When and how the page was got."),
};

/** Fields of a claim that is a cell of a table. */
export const cellFields = {
	cell: z
		.object({
			table: z.int(),
			page: z.int().optional(),
			row: z.string(),
			column: z.string(),
			text: z.string(),
			unit: z.string().optional(),
			period: z.string().optional(),
			caption: z.string().optional(),
		})
		.optional(),
};

const [firstObstacle = "away", ...otherObstacles] = Object.keys(unreadReasonWords);

export const webFields = {
	unread: z
		.array(
			z.object({
				url: z.string(),
				title: z.string().optional(),
				reason: z.string(),
				obstacle: z
					.enum([firstObstacle, ...otherObstacles])
					.optional()
					.describe("What stood in the page's place."),
			}),
		)
		.describe("Pages that were to be read and could not be."),
	web: z
		.object({
			search: z.array(z.string()).describe("Search services that the user chose."),
			left_out: z.array(z.object({ service: z.string(), reason: z.string() })),
			sent: z
				.array(z.object({ query: z.string(), services: z.array(z.string()) }))
				.describe("Every query that went outside this machine, and to whom."),
		})
		.optional()
		.describe("Only of a run on the web."),
};

export function webFieldsOf(state: ResearchState): z.input<z.ZodObject<typeof webFields>> {
	const web = state.options?.web;
	return {
		unread: state.unread,
		...(web ? { web: { search: web.search, left_out: state.skipped, sent: sentQueriesOf(state) } } : {}),
	};
}
