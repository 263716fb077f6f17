import type { Page } from "../../../evidence/source.ts";
import { isAboutPerson, leadingEntity, plainTitle, type Referents, resolvePronoun } from "../../../text/pronouns.ts";
import { stopWords } from "../../../text/words.ts";
import { cellsOf, type Span, type Unit } from "./units.ts";

/** Units before a chosen one that can hold what its pronoun stands for. */
const lookBack = 6;
/** So much of a page tells whether it is about a person. Characters. */
const opening = 2_000;
const bullet = /^(?:[-*•‣◦▪·]|\(?\d{1,3}[.)])\s+/;

/** The chosen quotes as they read alone; pronouns stand for the page's title, or for the last subject before them in their paragraph. */
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
	// What explains a term without naming it: `Specifies …`, `The default is …`, `A point in the WAL sequence at which …`.
	const name = unit.term?.split(/[\s(,]/)[0]?.toLowerCase() ?? "";
	const explains = unit.term && !plain.toLowerCase().includes(name) && opensPlainly(plain);
	return explains ? `${unit.term}: ${plain}` : resolvePronoun(plain, known);
}

/** It opens with a function word or a verb form, and so with no subject of its own. */
function opensPlainly(text: string): boolean {
	const first = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";
	return stopWords.has(first) || /\p{L}{3,}s$/u.test(first) || !/^\p{Lu}/u.test(text);
}
