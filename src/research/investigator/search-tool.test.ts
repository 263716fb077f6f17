import { expect, test } from "vitest";
import { hitOf, lookupRoute as route, subQuestionOf } from "../../../test/support/evidence.ts";
import { memoryPages, memoryRun } from "../../../test/support/memory.ts";
import { says } from "../../../test/support/scripted.ts";
import { createRulesReasoner } from "../../reasoning/rules/index.ts";
import { searchTool } from "./search-tool.ts";
import { openWorkspace } from "./workspace.ts";

const copy = "The Corrick quay will be closed for two years from March while its rotten piles are drawn and replaced.";
const hits = [
	hitOf("https://shop.corrick.com/products/quay", "Model quay", "Buy a quay for your model railway."),
	hitOf("https://a-times.com/1", "Corrick quay to close for two years", copy),
	hitOf("https://b-herald.com/2", "Corrick quay to close for two years", copy),
	hitOf("https://c-post.com/3", "Corrick quay to close for two years", copy),
	hitOf("https://ports.gov.uk/quays", "Quays closed", "Corrick: one year, from March."),
	hitOf("https://c-post.com/4", "Correction: Corrick quay to close", "The quay closes for one year, not two."),
];

test("an investigator is shown no shop and no third copy, and is told the credibility of each page", async () => {
	const source = {
		name: "web",
		search: async () => ({ hits, faults: [], sent: [] }),
		titles: async () => ({ hits: [], faults: [], sent: [] }),
		read: () => Promise.reject(new Error("nothing is read here")),
		close: async () => {},
	};
	const sourceInfo = { documents: 0, passages: 0, fingerprint: "f" };
	const tools = { reasoner: createRulesReasoner(), pages: memoryPages(), sourceInfo, source };
	const question = "How long will the Corrick quay be closed?";
	const assignment = { question, route, subQuestion: subQuestionOf(), known: [], read: [], reads: 3, messages: 8 };
	const lead = { nextAction: async () => says(), elapsedMs: () => 0, researchMs: 1, onFallback: () => {} };
	const { text: told } = (
		await searchTool(openWorkspace(memoryRun(new Map()), tools, assignment, lead), { query: "Corrick quay closed" })
	)();
	expect(told).not.toContain("Model quay");
	expect(told.match(/to close for two years/g)).toHaveLength(2);
	expect(told).toMatch(/Quays closed \(ports\.gov\.uk, official\)/);
	expect(told).toMatch(/Correction: Corrick quay to close \([^)]*correction\)/);
});
