import { expect, test } from "vitest";
import type { Answer } from "../../src/evidence/report.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { lookupRoute, subQuestionOf } from "../support/evidence.ts";
import { groupsOf, libraryOf, shownIn, writeInputOf } from "../support/report.ts";

const claimed = "Amber lamps speed the growth of lettuce.";
const notice = "The editors have retracted this article.";
const why = "Photographs of nine beds appear twice, and the originals are lost.";

/** What is drafted when a page states `claimed` and another one, so titled, is a notice. */
function drafted(title: string) {
	const library = libraryOf(
		[
			{ title: "Amber lamps and the growth of lettuce", text: claimed, url: "http://a.test/paper" },
			{ title, text: `${notice} ${why}`, url: "http://a.test/notice" },
		],
		[
			[0, claimed, { relevance: 0.9 }],
			[1, notice, { relevance: 0.3, class: "adjacent" }],
			[1, why, { relevance: 0.45 }],
		],
	);
	const claimIds = library.claims.slice(0, 1).map(({ id }) => id);
	const answer: Answer = { text: "Yes", claimIds, confidence: "medium", alternatives: [], why: "a source states it" };
	const question = "Do amber lamps speed the growth of lettuce?";
	return draft(
		writeInputOf(question, library, {
			route: { ...lookupRoute, answerType: "yes_no", subjects: ["amber lamps"] },
			plan: { dimensions: [], subQuestions: [subQuestionOf({ text: question })] },
			...{ groups: groupsOf(library), answer },
		}),
	);
}

test("a retraction of a page that states the answer is shown, though it repeats no word of the question", async () => {
	const { sections } = await drafted("Retraction Note: Amber lamps and the growth of lettuce");
	const withdrawn = shownIn({ sections }).find(({ heading }) => heading === "What has been withdrawn");
	expect(withdrawn?.text).toContain(notice);
});

test("a retraction of another page is none of this one", async () => {
	const { sections } = await drafted("Retraction Note: Blue lamps and the moulting of crabs");
	expect(sections.map(({ heading }) => heading)).not.toContain("What has been withdrawn");
});
