import { marked, type Token } from "marked";

/** Every token of a Markdown text, nested ones included. */
export function tokensOf(markdown: string): Token[] {
	const found: Token[] = [];
	void marked.walkTokens(marked.lexer(markdown, { gfm: true }), (token) => void found.push(token));
	return found;
}
