import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import type { FollowUpNoted } from "../evidence/event.ts";
import { hasPart } from "../evidence/parts.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import { isWeb, type Page, type PooledHit } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { currentWave } from "../evidence/wave.ts";
import { titleKey } from "../reasoning/rules/index.ts";
import { type Reference, referencesIn } from "../text/references.ts";
import { contentStems } from "../text/words.ts";
import type { Step } from "./journal.ts";
import { isLinkFollowingAllowed, optionsOf } from "./state-access.ts";
import { loadPage, type Tools } from "./tools.ts";

/** The most references that become follow-up questions after one wave. */
const citationsMost = 2;
/** The share of a question's stems that a reference's sentence or entry must hold. */
const bearingLeast = 0.25;
/** Stems of a question that it must hold: of a title in a long list one word is shared by chance. */
const bearingStems = 2;
/** Words of a retold source's title, at least: a shorter one names a person or an organization, and no work. */
const retoldWords = 3;
/**
 * Promise of a reference, by the share of the question that stands beside it: from a half on, it is followed before the rest of the
 * plan. A source that a page retells is followed after it.
 */
const promises = { least: 0.35, bearing: 0.3, retold: 0.45 };

/**
 * Citation chasing: references that stand on pages of the wave, and sources that a model found them to retell, become follow-up
 * questions. Each is resolved by a search for its title or, where the run may follow links, by the link itself.
 */
export function noteCitations(state: ResearchState, tools: Tools, turn: number): Step[] {
	const ids = currentWave(state).flatMap(({ read }) => read);
	const read = state.sources.filter(({ id }) => ids.includes(id));
	if (!hasPart(state, "citations") || read.length === 0) return [];
	const step: Step = {
		name: `cite:${turn}:${shortHash(read.map(({ hash }) => hash))}`,
		instead: () => ({ type: "cited", followUps: [] }),
		work: async ({ signal }) => {
			const found: FollowUpNoted[] = [];
			for (const source of read) {
				const page = await loadPage(tools, source, signal);
				const retold = (source.speaker?.retells ?? []).filter((title) => title.split(/\s+/u).length >= retoldWords);
				found.push(
					...retold.map((title) => followUpFor(state, page, { title, context: title }, promises.retold)),
					...referencesIn(page.text).flatMap((one) => bearingFollowUp(state, page, one) ?? []),
				);
			}
			const unknown = found.filter((one) => !isKnown(state, one));
			const best = unknown.toSorted((a, b) => b.promise - a.promise);
			return { type: "cited", followUps: distinctBy(best, ({ text }) => titleKey(text)).slice(0, citationsMost) };
		},
	};
	return [step];
}

function bearingFollowUp(state: ResearchState, page: Page, reference: Reference): FollowUpNoted | undefined {
	const held = new Set(contentStems(reference.context));
	const shares = [state.question, ...state.plan.subQuestions.map(({ text }) => text)].map((text) => {
		const stems = [...new Set(contentStems(text))];
		const shared = stems.filter((stem) => held.has(stem)).length;
		return shared < Math.min(bearingStems, stems.length) ? 0 : shared / Math.max(1, stems.length);
	});
	const bearing = Math.max(...shares);
	if (bearing < bearingLeast) return undefined;
	const link = linkOf(state, page, reference);
	if (reference.title === undefined && link === undefined) return undefined;
	return followUpFor(state, page, reference, promises.least + promises.bearing * bearing, link);
}

function followUpFor(
	{ question }: ResearchState,
	page: Page,
	{ title = "", year, address }: Reference,
	promise: number,
	link?: string,
): FollowUpNoted {
	const name = title === "" ? (address ?? "") : title;
	return {
		text: `What does “${name}”${year === undefined ? "" : ` (${year})`} say on this: ${question}`,
		origin: "citation",
		focus: [name],
		priority: "optional",
		from: page.url,
		reason: `“${page.title}” refers to it`,
		promise,
		queries: [name],
		...(link === undefined ? {} : { link }),
	};
}

/** The address of a reference on a web page, where links may be followed: that of a link beside it, or of its identifier. */
function linkOf(state: ResearchState, page: Page, { title, address, context }: Reference): string | undefined {
	const options = optionsOf(state);
	if (!options.web || !isWeb(page) || !isLinkFollowingAllowed(options)) return undefined;
	const key = titleKey(title ?? context);
	const beside = page.links?.find(({ text, url }) => {
		const linked = titleKey(text);
		return url === address || (linked.length > 3 && (key.includes(linked) || linked.includes(key)));
	});
	const url = beside?.url ?? address;
	return url !== undefined && isWeb({ url }) && URL.canParse(url) ? url : undefined;
}

/** Whether the work is a page that was read or tried, or was asked about before. */
function isKnown({ sources, unread, subQuestions }: ResearchState, { focus, link, text }: FollowUpNoted): boolean {
	const key = titleKey(focus[0] ?? "");
	const tried = new Set([...sources, ...unread].map(({ url }) => url));
	return (
		(link !== undefined && tried.has(link)) ||
		sources.some(({ title, url }) => titleKey(title) === key || url === focus[0]) ||
		subQuestions.some((one) => one.text === text || one.focus.some((name) => titleKey(name) === key))
	);
}

/** The page that a sub-question's reference links to, as a search would find it. */
export function linkedPages({ link, focus }: SubQuestion): PooledHit[] {
	if (link === undefined) return [];
	const { hostname, pathname } = new URL(link);
	return [
		{
			url: link,
			title: focus[0] ?? hostname,
			label: `${hostname}${pathname === "/" ? "" : pathname}`,
			kind: "html",
			...{ snippet: "", start: 0, end: 0, locator: { kind: "line", line: 1 }, score: 1, passages: [] },
		},
	];
}
