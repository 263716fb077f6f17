import { baseVerbAt, complementAt, finiteVerbAt } from "./boundary.ts";
import {
	auxiliaries,
	beForms,
	capitalised,
	determiners,
	modals,
	prepositions,
	type Token,
	tokensOf,
	whWords,
	written,
} from "./tokens.ts";
import { usageOf } from "./usage.ts";
import { baseOfParticiple, baseOfPast, baseOfThird, verbness } from "./verbs.ts";

/** One question taken apart: `Which films | did | Jane Campion | direct | before 1990`. Parts that it does not have are empty. */
export interface Clause {
	/** `how`, `why`, `when`, `where`, `what`, `which`, `who`, `whom`, `whose`; `be` for yes or no. */
	wh: string;
	/** The asking phrase as it is written: `In which city`, `How many moons`. */
	asking: string;
	/** A preposition in front of it: `in`. */
	preposition: string;
	/** The noun that it asks for: `city`, `moons`. */
	noun: string;
	/** `many`, `long`, `old`: what stands beside `how`. */
	measure: string;
	/** `effective`, `reliably`: how much of a quality is asked for; it has no unit. */
	degree: string;
	aux: string;
	/** `doesn't`, or a `not` beside the subject. */
	negative: boolean;
	/** Empty when the asking phrase itself is the subject, as in `Who founded X`. */
	subject: string;
	/** The verb as it is written; empty when the auxiliary is the verb (`What is X`). */
	verb: string;
	/** What follows the verb. */
	rest: string;
}

const leading = /^(?:in|at|of|on|for|from|by|with|to|under|during|into|about)$/;
/** What makes `how` ask for a quantity. */
const measures =
	/^(?:many|much|long|old|far|tall|high|big|large|fast|often|deep|wide|heavy|frequently|quickly|hot|cold|strong)$/;

/** Takes one question apart; undefined when it is not built like a question, or where its parts meet is not clear. */
export function clauseOf(ask: string): Clause | undefined {
	const tokens = tokensOf(ask);
	const first = tokens[0]?.lower ?? "";
	if (auxiliaries.has(positive(first))) return yesNo(ask, tokens);
	const at = leading.test(first) && whWords.has(tokens[1]?.lower ?? "") ? 1 : 0;
	const wh = tokens[at]?.lower ?? "";
	if (!whWords.has(wh)) return undefined;
	const { end, measure, degree, noun } = askingPhrase(ask, tokens, at);
	const base: Clause = {
		wh,
		asking: written(ask, tokens, 0, end),
		preposition: at === 1 ? first : "",
		noun,
		measure,
		degree,
		aux: "",
		negative: false,
		subject: "",
		verb: "",
		rest: "",
	};
	const aux = tokens[end];
	if (!aux) return undefined;
	if (!auxiliaries.has(positive(aux.lower))) return { ...base, verb: aux.text, rest: written(ask, tokens, end + 1) };
	return withAux(ask, tokens, end, { ...base, negative: positive(aux.lower) !== aux.lower });
}

