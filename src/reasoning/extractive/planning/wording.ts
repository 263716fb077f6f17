import { isKnownWord } from "../text/wordnet.ts";
import { isStopWord } from "../text/words.ts";

const functionWords: readonly string[] =
	"what which who whose when where why how does did is are the of and for compare explain list between difference".split(
		" ",
	);

/** A misspelt word this near the front may be the question word. */
const front = 6;

/** `waht is teh` → `what is the`: misspelt small words at the front, on which a question's form rests. */
export function mended(text: string): string {
	let index = 0;
	const written = text.replace(/^((?:what|who|where|how|which)) r\s/iu, "$1 are ");
	return written.replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => {
		if (index++ >= front || !/^[A-Za-z]?[a-z]{2,}$/.test(word)) return word;
		const lower = word.toLowerCase();
		if (functionWords.includes(lower) || isStopWord(lower) || isKnownWord(lower)) return word;
		const meant = functionWords.find((one) => isSlip(lower, one));
		if (!meant) return word;
		return /^[A-Z]/.test(word) ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant;
	});
}

/** Two neighbouring letters changed places, or (in longer words) one was left out or doubled. */
function isSlip(word: string, meant: string): boolean {
	if (word.length === meant.length) {
		const at = [...word].findIndex((letter, index) => letter !== meant[index]);
		return (
			at >= 0 && word[at] === meant[at + 1] && word[at + 1] === meant[at] && word.slice(at + 2) === meant.slice(at + 2)
		);
	}
	if (meant.length < 4 || Math.abs(word.length - meant.length) > 1) return false;
	const [short, long] = word.length < meant.length ? [word, meant] : [meant, word];
	return [...long].some((_letter, at) => long.slice(0, at) + long.slice(at + 1) === short);
}

/** Capitals throughout, small words among them, say nothing: `WHAT IS THE DEFAULT PORT` → `what is the default port`. */
export function quietened(text: string): string {
	const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
	const lower = text.match(/\p{Ll}/gu)?.length ?? 0;
	const shouted =
		upper > 8 * lower &&
		/\b(?:WHAT|WHICH|WHO|WHEN|WHERE|WHY|HOW|IS|ARE|DOES|DO|THE|OF|AND|LIST|COMPARE|EXPLAIN)\b/u.test(text);
	return shouted ? text.toLowerCase() : text;
}

/** Asking politely: what comes before the question itself. */
const polite =
	/^(?:(?:hi|hello|hey|please|pls|ok|okay|well|so)[\s,!]+)*(?:(?:can|could|would|will) you (?:please |kindly )?(?=(?:explain|describe|tell|list|compare|summari[sz]e|find|give|show|name|outline|discuss)\b)|(?:i(?:'d| would) (?:like|love) to|i (?:want|need) to|i(?:'m| am) trying to) (?:know|understand|learn|find out|figure out)(?: more)?(?: about)?\s+|i(?:'m| am) (?:wondering|curious)(?: about)?\s+|(?:do|does) (?:you|anyone) know\s+|(?:please )?(?:tell me|help me understand|find out|figure out|explain to me|show me)\s+(?=(?:what|which|who|whom|whose|when|where|why|how)\b)|(?:can|could) (?:you|anyone|someone) (?:please )?(?:tell me|explain)\s+(?=(?:what|which|who|when|where|why|how)\b))?/iu;

/** Without politeness and contractions: `could you explain`, `what's` → `explain`, `what is`. */
export function expanded(ask: string): string {
	const plain = ask.replace(polite, "").replace(/\s*,?\s*(?:please|thanks|thank you|pls)$/iu, "");
	const long = (plain === "" ? ask : plain)
		.replace(/^(what|who|where|when|how|why)(?:['’]s|s(?=\s(?:the|an?|your|up)\b))\s/iu, "$1 is ")
		.replace(/^how come\s/iu, "why ")
		.replace(/^(what|who|where|when|how|why)['’]re\s/iu, "$1 are ");
	return long.trim();
}
