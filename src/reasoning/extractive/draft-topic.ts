import type { WriteInput } from "../reasoner.ts";
import { contentStems } from "./language/words.ts";

/** What a report is about: each topic as the stems that name it. */
export type Topics = readonly (readonly string[])[];

/** The question's subjects, else the words that most of its sub-questions share with it; empty when there are none. */
export function topicsOf({ question, route, plan }: Pick<WriteInput, "question" | "route" | "plan">): Topics {
	const named = route.subjects.map((subject) => contentStems(subject)).filter((stems) => stems.length > 0);
	if (named.length > 0) return named;
	const asked = plan.subQuestions
		.filter(({ origin }) => origin === "plan")
		.map(({ text }) => new Set(contentStems(text)));
	const shared = contentStems(question).filter(
		(stem) => asked.filter((stems) => stems.has(stem)).length * 2 > asked.length,
	);
	return shared.length > 0 ? [shared] : [];
}

/** 0–1: how much of a topic, the best named one, stands in the words. */
export function aboutness(topics: Topics, words: string): number {
	const stems = new Set(contentStems(words));
	return Math.max(0, ...topics.map((topic) => topic.filter((stem) => stems.has(stem)).length / topic.length));
}
