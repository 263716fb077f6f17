import type { ChatBody } from "./chat.ts";
import { changed } from "./hard.ts";
import { simulatedAnswer } from "./simulated.ts";

/** A question of which one detail is wrong (the designer), and a model that also reads it with another designer. */
export const misremembered = "When was the Skerry lighthouse, which Ilse Varga designed, built?";
export const meant = "When was the Skerry lighthouse, which Maren Tveit designed, built?";
export const coast = {
	"tower.md": "# A tower\n\nThe lighthouse on the point, which Maren Tveit designed for Skerry, was built in 1887.\n",
	"mill.md": "# A mill\n\nThe mill by the river was built in 1901. It grinds oats.\n",
	"bread.md": "# Bread\n\nA sourdough starter is fed with flour and water every day.\n",
};

export function readingModel(body: ChatBody) {
	const planned = (question: string, reading: string) => ({
		...{ question, dimension: "factual", stance: "supporting", priority: "core", reading, value: "", subject: "" },
		...{ names: [], queries: [question] },
	});
	const check = { ...planned("Was it built in another year?", "r1"), stance: "adversarial", priority: "optional" };
	return changed(simulatedAnswer(body), {
		readings: [
			{ kind: "literal", text: misremembered, weight: 0.7 },
			{ kind: "misremembered", text: meant, weight: 0.3 },
		],
		subQuestions: [planned(misremembered, "r1"), planned(meant, "r2"), check],
	});
}