/** `doesn't` → `does`, `can't` → `can`, `won't` → `will`. */
function positive(aux: string): string {
	if (/^(?:cannot|can['’]t)$/.test(aux)) return "can";
	return aux === "won't" || aux === "won’t" ? "will" : aux.replace(/n['’]t$/, "");
}

function askingPhrase(
	ask: string,
	tokens: readonly Token[],
	at: number,
): { end: number; measure: string; degree: string; noun: string } {
	const wh = tokens[at]?.lower ?? "";
	let from = tokens[at + 1]?.lower === "else" ? at + 2 : at + 1;
	let measure = "";
	if (wh === "how" && measures.test(tokens[from]?.lower ?? "")) measure = tokens[from++]?.lower ?? "";
	const degree = measure === "" && asksDegree(tokens, at) ? (tokens[from++]?.lower ?? "") : "";
	const holdsNoun = /^(?:which|what|whose)$/.test(wh) || /^(?:many|much)$/.test(measure);
	if (!holdsNoun) return { end: from, measure, degree, noun: "" };
	let end = from;
	while (end < tokens.length && end - from < 9) {
		const { lower = "", fixed = false } = tokens[end] ?? {};
		if (auxiliaries.has(lower)) break;
		// `What causes X`, `Which factors influence X`: the asking phrase is the subject. A noun may look like a verb before an auxiliary.
		const later = tokens
			.slice(end, end + 5)
			.findIndex((token) => auxiliaries.has(token.lower) && !whWords.has(token.lower));
		const enough = /[^s]s$/.test(tokens[end - 1]?.lower ?? "") ? 0.2 : 0.5;
		const third = baseOfThird(lower);
		const opensVerb =
			!fixed &&
			((third && verbness(third) > 0.4 ? third : undefined) ??
				baseOfPast(lower) ??
				(end > from && verbness(lower) > enough ? lower : undefined));
		if (opensVerb && later < 0 && (end > from || wh === "what" || wh === "which")) break;
		if (end > from && prepositions.has(lower) && lower !== "of") break;
		// `Which factors influence the price`: no noun phrase goes on with an article.
		if (end > from + 1 && determiners.has(lower) && tokens[end - 1]?.lower !== "of" && later < 0) {
			end--;
			break;
		}
		end++;
	}
	return { end, measure, degree, noun: written(ask, tokens, from, end) };
}

/** `How effective is …`, `how reliably does …`: a quality or manner between `how` and the auxiliary. */
function asksDegree(tokens: readonly Token[], at: number): boolean {
	const [wh, word, aux] = [tokens[at], tokens[at + 1], tokens[at + 2]];
	if (wh?.lower !== "how" || !word || word.fixed || !auxiliaries.has(positive(aux?.lower ?? ""))) return false;
	const { noun, adjective, verb, adverb } = usageOf(word.lower);
	return /\p{L}{3}ly$/u.test(word.lower) || Math.max(adjective, adverb) > Math.max(noun, verb);
}

function withAux(ask: string, tokens: readonly Token[], at: number, base: Clause): Clause | undefined {
	const aux = positive(tokens[at]?.lower ?? "");
	const after = tokens.slice(at + 1);
	const whole = written(ask, after, 0);
	if (after.length === 0) return undefined;
	const next = after[0]?.lower ?? "";
	const asksSubject = base.noun !== "" || /^(?:what|who|which)$/.test(base.wh);
	if (beForms.has(aux)) {
		if (asksSubject && (baseOfParticiple(next) || (prepositions.has(next) && next !== "of")))
			return { ...base, aux, verb: next, rest: written(ask, after, 1) };
		if (base.wh === "which" && base.noun === "" && base.preposition === "") return { ...base, aux, rest: whole };
		const stop = after.findIndex(
			({ lower }, place) => place > 0 && /^(?:when|while|if|because|although|though|since)$/.test(lower),
		);
		const main = stop < 0 ? after : after.slice(0, stop);
		// `How is X doing`: nothing that X is called.
		const faring = base.wh === "how" ? main.findIndex((one, at) => at > 0 && /^(?:doing|faring)$/.test(one.lower)) : -1;
		const cut = faring > 0 ? faring : complementAt(main, false);
		if ((base.measure !== "" || base.degree !== "") && base.noun === "" && cut < 0) {
			const from = main.findIndex(({ lower }, place) => place > 0 && prepositions.has(lower) && lower !== "of");
			const end = from < 0 ? main.length : from;
			return { ...base, aux, subject: written(ask, main, 0, end), rest: written(ask, after, end) };
		}
		if (/^(?:what|who|which)$/.test(base.wh) && base.noun === "" && base.preposition === "") {
			const stranded = prepositions.has(after.at(-1)?.lower ?? "") || cut === main.length - 1;
			return cut > 0 && stranded ? parted(ask, after, cut, { ...base, aux }) : { ...base, aux, subject: whole };
		}
		if (cut > 0) return parted(ask, after, cut, { ...base, aux });
		return base.noun !== "" && base.preposition === ""
			? { ...base, aux, rest: whole }
			: { ...base, aux, subject: whole };
	}
	if (/^(?:has|have|had)$/.test(aux)) {
		if (asksSubject && (next === "been" || (baseOfParticiple(next) && base.preposition === "")))
			return { ...base, aux, verb: next, rest: written(ask, after, 1) };
		const cut = complementAt(after, true);
		if (cut > 0) return parted(ask, after, cut, { ...base, aux });
		return asksSubject ? { ...base, aux: "", verb: aux, rest: whole } : undefined;
	}
	if (asksSubject && base.preposition === "" && modals.has(aux) && verbness(next) > 0.3)
		return { ...base, aux, verb: next, rest: written(ask, after, 1) };
	const cut = baseVerbAt(after, ask, aux === "do" ? true : aux === "does" ? false : undefined);
	return cut > 0 ? parted(ask, after, cut, { ...base, aux }) : undefined;
}

function parted(ask: string, after: readonly Token[], cut: number, base: Clause): Clause {
	const adverbs = [cut - 1, cut - 2].filter(
		(at) => at > 0 && /^(?:\p{L}+ly|not|also|always|never|often|still|ever)$/u.test(after[at]?.lower ?? ""),
	).length;
	const negative = base.negative || after[cut - 1]?.lower === "not";
	return {
		...base,
		negative,
		subject: written(ask, after, 0, cut - adverbs),
		verb: after[cut]?.text ?? "",
		rest: written(ask, after, cut + 1),
	};
}

function yesNo(ask: string, tokens: readonly Token[]): Clause | undefined {
	const aux = positive(tokens[0]?.lower ?? "");
	const negative = aux !== tokens[0]?.lower;
	const after = tokens.slice(1);
	const base: Clause = {
		wh: "be",
		asking: "",
		preposition: "",
		noun: "",
		measure: "",
		degree: "",
		aux,
		negative,
		subject: "",
		verb: "",
		rest: "",
	};
	if (!beForms.has(aux)) {
		const cut = /^(?:has|have|had)$/.test(aux)
			? complementAt(after, true)
			: baseVerbAt(after, ask, aux === "do" ? true : aux === "does" ? false : undefined);
		return cut > 0 ? parted(ask, after, cut, base) : undefined;
	}
	// `Is Pluto | a planet`, `Are A and B | both from X`: a predicate opens with an article or `both`.
	const marked = after.findIndex(
		(token, at) =>
			at > 0 &&
			/^(?:an?|both|also|still|the)$/.test(token.lower) &&
			!prepositions.has(after[at - 1]?.lower ?? "") &&
			!/^(?:and|or)$/.test(after[at - 1]?.lower ?? ""),
	);
	const complement = complementAt(after, false);
	const cut = marked > 0 && (complement < 0 || marked < complement) ? marked : complement;
	return cut > 0 ? parted(ask, after, cut, base) : undefined;
}

/** `how Raft elects a leader` → `How does Raft elect a leader`; undefined when the verb is not clear. */
export function asDirect(indirect: string): string | undefined {
	const tokens = tokensOf(indirect);
	const wh = tokens[0];
	if (!wh || !/^(?:how|why|when|where)$/.test(wh.lower)) return undefined;
	const next = tokens[1]?.lower ?? "";
	if (
		auxiliaries.has(positive(next)) ||
		next === "to" ||
		measures.test(next) ||
		asksDegree(tokens, 0) ||
		(wh.lower === "why" && verbness(next) > 0.5)
	)
		return undefined;
	const after = tokens.slice(1);
	const verb = finiteVerbAt(after, indirect);
	if (!verb) return undefined;
	const subject = written(indirect, after, 0, verb.at);
	const rest = written(indirect, after, verb.at + 1);
	const parts = [capitalised(wh.lower), verb.aux, decapitalised(subject, after[0]), verb.base, rest];
	return parts.filter((part) => part !== "").join(" ");
}

function decapitalised(subject: string, first: Token | undefined): string {
	return first && determiners.has(first.lower) ? first.lower + subject.slice(first.text.length) : subject;
}
