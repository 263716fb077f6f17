import { contentStems, keywords } from "../text/words.ts";

/** Words of a sub-question's frame, not of its matter. */
const frame = new Set(
	"main characteristics practice known work works different disagree disputed sources cases occur problems drawbacks limits".split(
		" ",
	),
);

/**
 * One query for a narrow sub-question: itself. A broad one is searched by its keywords too. Every query names the topic;
 * a sub-question that does not hold it gets it in front.
 */
export function threadsOf(text: string, topic: string, broad: boolean): string[] {
	const own = holds(text, topic) ? text : `${topic}: ${text}`;
	if (!broad) return [own];
	const words = keywords(own);
	const matter = words.filter((word) => !frame.has(word));
	const named = [...new Set([...keywords(topic), ...matter, ...words.filter((word) => frame.has(word))])];
	const second = named.join(" ");
	return second === "" || second === own.toLowerCase().replace(/[?.]$/u, "") ? [own] : [own, second];
}

function holds(text: string, topic: string): boolean {
	const stems = new Set(contentStems(text));
	return contentStems(topic).every((one) => stems.has(one));
}
