import { escapeRegExp } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import type { Draft, Sentence } from "../evidence/report.ts";
import type { Source } from "../evidence/source.ts";
import { entitiesIn } from "../text/entities.ts";

/**
 * A draft in which each person is named in full where they are first mentioned. The sentence that introduced them may have been taken
 * out. Full names come from the claims that the sentence cites: from their holders and from the authors of their pages.
 */
export function introduceNames(
	draft: Draft,
	claims: readonly Claim[],
	sources: readonly Pick<Source, "id" | "author" | "speaker">[],
): Draft {
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const authors = new Map(sources.map(({ id, author, speaker }) => [id, [speaker?.author ?? [], author ?? []].flat()]));
	let read = "";
	const introduce = <S extends Pick<Sentence, "text" | "claimIds">>(sentence: S): S => {
		const cited = sentence.claimIds.flatMap((id) => byId.get(id) ?? []);
		const speakers = cited.flatMap(({ holder = [], sourceId }) => [holder, authors.get(sourceId) ?? []].flat());
		const names = [...new Set(speakers.flatMap(personsIn))].filter((name) => !read.includes(name));
		const text = names.reduce(withFullName, sentence.text);
		read += `\n${text}`;
		return text === sentence.text ? sentence : { ...sentence, text };
	};
	return {
		...draft,
		...(draft.bottomLine ? { bottomLine: draft.bottomLine.map(introduce) } : {}),
		sections: draft.sections.map((section) => ({ ...section, sentences: section.sentences.map(introduce) })),
	};
}

/** The persons that are named with first and last name. */
function personsIn(speaker: string): string[] {
	return entitiesIn(speaker).flatMap(({ type, text }) => (type === "person" && text.includes(" ") ? [text] : []));
}

/** Puts the full name in the place of the first last name that stands alone and outside quotations. */
function withFullName(text: string, name: string): string {
	const lastName = name.replace(/^\S+\s+(?:\p{Lu}\.\s+)*/u, "");
	if (text.includes(name)) return text;
	const before = String.raw`(?<![\p{L}\p{N}’'-]|\p{Lu}[\p{L}.]*\s)`;
	const alone = new RegExp(`${before}${escapeRegExp(lastName)}(?![\\p{L}\\p{N}-])`, "gu");
	const place = [...text.matchAll(alone)].find(({ index }) => !isQuoted(text, index));
	return place === undefined ? text : text.slice(0, place.index) + name + text.slice(place.index + lastName.length);
}

/** Whether a place of a sentence is inside a quotation or a title. */
function isQuoted(text: string, index: number): boolean {
	const count = (mark: string) => text.slice(0, index).split(mark).length;
	return count("“") > count("”") || count("‹") > count("›");
}
