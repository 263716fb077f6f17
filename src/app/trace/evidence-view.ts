import { pairKey } from "../../evidence/claim.ts";
import type { ResearchState, Summary, Turn } from "../../evidence/state.ts";

/** One part of the evidence with its entries by key. */
export type Entries = Readonly<Record<string, unknown>>;

/**
 * The evidence of a run as the trace records it: every list is an object by key, so that a merge patch names what changed. `notes`:
 * what the run has once (answer, what is missing, gap analysis, why it stopped).
 */
export interface EvidenceView {
	subQuestions: Entries;
	coverage: Entries;
	sources: Entries;
	unread: Entries;
	claims: Entries;
	groups: Entries;
	disputes: Entries;
	followUps: Entries;
	notes: Entries;
	/** Used and allowed: steps, pages, USD. */
	budget: Entries;
}

export const emptyView: EvidenceView = {
	...{ subQuestions: {}, coverage: {}, sources: {}, unread: {}, claims: {}, groups: {}, disputes: {}, followUps: {} },
	...{ notes: {}, budget: {} },
};

/** The parts of the evidence whose entries belong to steps. */
export type OwnedPart = Exclude<keyof EvidenceView, "budget">;
export const ownedParts = Object.keys(emptyView).filter((part): part is OwnedPart => part !== "budget");

/** `spentUsd`: what was spent on models by then. A claim's text stands in the claim alone: a group has the ids of its claims. */
export function evidenceViewOf(state: ResearchState, spentUsd: number): EvidenceView {
	const { answer, missing, analysis, stop, options } = state;
	return withoutNull({
		subQuestions: keyed(state.subQuestions, ({ id }) => id, withoutId),
		coverage: mapped(state.coverage, ({ queries: _inSteps, ...coverage }) => coverage),
		sources: keyed(
			state.sources,
			({ id }) => id,
			({ title, url, label, date }) => ({ title, url, label, date }),
		),
		unread: keyed(
			state.unread,
			({ url }) => url,
			({ url: _key, ...miss }) => miss,
		),
		claims: keyed(state.claims, ({ id }) => id, withoutId),
		groups: keyed(
			state.groups,
			({ id }) => id,
			({ id: _key, text: _ofClaim, ...group }) => group,
		),
		disputes: keyed(
			state.conflicts,
			({ a, b }) => pairKey(a, b),
			(conflict) => conflict,
		),
		followUps: keyed(
			state.followUps,
			({ text }) => text,
			({ text: _key, queries: _of, ...followUp }) => followUp,
		),
		notes: { answer, missing, gapAnalysis: analysis, stop },
		budget: {
			...{ steps: state.turns.length, stepsMax: options?.maxSteps },
			...{ pages: state.sources.length, pagesMax: options?.maxSources },
			...(options?.model ? { usd: spentUsd, usdMax: options.model.maxCostUsd } : {}),
		},
	});
}

/** The counts of a view, as `summaryOf` counts a state. */
export function summaryOfView({ claims, groups, sources, coverage }: EvidenceView): Summary {
	const sizeOf = (entries: Entries) => Object.keys(entries).length;
	const count = (entries: Entries, name: string, value: unknown) =>
		Object.values(entries).filter((entry) => (entry as Entries)[name] === value).length;
	return {
		...{ claims: sizeOf(claims), groups: sizeOf(groups), sources: sizeOf(sources) },
		disputed: count(groups, "disputed", true),
		covered: count(coverage, "status", "covered"),
		thin: count(coverage, "status", "thin"),
		uncovered: count(coverage, "status", "uncovered"),
	};
}

/** Whether an entry of the evidence is the work of this step. */
export function isOwnedBy(part: OwnedPart, key: string, turn: Turn, views: readonly EvidenceView[]): boolean {
	switch (part) {
		case "subQuestions":
		case "coverage":
			return turn.subQuestionId === key;
		case "sources":
			return turn.read.includes(key);
		case "unread":
			return turn.unread.some(({ url }) => url === key);
		case "claims":
			return turn.claims.includes(key);
		case "groups": {
			if (turn.action.kind === "challenge" && turn.action.groupId === key) return true;
			const members = views.flatMap(
				({ groups }) => (groups[key] as { claimIds: string[] } | undefined)?.claimIds ?? [],
			);
			return members.some((id) => turn.claims.includes(id));
		}
		case "disputes":
			return turn.conflicts.some(({ a, b }) => pairKey(a, b) === key);
		case "followUps":
			return (
				turn.action.kind === "hop" &&
				views.some(({ subQuestions }) => {
					const added = subQuestions[turn.subQuestionId ?? ""] as { text: string } | undefined;
					return added?.text === key;
				})
			);
		case "notes":
			return false;
	}
}

function keyed<T>(items: readonly T[], keyOf: (item: T) => string, entryOf: (item: T) => unknown): Entries {
	return Object.fromEntries(items.map((item) => [keyOf(item), entryOf(item)]));
}

function mapped<T>(entries: Readonly<Record<string, T>>, entryOf: (entry: T) => unknown): Entries {
	return Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, entryOf(entry)]));
}

function withoutId<T extends { id: string }>({ id: _key, ...entry }: T): Omit<T, "id"> {
	return entry;
}

/** The view as JSON: without undefined members, and without null, which means removal in a merge patch. */
function withoutNull(view: EvidenceView): EvidenceView {
	const text = JSON.stringify(view, (_key, value: unknown) => (value === null ? undefined : value));
	return JSON.parse(text) as EvidenceView;
}
