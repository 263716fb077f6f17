import { shortHash } from "../base/hash.ts";
import { isWeb, type Page, type PooledHit } from "../evidence/source.ts";
import type { ExtractInput } from "../reasoning/reasoner.ts";
import { lastTurn, routeOf, subQuestionOf } from "./facts.ts";
import type { Journal } from "./journal.ts";
import { placed } from "./placed.ts";
import type { ReadPage } from "./read.ts";
import type { Tools } from "./tools.ts";
import { weighedPart } from "./weighed.ts";

/** Claims taken from one page for one sub-question, at most. */
const claimsPerPage = 8;

/** METHOD §5: claims with verbatim quotes. Code looks each quote up in the page; one that is not there drops its claim. */
export async function extract(journal: Journal, tools: Tools, turn: number, pages: readonly ReadPage[]): Promise<void> {
	const { question } = journal.state;
	const route = routeOf(journal.state);
	const subQuestion = subQuestionOf(journal.state);
	const found = new Map(lastTurn(journal.state).hits.map((hit) => [hit.url, hit.passages]));
	await journal.recordAll(
		turn,
		pages.map((read) => ({
			name: `extract:${shortHash([read.source.hash, read.source.url, subQuestion.id, subQuestion.text])}:${turn}`,
			instead: () => ({
				...{ type: "extracted", sourceId: read.source.id, subQuestionId: subQuestion.id },
				...{ claims: [], dropped: 0 },
			}),
			work: async (role) => {
				tools.onActivity?.(`weighing: ${read.source.title}`);
				const hits = found.get(read.source.url) ?? [];
				const passages = await passagesIn(tools, read.page, subQuestion.text, hits, role.signal);
				const part = weighedPart(read.page, passages);
				const wanted: ExtractInput = {
					question,
					route,
					subQuestion,
					page: part.page,
					passages: part.inParts(passages),
					max: claimsPerPage,
				};
				const extracted = await tools.reasoner.extractClaims(wanted, role);
				const each = extracted.map((claim) => placed(part.inWhole(claim), read, subQuestion.id));
				const claims = each.flat();
				return {
					type: "extracted",
					sourceId: read.source.id,
					subQuestionId: subQuestion.id,
					claims: claims.filter((claim) => claim.class !== "irrelevant"),
					dropped: each.filter((claims) => claims.length === 0).length,
				};
			},
		})),
	);
}

/** Where the searches hit; in a page of the web, whose results name no place in it, where its source finds the sub-question. */
async function passagesIn(
	{ source }: Tools,
	page: Page,
	query: string,
	hit: PooledHit["passages"],
	signal: AbortSignal,
): Promise<PooledHit["passages"]> {
	if (!isWeb(page)) return hit;
	return (await source.passages?.(page, query, signal)) ?? [];
}
