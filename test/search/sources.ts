// What each primary source answers, by its own documentation: fields that are not read are there as well.
import type { Protocol } from "./protocol.ts";

const arxivFeed = (entries: string, total: number) => ({
	headers: { "content-type": "application/atom+xml; charset=utf-8" },
	body: `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/aaaa</id><title>arXiv Query: search_query=all:tide</title><updated>2031-01-01T00:00:00Z</updated>
  <opensearch:itemsPerPage>10</opensearch:itemsPerPage><opensearch:totalResults>${total}</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex>
${entries}</feed>`,
});

export const sources: Protocol[] = [
	{
		name: "wikipedia",
		some: {
			body: {
				batchcomplete: true,
				continue: { sroffset: 10, continue: "-||" },
				query: {
					searchinfo: { totalhits: 2 },
					search: [
						{
							ns: 0,
							title: "Tide/Ebb: a history",
							pageid: 1,
							snippet: 'High <span class="searchmatch">tide</span> &amp; low water',
						},
					],
				},
			},
		},
		first: { url: "BASE/wiki/Tide/Ebb:_a_history", title: "Tide/Ebb: a history", snippet: /^High tide & low water$/ },
		none: { body: { batchcomplete: true, query: { searchinfo: { totalhits: 0 }, search: [] } } },
		filters: [],
	},
	{
		name: "arxiv",
		some: arxivFeed(
			`  <entry><id>http://arxiv.org/abs/2104.01234v2</id><title>Tides of a
  harbour</title><updated>2031-05-05T17:59:59Z</updated><link href="https://arxiv.org/abs/2104.01234v2" rel="alternate" type="text/html"/>
  <summary>We measure $h &lt; 3$ m at the pier.</summary><category term="physics.ao-ph"/><published>2031-04-05T17:59:59Z</published>
  <arxiv:journal_ref>J. Tides 4 (2031) 12</arxiv:journal_ref><arxiv:doi>10.5555/tides.4</arxiv:doi><author><name>Ada Pilot</name></author><author><name>Bo Quay</name></author></entry>\n`,
			1,
		),
		first: {
			url: "https://arxiv.org/abs/2104.01234",
			title: "Tides of a harbour",
			snippet: /^We measure \$h < 3\$ m at the pier\.$/,
			date: "2031-04-05",
		},
		none: arxivFeed("", 0),
		filters: [/submittedDate%3A%5B203101010000/],
	},
	{
		name: "openalex",
		some: {
			body: {
				meta: { count: 1, db_response_time_ms: 4, page: 1, per_page: 10, cost_usd: 0.001 },
				results: [
					{
						id: "https://openalex.org/W1",
						doi: "https://doi.org/10.5555/tides.4",
						display_name: "Tides of a harbour",
						publication_date: "2031-04-05",
						type: "article",
						authorships: [
							{ author_position: "first", author: { id: "https://openalex.org/A1", display_name: "Ada Pilot" } },
						],
						primary_location: {
							landing_page_url: "https://doi.org/10.5555/tides.4",
							pdf_url: null,
							version: "publishedVersion",
							source: { display_name: "Journal of Tides", type: "journal" },
						},
						best_oa_location: {
							landing_page_url: "https://repository.example/tides",
							pdf_url: null,
							version: "submittedVersion",
							source: null,
						},
						abstract_inverted_index: { We: [0], measure: [1], "tides.": [2, 3] },
					},
				],
				group_by: [],
			},
		},
		first: {
			url: "https://repository.example/tides",
			title: "Tides of a harbour",
			snippet: /^We measure tides\. tides\.$/,
			date: "2031-04-05",
		},
		none: { body: { meta: { count: 0 }, results: [], group_by: [] } },
		usedUp: { status: 429, body: { error: "Rate limit exceeded", message: "Daily limit exceeded" } },
		filters: [/filter=from_publication_date%3A2031-01-01/],
	},
	{
		name: "crossref",
		some: {
			body: {
				status: "ok",
				"message-type": "work-list",
				"message-version": "1.0.0",
				message: {
					"total-results": 1,
					items: [
						{
							DOI: "10.5555/Tides.4",
							URL: "https://doi.org/10.5555/tides.4",
							title: ["Tides of a <i>harbour</i>"],
							"container-title": ["Journal of Tides"],
							author: [{ given: "Ada", family: "Pilot", sequence: "first", affiliation: [] }, { name: "Tide Group" }],
							issued: { "date-parts": [[2031, 4]] },
							abstract:
								"<jats:title>Abstract</jats:title><jats:p>We measure tides.</jats:p><jats:p>They rise.</jats:p>",
							type: "journal-article",
							publisher: "Harbour Press",
						},
					],
				},
			},
		},
		first: {
			url: "https://doi.org/10.5555/Tides.4",
			title: "Tides of a harbour",
			snippet: /^We measure tides\. They rise\.$/,
			date: "2031-04",
		},
		none: { body: { status: "ok", "message-type": "work-list", message: { "total-results": 0, items: [] } } },
		filters: [/filter=from-pub-date%3A2031-01-01/],
	},
	{
		name: "europepmc",
		some: {
			body: {
				version: "6.9",
				hitCount: 1,
				request: { queryString: "tide", resultType: "core" },
				resultList: {
					result: [
						{
							id: "123",
							source: "MED",
							pmid: "123",
							pmcid: "PMC456",
							doi: "10.5555/tides.4",
							title: "Tides of a harbour.",
							authorString: "Pilot A, Quay B.",
							journalInfo: { volume: "4", journal: { title: "Journal of tides" } },
							abstractText: "<h4>Background</h4>We measure tides.",
							pubTypeList: { pubType: ["research-article", "Journal Article"] },
							isOpenAccess: "Y",
							firstPublicationDate: "2031-04-05",
						},
					],
				},
			},
		},
		first: {
			url: "https://pmc.ncbi.nlm.nih.gov/articles/PMC456/",
			title: "Tides of a harbour.",
			snippet: /^Background We measure tides\.$/,
			date: "2031-04-05",
		},
		none: { body: { version: "6.9", hitCount: 0, request: {}, resultList: { result: [] } } },
		filters: [/FIRST_PDATE%3A%5B2031-01-01/],
	},
	{
		name: "sec",
		some: {
			body: {
				took: 8,
				timed_out: false,
				_shards: { total: 50 },
				hits: {
					total: { value: 1, relation: "eq" },
					hits: [
						{
							_index: "edgar_file",
							_id: "0000001234-31-000108:tide-20310331.htm",
							_score: 9.1,
							_source: {
								ciks: ["0000001234"],
								display_names: ["Tide Works Inc.  (TIDE)  (CIK 0000001234)"],
								root_forms: ["10-K"],
								form: "10-K",
								adsh: "0000001234-31-000108",
								file_type: "10-K",
								file_description: "Annual report",
								file_date: "2031-04-05",
								period_ending: "2031-03-31",
							},
						},
					],
				},
				aggregations: {},
				query: {},
			},
		},
		first: {
			url: "https://www.sec.gov/Archives/edgar/data/1234/000000123431000108/tide-20310331.htm",
			title: "Tide Works Inc. (TIDE): 10-K",
			snippet: /^10-K, period to 2031-03-31\. Annual report$/,
			date: "2031-04-05",
		},
		none: {
			body: { took: 1, timed_out: false, hits: { total: { value: 0, relation: "eq" }, max_score: null, hits: [] } },
		},
		filters: [/startdt=2031-01-01/, /dateRange=custom/],
	},
	{
		name: "github",
		key: "taken",
		variable: "GITHUB_TOKEN",
		some: {
			body: {
				total_count: 1,
				incomplete_results: false,
				// One shape for all three kinds, so that one answer serves them.
				items: [
					{
						html_url: "https://github.com/harbour/tides",
						full_name: "harbour/tides",
						title: "Tide tables are off by an hour",
						description: "Tide tables",
						body: "Since summer.",
						state: "open",
						user: { login: "pilot" },
						language: "Rust",
						stargazers_count: 7,
						created_at: "2031-04-05T00:00:00Z",
						pushed_at: "2031-04-05T00:00:00Z",
						path: "src/tides.rs",
						repository: { full_name: "harbour/tides" },
						score: 1,
					},
				],
			},
		},
		first: {
			url: "https://github.com/harbour/tides",
			title: "harbour/tides",
			snippet: /^Tide tables · Rust · 7 stars$/,
			date: "2031-04-05",
		},
		none: { body: { total_count: 0, incomplete_results: false, items: [] } },
		wrongKey: { status: 401, body: { message: "Bad credentials", documentation_url: "https://docs.github.com/rest" } },
		usedUp: {
			status: 403,
			headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 3_600) },
			body: { message: "API rate limit exceeded" },
		},
		filters: [/(?:pushed|created)%3A2031-01-01/],
	},
	{
		name: "hackernews",
		some: {
			body: {
				exhaustive: { nbHits: true, typo: true },
				hits: [
					{
						_tags: ["story", "author_pilot", "story_1"],
						objectID: "1",
						title: "Tides of the harbour",
						url: "https://harbour.example/tides",
						author: "pilot",
						points: 12,
						num_comments: 3,
						created_at: "2031-04-05T00:00:00Z",
						created_at_i: 1_933_113_600,
						_highlightResult: {},
					},
				],
				hitsPerPage: 10,
				nbHits: 1,
				nbPages: 1,
				page: 0,
				query: "tide",
			},
		},
		first: {
			url: "https://harbour.example/tides",
			title: "Tides of the harbour",
			snippet: /12 points and 3 comments/,
		},
		none: { body: { hits: [], nbHits: 0, nbPages: 0, page: 0, query: "tide" } },
		filters: [/created_at_i%3E%3D1924992000/],
	},
];
