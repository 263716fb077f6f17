import type { Page } from "../../../evidence/source.ts";
import { isAboutPerson, leadingEntity, plainTitle, type Referents, resolvePronoun } from "../../../text/pronouns.ts";
import { subjectOf } from "../../../text/subject.ts";
import { stopWords } from "../../../text/words.ts";
import { type ClaimSpan, type ClaimUnit, splitRow } from "./claim-units.ts";

/** Number of units before a chosen one in which its pronoun's referent may stand. */
const lookBackUnits = 6;
/** Length of the beginning that shows whether a page is about a person. Characters. */
const openingLength = 2_000;
const bulletPattern = /^(?:[-*•‣◦▪·]|\(?\d{1,3}[.)])\s+/;

/** The chosen quotes, readable alone. A pronoun means the page's title, or the last subject before it in its paragraph. */
export function readableTexts(all: readonly ClaimUnit[], chosen: readonly ClaimSpan[], page: Page): string[] {
	const title = plainTitle(page.title);
	const aboutPerson = isAboutPerson(page.text.slice(0, openingLength));
	return chosen.map((span) => {
		const { order, block } = span.unit;
		const referents: Referents = { title, aboutPerson };
		const before = all.slice(Math.max(0, order - lookBackUnits), order).filter((unit) => unit.block === block);
		for (const unit of all.slice(Math.max(0, order - lookBackUnits), order)) {
			if (unit.block !== block && unit.kind !== "item") continue;
			const entity = leadingEntity(unit.text);
			if (!entity || entity.unsure || entity.start > 4) continue;
			const isInTitle = title.toLowerCase().includes(entity.text.toLowerCase());
			const name = isInTitle ? title : entity.text;
			if (entity.type === "person" || (isInTitle && aboutPerson)) referents.person = name;
			else if (entity.type !== "place" || isInTitle) referents.thing = name;
		}
		return hasOtherSubject(before, referents) ? readableText(span, unresolved) : readableText(span, referents);
	});
}

const unresolved: Referents = { title: "", aboutPerson: false };

/** Whether the nearest sentence with a subject of its own is about something else: a pronoun after it is likely to mean that. */
function hasOtherSubject(before: readonly ClaimUnit[], { title, person, thing }: Referents): boolean {
	const subjects = before.map(({ text }) => subjectOf(text)).filter((one) => one !== "" && !pronouns.test(one));
	const nearest = subjects.at(-1);
	if (nearest === undefined) return false;
	return ![title, person, thing].some((name) => {
		const lower = name?.toLowerCase() ?? "";
		return lower !== "" && (nearest.startsWith(lower) || lower.includes(nearest));
	});
}

const pronouns = /^(?:it|they|he|she|this|that|these|those|its|their|his|her)\b/u;

function readableText({ quote, unit }: ClaimSpan, known: Referents): string {
	const oneLine = quote.replace(/\s+/g, " ");
	if (unit.kind === "row") {
		const cells = splitRow(quote);
		if (unit.header?.length === 0) return cells.filter(Boolean).join(": ");
		return cells
			.map((cell, at) => (unit.header?.[at] && cell ? `${unit.header[at]}: ${cell}` : cell))
			.filter(Boolean)
			.join("; ");
	}
	const plain = oneLine.replace(bulletPattern, "");
	if (unit.kind === "pair") {
		const value = unit.valueFrom === undefined ? "" : quote.slice(unit.valueFrom).replace(/\s+/g, " ").trim();
		const text = unit.term === undefined ? plain : `${unit.term}: ${value}`;
		return /[.!?]$/.test(text) ? text : `${text}.`;
	}
	// An explanation that does not name its term: `Specifies …`, `The default is …`, `A point in the WAL sequence at which …`.
	const name = unit.term?.split(/[\s(,]/)[0]?.toLowerCase() ?? "";
	const explains = unit.term && !plain.toLowerCase().includes(name) && lacksSubject(plain);
	return explains ? `${unit.term}: ${plain}` : resolvePronoun(plain, known);
}

/** Whether a text opens with a function word or a verb form, and so without a subject of its own. */
function lacksSubject(text: string): boolean {
	const first = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";
	return stopWords.has(first) || /\p{L}{3,}s$/u.test(first) || !/^\p{Lu}/u.test(text);
}
