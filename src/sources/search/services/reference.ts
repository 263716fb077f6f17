// Works of reference: an encyclopedia, and the filings of companies.
import { z } from "zod";
import { limits } from "../../../base/limits.ts";
import { comparisonForm } from "../../../base/text.ts";
import { cleanResult, jsonResults, optionalTexts, parseEach } from "../fetch-results.ts";
import { spellPeriod } from "../query.ts";
import type { Refusal } from "../refusal.ts";
import { plainLine } from "../result-text.ts";
import type { SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-definition.ts";

/** Names looked up at once. Wikipedia accepts 50, and returns the beginnings of 20. */
const wikipediaNamesMax = 20;
const wikipediaParams = { action: "query", format: "json", formatversion: 2 };
const wikipediaError = z.object({ code: z.string(), info: z.string().optional() }).optional();

/**
 * Wikipedia by MediaWiki's API, `/w/api.php`, in English unless a site such as `site:de.wikipedia.org` is requested. Errors come with
 * 200, as `error.code` and `error.info`. https://www.mediawiki.org/wiki/API:Search, …/API:Query
 */
export const wikipedia: ServiceDefinition = {
	title: "Wikipedia",
	address: "https://en.wikipedia.org",
	otherHosts: ["*.wikipedia.org"],
	contact: "wanted",
	hosts: ["wikipedia.org"],
	charactersMax: 300,
	resultsMax: 50,
	request: ({ words, limit, sites }) => {
		const edition = sites.find((site) => /^[a-z-]{2,12}\.wikipedia\.org$/.test(site));
		return {
			path: "/w/api.php",
			address: edition && `https://${edition}`,
			params: { ...wikipediaParams, list: "search", srsearch: words, srlimit: limit, srprop: "snippet" },
		};
	},
	fetchResults: jsonResults({
		answer: z
			.object({ query: z.object({ search: z.array(z.unknown()) }).optional(), error: wikipediaError })
			.refine(({ query, error }) => query !== undefined || error !== undefined, "neither results nor an error"),
		refusal: ({ query, error }) => (query ? undefined : wikipediaRefusal(error)),
		list: ({ query }) => query?.search,
		entry: z.object({ title: z.string(), snippet: z.string() }),
		result: ({ title, snippet }, baseUrl) => ({ url: wikipediaUrl(baseUrl, title), title, snippet, site: "Wikipedia" }),
	}),
	async titles(client, names, signal) {
		const cleaned = names.map((name) => name.replace(/[|#<>[\]{}]/g, " ").trim()).filter(Boolean);
		if (cleaned.length === 0) return [];
		const params = {
			...wikipediaParams,
			titles: cleaned.slice(0, wikipediaNamesMax).join("|"),
			redirects: 1,
			prop: "extracts|pageprops",
			ppprop: "disambiguation",
			exintro: 1,
			explaintext: 1,
			exsentences: 3,
			exlimit: wikipediaNamesMax,
		};
		return fetchWikipediaPages(client, { path: "/w/api.php", params }, signal);
	},
};

const fetchWikipediaPages = jsonResults({
	answer: z.object({
		batchcomplete: z.unknown(),
		query: z.object({ pages: z.array(z.unknown()) }).optional(),
		error: wikipediaError,
	}),
	refusal: ({ query, error, batchcomplete }) =>
		query || batchcomplete !== undefined ? undefined : wikipediaRefusal(error),
	list: ({ query }) => query?.pages,
	entry: z.object({
		title: z.string(),
		missing: z.unknown().optional(),
		invalid: z.unknown().optional(),
		extract: z.string().optional(),
		pageprops: z.object({ disambiguation: z.unknown().optional() }).optional(),
	}),
	result({ title, missing, invalid, extract, pageprops }, baseUrl) {
		if (missing !== undefined || invalid !== undefined) return undefined;
		const isChoice = pageprops !== undefined && "disambiguation" in pageprops;
		return {
			url: wikipediaUrl(baseUrl, title),
			title: isChoice && !/\(disambiguation\)$/.test(title) ? `${title} (disambiguation)` : title,
			snippet: isChoice ? `A list of things of this name: ${extract ?? ""}` : extract,
			site: "Wikipedia",
		};
	},
});

function wikipediaRefusal(error: z.infer<typeof wikipediaError>): Refusal {
	const code = error?.code ?? "unknown";
	const isBusy = /ratelimit|maxlag|readonly|internal_api_error/.test(code);
	return {
		kind: isBusy ? "limited" : "format",
		message: `did not take the query (${plainLine(`${code}: ${error?.info ?? ""}`, 160)})`,
		lasting: false,
	};
}

function wikipediaUrl(site: string, title: string): string {
	const name = encodeURIComponent(title.replaceAll(" ", "_"));
	return `${site}/wiki/${name.replace(/%(?:2F|3A|2C|40|24|3B)/g, decodeURIComponent)}`;
}

/**
 * The SEC's EDGAR. It searches the full text of filings since 2001 (`efts.sec.gov/LATEST/search-index`), and finds a company's latest
 * reports by its name or ticker (`www.sec.gov/files/company_tickers.json`, `data.sec.gov/submissions/CIK….json`). Programs must name
 * a contact, and may send ten requests a second. https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data
 */
export const sec: ServiceDefinition = {
	title: "SEC EDGAR",
	address: "https://efts.sec.gov",
	otherHosts: ["www.sec.gov", "data.sec.gov"],
	contact: "needed",
	hosts: ["sec.gov"],
	pauseMs: limits.searchPauseSecMs,
	refusals: [
		{
			statuses: [403],
			kind: "blocked",
			message: "refuses to answer this machine",
			hint: "set ASSAY_CONTACT to an address that you read, and wait ten minutes",
		},
	],
	request: (query) => {
		const spell = (since: string, until: string) => ({ dateRange: "custom", startdt: since, enddt: until });
		const range = spellPeriod(query, spell, { earliest: "2001-01-01" });
		return { path: "/LATEST/search-index", params: { q: query.words, ...range } };
	},
	fetchResults: jsonResults({
		answer: z.object({ hits: z.object({ hits: z.array(z.unknown()) }) }),
		list: ({ hits }) => hits.hits,
		entry: z.object({
			// The filing's number and the file's name: `0000320193-22-000108:aapl-20220924.htm`.
			_id: z.string(),
			_source: z.object({
				...optionalTexts("file_date", "period_ending", "form", "file_type", "file_description"),
				ciks: z.array(z.string()),
				display_names: z.array(z.string()).nullish(),
			}),
		}),
		result({ _id, _source: source }) {
			const [number, name] = _id.split(":");
			const [cik] = source.ciks;
			if (!number || !name || cik === undefined) return undefined;
			const who = (source.display_names ?? []).map((one) => one.replace(/\s*\(CIK \d+\)/, "")).join(", ");
			const what = source.file_type ?? source.form ?? "filing";
			const period = source.period_ending ? `, period to ${source.period_ending}` : "";
			return {
				url: secDocumentUrl(Number(cik), number, name),
				title: `${who}: ${what}`,
				snippet: `${source.form ?? what}${period}. ${source.file_description ?? ""}`,
				date: source.file_date,
				author: who,
				site: "SEC EDGAR",
			};
		},
	}),
	async titles(client, names, signal) {
		const wanted = new Set(names.map(withoutLegalForm));
		const companies = (await fetchCompanies(client, signal)).filter(
			({ ticker, title }) => wanted.has(withoutLegalForm(title)) || names.includes(ticker),
		);
		const lists = companies.slice(0, companiesMax).map((company) => fetchLatestReports(client, company, signal));
		return (await Promise.all(lists)).flat();
	},
};

/** Companies of one look-up. Each takes a request of its own. */
const companiesMax = 3;
/** A company's reports, one of each form: annual, quarterly, current events, the same of foreign companies, its proxy statement. */
const reportForms = ["10-K", "10-Q", "8-K", "20-F", "40-F", "6-K", "DEF 14A", "S-1"];

const companySchema = z.object({ cik_str: z.number(), ticker: z.string(), title: z.string() });
type Company = z.infer<typeof companySchema>;
const column = z.array(z.string());
const submissionsSchema = z.object({
	filings: z.object({
		recent: z.object({
			accessionNumber: column,
			filingDate: column,
			reportDate: column,
			form: column,
			primaryDocument: column,
		}),
	}),
});

/** The list of companies, requested once for each opened service. */
const companyLists = new WeakMap<ServiceClient, Promise<Company[]>>();

async function fetchCompanies(client: ServiceClient, signal?: AbortSignal): Promise<Company[]> {
	const request = { path: "/files/company_tickers.json", address: "https://www.sec.gov" };
	const list =
		companyLists.get(client) ??
		client
			.json(z.record(z.string(), z.unknown()), request, signal)
			.then((companies) => parseEach(client, Object.values(companies), companySchema));
	companyLists.set(client, list);
	return list.catch((error: unknown) => {
		companyLists.delete(client);
		throw error;
	});
}

/** The latest report of each form. */
async function fetchLatestReports(
	client: ServiceClient,
	{ cik_str: cik, title }: Company,
	signal?: AbortSignal,
): Promise<SearchResult[]> {
	const path = `/submissions/CIK${String(cik).padStart(10, "0")}.json`;
	const { filings } = await client.json(submissionsSchema, { path, address: "https://data.sec.gov" }, signal);
	const { form: forms, accessionNumber, primaryDocument, filingDate, reportDate } = filings.recent;
	return reportForms.flatMap((form) => {
		// The latest filing comes first.
		const at = forms.indexOf(form);
		const [number, name] = [accessionNumber[at], primaryDocument[at]];
		if (at === -1 || !number || !name) return [];
		const period = reportDate[at] ? `, period to ${reportDate[at]}` : "";
		return cleanResult({
			url: secDocumentUrl(cik, number, name),
			title: `${title}: ${form}${period}`,
			snippet: `The latest ${form} of ${title}${period}, filed ${filingDate[at] ?? ""}.`,
			date: filingDate[at],
			author: title,
			site: "SEC EDGAR",
		});
	});
}

function secDocumentUrl(cik: number, number: string, name: string): string {
	const file = name.split("/").map(encodeURIComponent).join("/");
	return `https://www.sec.gov/Archives/edgar/data/${cik}/${number.replaceAll("-", "")}/${file}`;
}

/** A company's name without its legal form. */
function withoutLegalForm(name: string): string {
	return comparisonForm(name)
		.replace(/[^\p{L}\p{N} ]/gu, "")
		.replace(
			/(?: (?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp|sa|nv|ag|se|holdings?|group))+$/,
			"",
		)
		.trim();
}
