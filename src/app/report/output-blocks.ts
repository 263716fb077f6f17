import { z } from "zod";

const start = z.int().min(0).describe("Where it begins in the source's text, in UTF-16 units.");
const end = z.int().min(0).describe("Where it ends in the source's text, in UTF-16 units.");
const cut = z.boolean().optional();

/** A passage that the report shows whole, as `--json` holds it. */
export const blockSchema = z.object({
	section: z.string().describe("The heading of the report's section that shows it; may be empty."),
	sourceId: z.string(),
	kind: z.enum(["paragraph", "list", "table", "definition", "steps", "code"]),
	path: z.array(z.string()).describe("The headings above it in its page, outermost first."),
	pieces: z.array(
		z.object({
			kind: z
				.enum(["prose", "item", "row", "code", "term"])
				.describe("The first row of a table is its header; cells are set apart by ` | `."),
			start,
			end,
			text: z.string().describe("Verbatim from the source."),
			cut: cut.describe("Something of the passage was left out before this piece."),
		}),
	),
	marked: z.array(z.object({ start, end })).describe("What answers in it; each lies within one piece."),
	claimIds: z.array(z.string()).describe("Claims whose quotes lie within its pieces."),
	cut: cut.describe("Something of the passage was left out after its last piece."),
});
