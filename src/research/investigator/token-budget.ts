import { limits } from "../../base/limits.ts";
import type { ModelMessage } from "../../evidence/call.ts";
import type { NextActionInput } from "../../reasoning/reasoner.ts";
import type { Assignment } from "./assignment.ts";

/** Characters of a token: English prose has some 4.5, JSON and names fewer. */
const charactersPerToken = 4;
/** The role's prompt and its frame, and the most that a message usually writes. Tokens. */
const promptTokens = 1_200;
const messageTokens = 800;

/** Estimated tokens of a request and its response. From the texts alone, so that a resumed run counts the same. */
export function requestTokens({ opening = "", known, transcript, tools, subQuestion }: NextActionInput): number {
	const characters = JSON.stringify([opening, known, transcript, tools, subQuestion.text]).length;
	return promptTokens + messageTokens + Math.ceil(characters / charactersPerToken);
}

/** What a response has written beyond, or short of, the usual. Tokens. */
export function responseTokens({ text, toolCalls }: ModelMessage): number {
	return Math.ceil(JSON.stringify([text, toolCalls]).length / charactersPerToken) - messageTokens;
}

/** The most tokens of a page that are extracted for an investigator. */
export function pageTokens({ room = limits.pageShown }: Pick<Assignment, "room">): number {
	return Math.ceil(Math.min(room, limits.pageShown) / charactersPerToken);
}
