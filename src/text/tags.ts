import model from "wink-eng-lite-web-model";
import winkNLP from "wink-nlp";
import { isKnownWord, isVerbForm } from "./wordnet.ts";

/** A word of an English sentence with its part of speech (Universal Dependencies) and place. A quoted title is one word. */
export interface Tag {
	text: string;
	lower: string;
	/** `NOUN`, `PROPN`, `VERB`, `AUX`, `ADJ`, `ADV`, `ADP`, `DET`, `PRON`, `NUM`, `CCONJ`, `SCONJ`, `PART`, `PUNCT` … */
	pos: string;
	start: number;
	end: number;
}

const piece = /["“«][^"”»]+["”»]|[\p{L}\p{N}_$@#](?:[\p{L}\p{N}\p{M}_'’.+#/-]*[\p{L}\p{N}_+#])?|[^\s\p{L}\p{N}]/gu;
const code = /[_@#=/\\+\p{N}]|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u;
let tagger: ReturnType<typeof winkNLP> | undefined;

/** Tags a sentence with wink-nlp's averaged perceptron. Code, quotations and capitalised words inside a sentence always count as names. */
export function tagsOf(text: string): Tag[] {
	tagger ??= winkNLP(model, ["pos"]);
	const { its } = tagger;
	const pieces = [...text.matchAll(piece)];
	// The tagger takes a capital for a name, so a common first word goes in as lower-case.
	const first = pieces[0]?.[0] ?? "";
	const plain = /^\p{Lu}\p{Ll}*$/u.test(first) && isKnownWord(first.toLowerCase()) ? first.toLowerCase() : first;
	const shown = [plain, ...pieces.slice(1).map(([one]) => one)].map((one) => (/^["“«]/u.test(one) ? "Title" : one));
	const found = tagger.readDoc(shown.join(" "));
	const tags: string[] = [];
	// wink splits `page-level` into three tokens: a piece gets the tag of its last one.
	let at = 0;
	let left = shown[0]?.length ?? 0;
	found.tokens().each((token: { out: (as?: unknown) => unknown }) => {
		tags[at] = String(token.out(its.pos));
		left -= String(token.out()).length;
		if (left <= 0) left = shown[++at]?.length ?? 0;
	});
	return pieces.map((match, index): Tag => {
		const [own] = match;
		const lower = own.toLowerCase();
		return {
			text: own,
			lower,
			pos: corrected(own, index, tags[index] ?? "X"),
			start: match.index,
			end: match.index + own.length,
		};
	});
}

function corrected(own: string, index: number, pos: string): string {
	if (/^["“«]./u.test(own)) return "PROPN";
	if (!/[\p{L}\p{N}]/u.test(own)) return "PUNCT";
	if (/^\p{N}+(?:[.,]\p{N}+)*$/u.test(own)) return "NUM";
	if (code.test(own)) return "PROPN";
	if (index > 0 && /^\p{Lu}/u.test(own) && pos !== "PRON" && pos !== "AUX") return "PROPN";
	if (index === 0 && /^(?:PROPN|NOUN|ADJ)$/u.test(pos) && isVerbForm(own.toLowerCase())) return "VERB";
	return pos;
}
