import { type ReceivedMessage, takenRedirects } from "./user-message.ts";

/** A question to the user before the research, whose answer would change it. */
export interface ClarifyingQuestion {
	question: string;
	/** What depends on the answer, in one line. */
	why: string;
}

/** The questions that were put to the user before the research, and the answers. */
export interface Clarification {
	/** Empty where nothing had to be asked. */
	questions: ClarifyingQuestion[];
	/** In the order of the questions; an empty text where one was left open. Absent while the run waits for them. */
	answers?: string[] | undefined;
}

interface Asked {
	question: string;
	clarification?: Clarification | undefined;
	messages?: ReceivedMessage[] | undefined;
	options?: { model?: unknown } | undefined;
}

/** The questions that the user answered, with the answers. */
export function userAnswers({ clarification }: Pick<Asked, "clarification">): { question: string; answer: string }[] {
	const { questions = [], answers = [] } = clarification ?? {};
	return questions
		.map(({ question }, at) => ({ question, answer: answers[at] ?? "" }))
		.filter(({ answer }) => answer !== "");
}

/**
 * The question as the roles get it: in the user's words, with what the user added when asked. The answers limit what is wanted; like any
 * detail of a question, they may be wrong about the world. So do redirects, for models: rules take a question by its words.
 */
export function questionInContext(state: Asked): string {
	const answers = userAnswers(state).map(({ question, answer }) => `- ${question.replace(/[?\s]+$/u, "")}: ${answer}`);
	const redirects = state.options?.model ? takenRedirects(state).map(({ text }) => `- ${text}`) : [];
	return [
		state.question,
		...titled("What the user added when asked. It says what is wanted; its details may be wrong.", answers),
		...titled("What the user asked for during the research. It goes before the question where they differ.", redirects),
	].join("\n\n");
}

function titled(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : [[title, ...lines].join("\n")];
}
