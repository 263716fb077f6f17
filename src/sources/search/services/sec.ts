import { z } from "zod";
import { limits } from "../../../base/limits.ts";
import { comparisonForm } from "../../../base/text.ts";
import { parseDate } from "../dates.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-client.ts";

/**
 * The SEC's EDGAR. It searches the full text of filings since 2001 (`efts.sec.gov/LATEST/search-index`), and finds a company's latest
 * reports by its name or ticker (`www.sec.gov/files/company_tickers.json`, `data.sec.gov/submissions/CIK….json`). Programs must name
 * a contact, and may send ten requests a second. https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data
 */
export const sec: ServiceDefinition = {
	name: "sec",
	title: "SEC EDGAR",
	address: "https://efts.sec.gov",
	otherHosts: ["www.sec.gov", "data.sec.gov"],
	contact: "needed",
	hosts: ["sec.gov"],
	pauseMs: limits.searchPauseSecMs,
	refusal: ({ status }) =>
		status === 403
			? {
					kind: "blocked",
					message: "refuses to answer this machine (403)",
					hint: "set ASSAY_CONTACT to an address that you read, and wait ten minutes",
				}
			: undefined,
	open(client) {
		let companies: Promise<Company[]> | undefined;
		return {
			async search(query, signal) {
				const { hits } = await client.json(answer, {
					path: "/LATEST/search-index",
					params: { q: query.text, ...rangeOf(query) },
					signal,
				});
				return client
					.parseEach(hits.hits, hit)
					.flatMap((one) => resultOf(one) ?? [])
					.slice(0, query.limit);
			},
			async titles(names, signal) {
				companies ??= fetchCompanies(client, signal);
				const allCompanies = await companies.catch((error: unknown) => {
					companies = undefined;
					throw error;
				});
				const wanted = new Set(names.map(withoutLegalForm));
				const matches = allCompanies.filter(
					({ ticker, title }) => wanted.has(withoutLegalForm(title)) || names.includes(ticker),
				);
				const lists = await Promise.all(
					matches.slice(0, companiesMax).map((company) => fetchFilings(client, company, signal)),
				);
				return lists.flat();
			},
		};
	},
};

/** Companies of one look-up. Each takes a request of its own. */
const companiesMax = 3;
/** A company's reports, one of each form: annual, quarterly, current events, the same of foreign companies, its proxy statement. */
const reportForms = ["10-K", "10-Q", "8-K", "20-F", "40-F", "6-K", "DEF 14A", "S-1"];
const archive = "https://www.sec.gov/Archives/edgar/data";

const answer = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) });
const hit = z.object({
	_id: z.string(),
	_source: z.object({
		ciks: z.array(z.string()),
		display_names: z.array(z.string()).nullish(),
		file_date: z.string().nullish(),
		period_ending: z.string().nullish(),
		form: z.string().nullish(),
		file_type: z.string().nullish(),
		file_description: z.string().nullish(),
	}),
});
const company = z.object({ cik_str: z.number(), ticker: z.string(), title: z.string() });
type Company = z.infer<typeof company>;
const recent = z.object({
	accessionNumber: z.array(z.string()),
	filingDate: z.array(z.string()),
	reportDate: z.array(z.string()),
	form: z.array(z.string()),
	primaryDocument: z.array(z.string()),
});
const submissions = z.object({ filings: z.object({ recent }) });

/** `_id` is the filing's number and the file's name: `0000320193-22-000108:aapl-20220924.htm`. */
function resultOf({ _id, _source: source }: z.infer<typeof hit>): SearchResult | undefined {
	const [number, name] = _id.split(":");
	const [cik] = source.ciks;
	if (!number || !name || cik === undefined) return undefined;
	const who = (source.display_names ?? []).map((one) => one.replace(/\s*\(CIK \d+\)/, "")).join(", ");
	const what = source.file_type ?? source.form ?? "filing";
	const period = source.period_ending ? `, period to ${source.period_ending}` : "";
	return {
		url: documentUrl(Number(cik), number, name),
		title: plainLine(`${who}: ${what}`, titleLengthMax),
		snippet: plainLine(`${source.form ?? what}${period}. ${source.file_description ?? ""}`),
		date: parseDate(source.file_date),
		author: plainLine(who, titleLengthMax),
		site: "SEC EDGAR",
	};
}

async function fetchCompanies(client: ServiceClient, signal?: AbortSignal): Promise<Company[]> {
	const list = await client.json(z.record(z.string(), z.unknown()), {
		path: "/files/company_tickers.json",
		address: "https://www.sec.gov",
		signal,
	});
	return client.parseEach(Object.values(list), company);
}

async function fetchFilings(
	client: ServiceClient,
	{ cik_str: cik, title }: Company,
	signal?: AbortSignal,
): Promise<SearchResult[]> {
	const { filings: filed } = await client.json(submissions, {
		path: `/submissions/CIK${String(cik).padStart(10, "0")}.json`,
		address: "https://data.sec.gov",
		signal,
	});
	const { form, accessionNumber, primaryDocument, filingDate, reportDate } = filed.recent;
	return reportForms.flatMap((wanted) => {
		// The latest filing comes first.
		const at = form.indexOf(wanted);
		const [number, name] = [accessionNumber[at], primaryDocument[at]];
		if (at === -1 || !number || !name) return [];
		const period = reportDate[at] ? `, period to ${reportDate[at]}` : "";
		return [
			{
				url: documentUrl(cik, number, name),
				title: plainLine(`${title}: ${wanted}${period}`, titleLengthMax),
				snippet: plainLine(`The latest ${wanted} of ${title}${period}, filed ${filingDate[at] ?? ""}.`),
				date: parseDate(filingDate[at]),
				author: plainLine(title, titleLengthMax),
				site: "SEC EDGAR",
			},
		];
	});
}

function documentUrl(cik: number, number: string, name: string): string {
	return `${archive}/${cik}/${number.replaceAll("-", "")}/${name.split("/").map(encodeURIComponent).join("/")}`;
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

function rangeOf({ since, until }: SearchQuery): Record<string, string> {
	if (since === undefined && until === undefined) return {};
	return {
		dateRange: "custom",
		startdt: since ?? "2001-01-01",
		enddt: until ?? new Date().toISOString().slice(0, 10),
	};
}
