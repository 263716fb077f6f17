import model from "wink-eng-lite-web-model";
import winkNLP from "wink-nlp";
import { isKnownWord, isVerbForm } from "./wordnet.ts";

/** A word of an English sentence with its part of speech (Universal Dependencies) and place. A quoted title is one word. */
export interface TaggedWord {
	text: string;
	lower: string;
	/** `NOUN`, `PROPN`, `VERB`, `AUX`, `ADJ`, `ADV`, `ADP`, `DET`, `PRON`, `NUM`, `CCONJ`, `SCONJ`, `PART`, `PUNCT` … */
	pos: string;
	start: number;
	end: number;
}

const piecePattern =
	/["“«][^"”»]+["”»]|[\p{L}\p{N}_$@#](?:[\p{L}\p{N}\p{M}_'’.+#/-]*[\p{L}\p{N}_+#])?|[^\s\p{L}\p{N}]/gu;
const codePattern = /[_@#=/\\+\p{N}]|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u;
let tagger: ReturnType<typeof winkNLP> | undefined;

/** Tags a sentence with wink-nlp's averaged perceptron. Code, quotations and capitalised words inside a sentence always count as names. */
export function tagWords(text: string): TaggedWord[] {
	tagger ??= winkNLP(model, ["pos"]);
	const { its } = tagger;
	const pieces = [...text.matchAll(piecePattern)];
	// The tagger takes a capital for a name, so a common first word goes in as lower-case.
	const first = pieces[0]?.[0] ?? "";
	const plain = /^\p{Lu}\p{Ll}*$/u.test(first) && isKnownWord(first.toLowerCase()) ? first.toLowerCase() : first;
	const tokens = [plain, ...pieces.slice(1).map(([one]) => one)].map((one) => (/^["“«]/u.test(one) ? "Title" : one));
	const document = tagger.readDoc(tokens.join(" "));
	const tags: string[] = [];
	// wink splits `page-level` into three tokens: a piece gets the tag of its last one.
	let at = 0;
	let charactersLeft = tokens[0]?.length ?? 0;
	document.tokens().each((token: { out: (as?: unknown) => unknown }) => {
		tags[at] = String(token.out(its.pos));
		charactersLeft -= String(token.out()).length;
		if (charactersLeft <= 0) charactersLeft = tokens[++at]?.length ?? 0;
	});
	return pieces.map((match, index): TaggedWord => {
		const [word] = match;
		const lower = word.toLowerCase();
		return {
			text: word,
			lower,
			pos: correctedTag(word, index, tags[index] ?? "X"),
			start: match.index,
			end: match.index + word.length,
		};
	});
}

function correctedTag(word: string, index: number, pos: string): string {
	if (/^["“«]./u.test(word)) return "PROPN";
	if (!/[\p{L}\p{N}]/u.test(word)) return "PUNCT";
	if (/^\p{N}+(?:[.,]\p{N}+)*$/u.test(word)) return "NUM";
	if (codePattern.test(word)) return "PROPN";
	if (index > 0 && /^\p{Lu}/u.test(word) && pos !== "PRON" && pos !== "AUX") return "PROPN";
	if (index === 0 && /^(?:PROPN|NOUN|ADJ)$/u.test(pos) && isVerbForm(word.toLowerCase())) return "VERB";
	return pos;
}
