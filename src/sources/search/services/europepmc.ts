import { z } from "zod";
import { parseDate } from "../dates.ts";
import { searchTermsOf } from "../query.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceDefinition } from "../service-client.ts";

/** Europe PMC, `GET …/rest/search`. https://europepmc.org/RestfulWebService; an error is `errCode` and `errMsg`. */
export const europepmc: ServiceDefinition = {
	name: "europepmc",
	title: "Europe PMC",
	address: "https://www.ebi.ac.uk",
	contact: "wanted",
	open: (client) => ({
		async search(query, signal) {
			const words = searchTermsOf(query.text)
				.map((term) => (/\s/.test(term) ? `"${term}"` : term))
				.join(" ");
			if (words === "") return [];
			const { resultList } = await client.json(answer, {
				path: "/europepmc/webservices/rest/search",
				params: {
					query: `(${words})${rangeOf(query)}`,
					format: "json",
					resultType: "core",
					pageSize: Math.min(query.limit, 100),
				},
				signal,
			});
			return client.parseEach(resultList.result, result).map(resultOf);
		},
	}),
};

const answer = z.object({ hitCount: z.number(), resultList: z.object({ result: z.array(z.unknown()) }) });
const result = z.object({
	id: z.string(),
	source: z.string(),
	pmcid: z.string().nullish(),
	doi: z.string().nullish(),
	title: z.string().nullish(),
	authorString: z.string().nullish(),
	abstractText: z.string().nullish(),
	firstPublicationDate: z.string().nullish(),
	isOpenAccess: z.string().nullish(),
	journalInfo: z.object({ journal: z.object({ title: z.string().nullish() }).nullish() }).nullish(),
	pubTypeList: z.object({ pubType: z.array(z.string()).nullish() }).nullish(),
});

/** The address is the full text where it is open, else the DOI. Its own pages need scripts. `PPR` are preprints. */
function resultOf(one: z.infer<typeof result>): SearchResult {
	const full = one.pmcid && one.isOpenAccess === "Y" ? [`https://pmc.ncbi.nlm.nih.gov/articles/${one.pmcid}/`] : [];
	const doi = one.doi ? [`https://doi.org/${one.doi}`] : [];
	const all = [...full, ...doi, `https://europepmc.org/article/${one.source}/${one.id}`];
	const journal = one.journalInfo?.journal?.title;
	const types = one.pubTypeList?.pubType ?? [];
	return {
		url: all[0] ?? "",
		sameAs: all.slice(1),
		title: plainLine(one.title, titleLengthMax),
		snippet: plainLine(one.abstractText),
		date: parseDate(one.firstPublicationDate),
		...(one.authorString && { author: plainLine(one.authorString, titleLengthMax) }),
		...(journal && { site: plainLine(journal, titleLengthMax) }),
		...(journal && one.source !== "PPR" && !types.some((type) => /preprint|letter|news|editorial|comment/i.test(type))
			? { peerReviewed: true }
			: {}),
	};
}

function rangeOf({ since, until }: SearchQuery): string {
	if (since === undefined && until === undefined) return "";
	return ` AND (FIRST_PDATE:[${since ?? "1800-01-01"} TO ${until ?? "3000-12-31"}])`;
}
