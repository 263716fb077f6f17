import type { Page } from "../../../evidence/source.ts";
import { isAboutPerson, leadingEntity, plainTitle, type Referents, resolvePronoun } from "../../../text/pronouns.ts";
import { stopWords } from "../../../text/words.ts";
import { cellsOf, type Span, type Unit } from "./units.ts";

/** Number of units before a chosen one in which its pronoun's referent may stand. */
const lookBack = 6;
/** Length of the beginning that shows whether a page is about a person. Characters. */
const opening = 2_000;
const bullet = /^(?:[-*•‣◦▪·]|\(?\d{1,3}[.)])\s+/;

/** The chosen quotes, readable alone. A pronoun means the page's title, or the last subject before it in its paragraph. */
export function readableTexts(all: readonly Unit[], chosen: readonly Span[], page: Page): string[] {
	const title = plainTitle(page.title);
	const aboutPerson = isAboutPerson(page.text.slice(0, opening));
	return chosen.map((span) => {
		const known: Referents = { title, aboutPerson };
		const { order, block } = span.unit;
		for (const unit of all.slice(Math.max(0, order - lookBack), order)) {
			if (unit.block !== block && unit.kind !== "item") continue;
			const entity = leadingEntity(unit.text);
			if (!entity || entity.unsure || entity.start > 4) continue;
			const titled = title.toLowerCase().includes(entity.text.toLowerCase());
			const name = titled ? title : entity.text;
			if (entity.type === "person" || (titled && aboutPerson)) known.person = name;
			else if (entity.type !== "place" || titled) known.thing = name;
		}
		return alone(span, known);
	});
}

function alone({ quote, unit }: Span, known: Referents): string {
	const oneLine = quote.replace(/\s+/g, " ");
	if (unit.kind === "row") {
		const cells = cellsOf(quote);
		return cells
			.map((cell, at) => (unit.header?.[at] && cell ? `${unit.header[at]}: ${cell}` : cell))
			.filter(Boolean)
			.join("; ");
	}
	const plain = oneLine.replace(bullet, "");
	if (unit.kind === "pair") {
		const text = unit.term === undefined ? plain : `${unit.term}: ${oneLine.slice(unit.term.length).trim()}`;
		return /[.!?]$/.test(text) ? text : `${text}.`;
	}
	// An explanation that does not name its term: `Specifies …`, `The default is …`, `A point in the WAL sequence at which …`.
	const name = unit.term?.split(/[\s(,]/)[0]?.toLowerCase() ?? "";
	const explains = unit.term && !plain.toLowerCase().includes(name) && opensPlainly(plain);
	return explains ? `${unit.term}: ${plain}` : resolvePronoun(plain, known);
}

/** Whether a text opens with a function word or a verb form, and so without a subject of its own. */
function opensPlainly(text: string): boolean {
	const first = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";
	return stopWords.has(first) || /\p{L}{3,}s$/u.test(first) || !/^\p{Lu}/u.test(text);
}
