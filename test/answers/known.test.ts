import { expect, test } from "vitest";
import { shownIn } from "../support/report.ts";
import { draftOf, type Told, told } from "./ask.ts";

const notes = told(
	"Notes on Galvane paint",
	"Our yard Tarnholm painted 23 hulls with Galvane in 2031. Six painters stopped because of a rash. The weather was fine.",
);
const table: Told = {
	title: "Galvane paint: workers' health",
	body: "<p>We looked at four yards.</p><table><caption>Complaints, % of painters</caption><tr><th>Complaint</th><th>One coat</th><th>Two coats</th></tr><tr><td>Rash</td><td>3.1</td><td>7.4</td></tr><tr><td>Cough</td><td>2.0</td><td>2.2</td></tr></table>",
};

test("what is known of two things is told from each page that speaks of both, with its tables", async () => {
	const question = "What is known about Galvane paint and rash?";
	const { sections } = await draftOf(question, [notes, table]);
	const text = shownIn({ sections })
		.map((one) => one.text)
		.join("\n");
	expect(text).toContain("Six painters stopped because of a rash.");
	expect(text).toContain("3.1");
	expect(text).toContain("7.4");
	expect(text).toContain("Rash | 3.1 | 7.4");
});
