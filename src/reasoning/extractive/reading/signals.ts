import { quantitiesIn } from "../../../evidence/numbers.ts";
import { type LinearModel, probabilityOf } from "../../linear.ts";
import { entitiesIn } from "../../text/names.ts";
import { held, nameHeld, noStems, type Query, type Stems, stemsIn } from "./query.ts";
import type { Unit } from "./units.ts";
import learned from "./weights.json" with { type: "json" };

/** What a unit is weighed by; each 0–1. */
export const signalNames = ["own", "typed"] as const;
export type Signal = (typeof signalNames)[number];
export type Signals = Record<Signal, number>;

/** A unit with what it shares with the query. */
export interface Seen {
	unit: Unit;
	/** Share of the terms' weight that it holds itself (BM25's idf of the page; saturated, and measured by the best that it could be). */
	own: number;
	/** The same with its headings, its term and the page's title. */
	whole: number;
	/** The same, each word counted alike: what of the question is said here, however common it is on the page. */
	covered: number;
	/** The best share of a name that it holds itself, and that stands above it. */
	named: number;
	namedAbove: number;
}

/** Of a long question a perfect sentence holds about so many terms. */
const fullTerms = 6;
/** BM25F's weights of the fields (Robertson et al. 2004): a term line, headings, the title. */
const fields = { term: 0.9, path: 0.6, title: 0.45 };

/** Every unit of a page with what it shares with the query. Units that hold no beginning of a term are not stemmed. */
export function seenIn(units: readonly Unit[], title: string, query: Query): Seen[] {
	const own = units.map(({ text }) => (query.may.test(text) ? stemsIn(text) : noStems));
	const weighed = [...query.terms].map(([term, { weight, own: isOwn }]) => {
		const holding = own.reduce((sum, stems) => sum + (stems.all.has(term) ? 1 : 0), 0);
		const rarity = Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5)) / Math.log(2 * units.length + 4);
		return { term, weight, isOwn, idf: weight * (0.25 + 0.75 * Math.min(1, rarity)) };
	});
	const asked = weighed.filter(({ isOwn }) => isOwn);
	const all = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
	const contexts = new Map<string, Stems>();
	const stemsOfContext = (text: string): Stems => {
		const made = contexts.get(text) ?? stemsIn(text);
		contexts.set(text, made);
		return made;
	};
	const ofTitle = stemsOfContext(title);
	const most = demandOf(asked.map(({ idf }) => idf));
	return units.map((unit, at): Seen => {
		const stems = own[at] ?? noStems;
		const above = [
			[stemsOfContext(unit.term ?? ""), fields.term],
			[stemsOfContext([...unit.path, ...(unit.header ?? [])].join("\n")), fields.path],
			[ofTitle, fields.title],
		] as const;
		let [inside, around, covered] = [0, 0, 0];
		for (const { term, idf, weight, isOwn } of weighed) {
			// A term and what explains it are one.
			const here = Math.max(held(term, stems), fields.term * held(term, above[0][0]));
			const best = above.reduce((most, [text, worth]) => Math.max(most, worth * held(term, text)), here);
			inside += idf * here;
			around += idf * best;
			if (isOwn) covered += weight * best;
		}
		return {
			unit,
			own: Math.min(1, inside / most),
			whole: Math.min(1, around / most),
			covered: covered / all,
			named: nameHeld(query.subjects, stems),
			namedAbove: Math.max(0, ...above.map(([text]) => nameHeld(query.subjects, text))),
		};
	});
}

/** What a perfect unit holds: of a long question, further terms count less. */
function demandOf(idfs: readonly number[]): number {
	return idfs.toSorted((a, b) => b - a).reduce((sum, idf, at) => sum + (at < fullTerms ? idf : idf / 4), 0) || 1;
}

/** The signals of a unit. */
export function signalsOf({ unit, own }: Seen, query: Query): Signals {
	return { own, typed: holdsType(unit.text, query) ? 1 : 0 };
}

/** Whether a text holds something of the kind that is asked for, beyond what the question names itself. */
function holdsType(text: string, { type, names }: Pick<Query, "type" | "names">): boolean {
	if (type === "number") return quantitiesIn(text).some(({ kind }) => kind !== "date" && kind !== "ordinal");
	if (type === "date") return quantitiesIn(text).some(({ kind }) => kind === "date");
	if (type === "yes_no" || type === "list" || type === "explanation") return false;
	const known = new Set(names.flat());
	return entitiesIn(text).some(
		(entity) =>
			(type === "entity" || entity.type === type || (entity.type === "other" && !entity.unsure)) &&
			![...stemsIn(entity.text).all].every((stem) => known.has(stem)),
	);
}

const model: LinearModel<Signal> = learned;

/** The chance, 0–1, that a unit is one of those that a reader would mark, learned by `npm run train -- claims` (`weights.json`). */
export function relevanceOf(signals: Signals): number {
	return probabilityOf(model, signals);
}
