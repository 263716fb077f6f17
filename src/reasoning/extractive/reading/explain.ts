import { contentStems } from "../language/words.ts";
import { cueOf } from "./aim.ts";
import { afterTopic, namedIn, type Topic } from "./topical.ts";

/** 0–1: how much a sentence looks like the definition of a topic: `X is a …`, `X (Y) …`, `… called X`, `X: A …`. */
export function definitionCue(topics: readonly Topic[], text: string): number {
	const bare = text.replace(/[“”‘’"[\]]/g, "");
	const entry = /^([^:.;]{2,60}): (?:An?|The|One of|Any) /u.exec(bare)?.[1];
	if (entry && namedIn(topics, entry) === 1) return 1;
	const rest = afterTopic(topics, bare);
	const opened =
		cueOf("definition", bare, rest) - perExtraWord * (rest === undefined ? 0 : extraWords(topics, bare, rest));
	return Math.max(opened, isIntroduced(topics, bare) ? introduced : 0);
}

/** Words of a subject beyond the topic's own: `The CHECKPOINT command is …` speaks of a command. */
function extraWords(topics: readonly Topic[], text: string, rest: string): number {
	const subject = contentStems(text.slice(0, text.length - rest.length)).length;
	return Math.max(0, subject - Math.max(...topics.map(({ words }) => words.length)));
}
const perExtraWord = 0.15;

/** `a feature called X, whose …`; `uses multiversion concurrency control (MVCC)`. */
function isIntroduced(topics: readonly Topic[], text: string): boolean {
	const called = /\b(?:called|known as|named|termed)\s([^,;.]{2,50})/iu.exec(text)?.[1];
	const short = /\b(?:uses?|has|have|provides?|supports?|offers?|called)\s[^.;]{2,80}\(([^()]{2,40})\)/iu.exec(
		text,
	)?.[1];
	return [called, short].some((each) => each && namedIn(topics, each) === 1);
}
const introduced = 0.9;
