import { expect, test } from "vitest";
import { surroundingTextOf } from "./surrounding-text.ts";

const page =
	"The ferry office was asked. If the ice is thin, ferries run all winter, says Ada Moor, though nobody pays for it. " +
	"She calls this a loss. In spring they stop.\n\nThe port lies elsewhere.\n\n- a list\n- of items\n";
const of = (quote: string) => surroundingTextOf(page, { start: page.indexOf(quote), quote });

test("a quote's context is the rest of its sentence and the next sentence", () => {
	expect(of("ferries run all winter")).toEqual({
		before: "If the ice is thin,",
		after: ", says Ada Moor, though nobody pays for it. She calls this a loss.",
	});
	expect(of("She calls this a loss.")).toEqual({ before: "", after: "In spring they stop." });
});

test("the context stays in the paragraph; a list item has none", () => {
	expect(of("In spring they stop")).toEqual({ before: "", after: "" });
	expect(of("of items")).toEqual({ before: "", after: "" });
});

test("a long context is cut between words", () => {
	const long = `It was so. ${"Word ".repeat(200)}end.`;
	const { after } = surroundingTextOf(long, { start: 0, quote: "It was so." });
	expect(after.length).toBeLessThan(170);
	expect(after).toMatch(/Word …$/u);
});
