import { isStopWord } from "./words.ts";

/** Lower-case words that may stand inside a name. */
const inside =
	/^(?:of|the|and|for|de|del|della|da|di|do|dos|du|des|la|le|les|el|al|von|van|der|den|zu|y|e|&|in|on|at|to|with|a|an)$/u;
/** Of those, the ones that often stand between two names instead: a name is given whole and in its parts. */
const parting = /^(?:and|in|on|at|to|with|for|of|a|an|&|the)$/u;
const token = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’.\-/!]*[\p{L}\p{N}!])?|[&"“”()«».,;:?!]/gu;
const quoted = /["“«`]([^"”»`]{2,80}?)["”»`]/gu;
const identifier = /^(?:[\p{L}\p{N}]+_[\p{L}\p{N}_]+|\p{Ll}+\p{Lu}[\p{L}\p{N}]*|[\p{L}\p{N}]+\.\p{Ll}{1,4})$/u;

/** The names of things in a text as they are written, each once, in order: quoted titles, capitalised names, code identifiers. */
export function namesIn(text: string): string[] {
	const out = new Set<string>();
	for (const match of text.matchAll(quoted)) {
		const words = (match[1] ?? "").replace(/[,.;:]$/u, "").trim();
		if (!isSpeech(words)) out.add(words);
	}
	for (const run of runsIn(text)) {
		const name = run.join(" ");
		if (!isStopWord(name.toLowerCase())) out.add(name);
	}
	return [...out].filter((name) => /\p{L}/u.test(name) && name.length > 1);
}

/** What somebody said, and no title: many words, most of them small. */
function isSpeech(quote: string): boolean {
	const words = quote.split(/\s+/u);
	const content = words.filter((word) => !isStopWord(word.toLowerCase()));
	const capital = content.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length;
	return words.length >= speechFrom && capital < content.length / 2;
}
const speechFrom = 5;

/** A name with the parts that could be names of their own: `Bank of Ireland and Ulster` → itself, `Bank of Ireland`, `Ulster`. */
export function withParts(name: string): string[] {
	const out = new Set([name]);
	const words = name.split(" ");
	for (let at = 1; at < words.length - 1; at++) {
		if (!parting.test(words[at] ?? "")) continue;
		out.add(words.slice(0, at).join(" "));
		let from = at + 1;
		while (from < words.length - 1 && parting.test(words[from] ?? "")) from++;
		out.add(words.slice(from).join(" "));
	}
	return [...out].filter((part) => part.length > 1 && !isStopWord(part.toLowerCase()));
}

function runsIn(text: string): string[][] {
	const runs: string[][] = [];
	let run: string[] = [];
	let waiting: string[] = [];
	let opening = true;
	const close = () => {
		if (run.length > 0) runs.push(run);
		run = [];
		waiting = [];
	};
	for (const [raw] of text.matchAll(token)) {
		const word = raw.replace(/['’]s$/u, "");
		const capital = /^[\p{Lu}\p{Lt}]/u.test(word) || identifier.test(word) || /^\p{N}+\p{Lu}/u.test(word);
		if (/^[&]$/u.test(raw) ? false : /^[^\p{L}\p{N}]+$/u.test(raw)) {
			close();
			opening = opening || /^[.?!:;]$/u.test(raw);
			continue;
		}
		if (capital && opening && isStopWord(word.toLowerCase())) close();
		else if (capital || (run.length > 0 && waiting.length === 0 && /^\p{N}+$/u.test(word))) {
			run.push(...waiting, word);
			waiting = [];
			if (word !== raw) close();
		} else if (run.length > 0 && waiting.length < 2 && (inside.test(word) || raw === "&")) waiting.push(word);
		else close();
		opening = false;
	}
	close();
	return runs;
}
