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
}

/** The questions that the user answered, with the answers. */
export function userAnswers({ clarification }: Omit<Asked, "question">): { question: string; answer: string }[] {
	const { questions = [], answers = [] } = clarification ?? {};
	return questions
		.map(({ question }, at) => ({ question, answer: answers[at] ?? "" }))
		.filter(({ answer }) => answer !== "");
}

/**
 * The question as the roles get it: in the user's words, with what the user added when asked. The answers limit what is wanted; like any
 * detail of a question, they may be wrong about the world.
 */
export function questionInContext(state: Asked): string {
	const added = userAnswers(state).map(({ question, answer }) => `- ${question.replace(/[?\s]+$/u, "")}: ${answer}`);
	if (added.length === 0) return state.question;
	return `${state.question}\n\nWhat the user added when asked. It says what is wanted; its details may be wrong.\n${added.join("\n")}`;
}
