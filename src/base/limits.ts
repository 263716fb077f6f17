/** Every number that a user may care about, with default, unit and reason. Times are milliseconds unless noted. */
export const limits = {
	/** Research stops this long before the deadline, and the report is written from the evidence so far. */
	reportReserveMs: 60_000,
	/** The longest deadline that a user can set: a day. */
	runMsMax: 86_400_000,
	/** Embedding the new texts of a folder takes at most this share of a run's deadline; the next command continues. */
	embedShare: 0.25,
	/** Opening the folders counts towards the deadline, but takes at most this share of it. */
	openingShare: 0.5,
	/** The most steps and pages that a user can set: more would not fit into the 1,000 recorded steps of one run. */
	stepsMax: 75,
	sourcesMax: 60,
	/** The widest wave that a user can set: no plan has more sub-questions. */
	widthMax: 10,
	/** Size of a file `.env`, and of the price table that it names: ten times a long one. Bytes. */
	envFileBytes: 1_000_000,
	/** The question whether to trust a folder is answered "no" after this time: nobody may be at the terminal. */
	trustQuestionMs: 120_000,
	/** A question on a terminal gets its default answer after this time: nobody may be there. */
	answerMs: 600_000,
	/** A run looks for messages of its user at this interval. ms */
	inboxMs: 700,
	/** A question is not a document. Characters. */
	questionCharacters: 4_000,
	/** Results requested from one search. */
	searchResults: 10,
	/** Pages read in parallel. */
	readsAtOnce: 10,
	/** Minimum and maximum pages chosen for one sub-question in one step. */
	pagesPerStepMin: 2,
	pagesPerStepMax: 5,
	/** Parallel investigators by the route's effort (METHOD §1); no more than pages are left to read. */
	investigators: { fact_check: 1, comparison: 4, complex: 10 },
	/** Messages of one investigator including its report; each may make several calls (METHOD §1: 3–10 calls, 10–15 calls). */
	investigatorMessages: { fact_check: 8, comparison: 4, complex: 4 },
	/** The same for an open question below depth `deep`: the whole wave waits for each investigator. */
	waveMessages: 2,
	/** Redundant workers of a hard lookup (METHOD §8); one more is sent if nobody confirms the top answer. */
	redundantWorkers: 3,
	/** Tool calls of one investigator, its report not included (METHOD §1). */
	investigatorCalls: { fact_check: 10, comparison: 15, complex: 15 },
	/**
	 * Tokens of one investigator's messages and of the pages that are extracted for it: eight pages at full length, and eight messages
	 * of some 8,000. Estimated from the texts.
	 */
	investigatorTokens: 150_000,
	/** Maximum new pages that one investigator may read: more than its messages can use. */
	investigatorReads: 8,
	/** Tool calls of one message that are executed; a model that asks for more has lost its way. */
	callsPerMessage: 8,
	/** Searches in a row without a read (METHOD §4.4). */
	searchesWithoutRead: 2,
	/** Length of a passage in an investigator's search results, and of a part of a page that it reads. Characters. */
	snippetCharacters: 600,
	pagePartCharacters: 8_000,
	/** Links of a page that are shown to an investigator. */
	linksShown: 12,
	/** Passages that `read_document` returns, and the length of each. */
	documentPassages: 6,
	documentPassageCharacters: 700,
	/**
	 * Text of a page that is shown to a model; less if the model's context window is small, if many pages are read in parallel, or if
	 * claims were extracted from the page before. Characters.
	 */
	pageShown: 40_000,
	/**
	 * Text of a longer page that is ranked in one go: the surroundings of its hits, and its beginning. A novel has some 500,000
	 * characters; 400,000 take a third of a second, which blocks Ctrl-C and the deadline. Characters.
	 */
	rankedCharacters: 400_000,
	/** Text around each hit of such a page, and at its beginning, that is always ranked. Characters. */
	rankedAround: 20_000,
	/** A longer text without an end of sentence is cut at this length: no sentence is so long. Characters. */
	sentenceCharacters: 4_000,
	/** Unreadable files that a run's log names with their reasons: some 150 bytes each, in every copy of the evidence. */
	skippedFiles: 500,
	/** Claims of one investigator's report. */
	reportedClaims: 24,
	/** Limits of `run_code`: time, heap in MiB, and characters that its program may print. */
	codeMs: 5_000,
	codeMemoryMb: 64,
	codeOutputCharacters: 10_000,
	/**
	 * Resident memory of its process, in MiB: holds the heap, the needs of the garbage collector, and some 60 of Node itself. It is
	 * measured so often that a program that takes a gigabyte a second exceeds it only a little.
	 */
	codeResidentMb: 256,
	codeWatchMs: 20,
	/** The system's limit for its data, in MiB: the resident limit, and 575 that Node 26 reserves without using. */
	codeDataMb: 896,
	/** Parallel programs in one process: each takes a core. */
	codeAtOnce: 2,
	/** A text file or HTML page larger than this is named and skipped. Bytes. */
	documentBytes: 10_000_000,
	/** A `.jsonl` file is read a line at a time, so it may be larger. Bytes. */
	recordFileBytes: 2_000_000_000,
	/** A PDF larger than this is named and skipped. Bytes. */
	pdfBytes: 50_000_000,
	/** Time to read a PDF, or any other document of a folder. */
	pdfMs: 30_000,
	/** Memory of a child process that reads documents. MiB. */
	pdfMemoryMb: 512,
	/** Small documents and records sent to a child in one message: enough that messages cost little. Documents, records, bytes. */
	documentsAtOnce: 64,
	recordsAtOnce: 400,
	documentsBytes: 1_000_000,
	/** A batch that takes longer is read again one by one, so that only the slow document is skipped. Normally a second at most. */
	documentsMs: 10_000,
	/** An idle child that reads documents is kept this long: starting one takes some 200 ms. */
	readerIdleMs: 5_000,
	/** Writing the index yields to other work, such as Ctrl-C, after this time. */
	indexSliceMs: 25,
	/** A command waits this long for another program's write to a store file; a write of assay takes a few milliseconds. */
	storeBusyMs: 5_000,
	/** SQLite itself waits this long at a time, which blocks the display and Ctrl-C. */
	storeBlockMs: 250,
	/** A run waits this long for another program to release its store file: a backup of a large one takes minutes. */
	storeLockedMs: 600_000,
	/** Wait before a busy store file or a lost server is tried again. */
	storeRetryMs: 50,
	/** A run that waits for its store for longer than this says so. */
	storeNoticeMs: 2_000,
	/** A run's lock that stays taken this long counts as held by a running process: a reader holds it for well under 1 ms. */
	runLockMs: 500,
	/**
	 * A step that was in progress at this many deaths of the program in a row is tried in a child process. Once is often a kill from
	 * outside, and a trial costs the start of a process.
	 */
	crashesBeforeTrial: 2,
	/** A step that ends this many child processes in a row is given up: once may be chance. */
	trialCrashes: 2,
	/** Where no step can be tried in a child process, a step is given up at this many deaths of the program in a row. */
	stepCrashes: 3,
	/** Trials before a process works on a run: each step that is due needs two at most. */
	trialsAtOnce: 20,
	/** A child process that tries a step reports this often. One that does not for `trialSilentMs` hangs and is ended. */
	trialReportMs: 1_000,
	trialSilentMs: 60_000,
	/** A child process that tries a step and is asked to stop may take this long. */
	trialStopMs: 1_500,
	/** A run waits this long for a lost database, so that paid work is recorded, before it stops. */
	databaseAwayMs: 60_000,
	databaseConnectMs: 10_000,
	/**
	 * A process holds a run in Postgres for this long, and says several times in between that it lives. Another may take the run once the
	 * time is over. Long enough for work that blocks the timers of a process for some seconds.
	 */
	workerLeaseMs: 10_000,
	workerHeartbeatMs: 2_500,
	/** Runs that one worker process works on at once; most of the time they wait for models and pages. */
	workerSlots: 4,
	workerSlotsMax: 64,
	/** A command whose run no worker has taken for this long says so. */
	workerNoticeMs: 3_000,
	/** Idle timeout of a model's response; longer for models that reason, and for models on this machine. */
	modelIdleTimeoutMs: 120_000,
	modelIdleTimeoutThinkingMs: 300_000,
	modelIdleTimeoutLocalMs: 600_000,
	/** One request to a model from its first byte to its last. */
	modelTotalMs: 600_000,
	modelTotalLocalMs: 3_600_000,
	modelConnectMs: 10_000,
	/** How often a request is sent when its failures cost nothing. */
	modelTries: 5,
	/** How often a request is sent in all when responses are missing or cut off: each may have cost money. */
	modelUnansweredTries: 2,
	/** The wait before the first retry, doubled each time, and its maximum. */
	modelBackoffMs: 1_000,
	modelBackoffMaxMs: 30_000,
	/** If a provider asks for a longer wait, the run stops and can be resumed. */
	modelRetryAfterMs: 120_000,
	/** Parallel requests to one provider, from all runs of the process; a model on this machine serves fewer. */
	modelRequests: 8,
	modelRequestsLocal: 4,
	/** Time for requests beside the research: an account's balance, the list of models. */
	modelAccountMs: 5_000,
	/** A batch: requests, and bytes of them; Google takes 20 MB in line. Anthropic and OpenAI take more. */
	batchRequests: 10_000,
	batchBytes: 16_000_000,
	/** The most that is read of one batch's results. */
	batchResultBytes: 256_000_000,
	/** A batch is sent once no further request has come for this long. */
	batchGatherMs: 1_000,
	/** The wait between two questions how far a batch is: from the first, half as long again each time, up to the second. */
	batchPollMs: 5_000,
	batchPollMaxMs: 60_000,
	/** The same for a server on this machine. */
	batchPollLocalMs: 100,
	batchPollLocalMaxMs: 2_000,
	/** A submission that was not confirmed is looked for at once, and again after this long, before another is sent. */
	batchSettleMs: 30_000,
	batchSettleLocalMs: 1_000,
	/** A provider that is away for this long while a batch is awaited ends the wait; the batch goes on. */
	batchAwayMs: 3_600_000,
	/**
	 * A key is removed from texts in all its forms if it has this many letters and digits (more if it has letters only, like a word), and
	 * this many different ones. A shorter key may be a word and a year: it is removed only as an exact match. The keys of services have
	 * 30 to 160 characters; no text repeats that many by chance.
	 */
	secretCharacters: 14,
	secretWordCharacters: 20,
	secretExactCharacters: 8,
	secretDistinct: 6,
	/** Servers of the Model Context Protocol in one run, and what is taken of each: tools, resources, their texts. */
	mcpServers: 8,
	mcpTools: 40,
	mcpResources: 200,
	mcpResourcesBytes: 20_000_000,
	/** One message of such a server. Bytes. The text of one result. Characters. */
	mcpMessageBytes: 4_000_000,
	mcpCharacters: 400_000,
	/** Time for a server to start and name what it offers, and for one call. ms */
	mcpStartMs: 30_000,
	mcpCallMs: 60_000,
	/** How often a server that ended is started again in one run. */
	mcpRestarts: 3,
	/** Time for one web page, from the DNS lookup to the last byte, including redirects. */
	pageMs: 30_000,
	/** Decoded size of a page. Bytes. */
	pageBytes: 10_000_000,
	pageRedirects: 5,
	/** How often a page is requested if the network or server fails, and the wait before the first retry, doubled each time. */
	pageTries: 3,
	pageBackoffMs: 500,
	/** If a server asks for a longer wait (`Retry-After`), there is no retry. */
	pageRetryAfterMs: 10_000,
	/** A host that accepts no connection for this long is unreachable. */
	pageConnectMs: 10_000,
	/** Time to connect to one address of a host before the next one is tried: Node's default of 500 ms is too short for slow lines. */
	addressConnectMs: 2_500,
	/** All header fields of one response: the largest default limit of current servers is 32 KiB. Bytes. */
	headerBytes: 32_768,
	/** Nested compressions of one response; more than one is already a mistake. */
	encodings: 2,
	/** Maximum length of a page's address. Characters. */
	urlCharacters: 4_096,
	/** This much of a `robots.txt` is read (RFC 9309 requires at least 500 KiB). Bytes. */
	robotsBytes: 512_000,
	/** A `robots.txt` that could not be read is requested again after this time. */
	robotsRetryMs: 60_000,
	/** A page with less text is rendered by a browser if there is one. Characters. */
	pageTextMin: 200,
	/** A redirect by a `meta` tag is followed if its delay is at most this; and how many are followed. Seconds, redirects. */
	pageRefreshSeconds: 10,
	pageRefreshes: 3,
	/** A page with more or deeper elements is not searched for its main part, which would take seconds; only its frame is removed. */
	searchedElements: 4_000,
	searchedDepth: 120,
	/** Time to parse one page: normally some 50 ms, about a second for a megabyte, several times that on a busy machine. */
	pageParseMs: 15_000,
	/** Parallel processes that parse web pages: each takes a core while it works. */
	pageParsers: 2,
	/** A crawl delay of `robots.txt` is respected up to this. */
	crawlDelayMaxMs: 10_000,
	/** Time and response size of one request to a search service. */
	searchMs: 15_000,
	searchBytes: 4_000_000,
	/** How often a query is sent to a service if the network or service fails: other services are asked in parallel. */
	searchTries: 2,
	/** Redirects of a request without a key. A request with a key follows none, so that no other host sees the key. */
	searchRedirects: 2,
	/** A service that asks for a longer wait is not used for the rest of the run. */
	searchRetryAfterMs: 60_000,
	/** If a service asks for a wait of at most `searchWaitMs`, its query is sent again; from then on, its queries pause this long. */
	searchWaitMs: 5_000,
	searchPauseLimitedMs: 1_100,
	/** Pauses between queries: arXiv's terms of use; the SEC's limit of ten a second; DuckDuckGo blocks fast clients. */
	searchPauseArxivMs: 3_000,
	searchPauseSecMs: 110,
	searchPauseDuckduckgoMs: 1_000,
	/** Limits of a rendered page: time until it is quiet, and decoded size of everything that it loads. */
	renderMs: 20_000,
	renderBytes: 30_000_000,
	/** Pages rendered in parallel, each by its own browser; fewer if the machine has less than `renderMemoryBytes` left for another. */
	rendersAtOnce: 3,
	/**
	 * Memory of one page: all processes of its browser together. An empty page takes 0.3 GB; 250 MB of data with a table of 100,000
	 * cells take 1.1 GB. Never more than half of the machine's free memory. Bytes.
	 */
	renderMemoryBytes: 1_500_000_000,
	/** Interval of measuring it, in a separate thread: a page fills some 0.1 GB in this time on a fast machine. */
	renderMemoryPollMs: 20,
	/** A browser that holds more than this without a page is restarted: otherwise it would count against the next page. Bytes. */
	browserMemoryBytes: 500_000_000,
	/** Parallel DNS lookups of one rendered page: the system makes two at a time, and a name server may be slow to answer. */
	renderLookups: 2,
	/** A rendered page is quiet after this time without requests in flight and without new text. */
	renderQuietMs: 500,
	/** A page with less text than `pageTextMin` gets this much more time after its own words came: a timer may add text. */
	renderTextMs: 4_000,
	/** Part of `renderMs` reserved for extracting the page's text. */
	renderExtractMs: 3_000,
	/** Interval of measuring a page's text while waiting for it. */
	renderPollMs: 100,
	/** Redirects of a page (by server and scripts together), and dialogues that it may open. */
	renderRedirects: 10,
	renderDialogs: 10,
	/** Time to load a report that is printed as a PDF: it loads nothing, but may be long, and the machine busy. */
	printMs: 60_000,
	/** Time for one page rendered by Steel: its browser waits up to 30 s for a page, and the response takes extra time. */
	steelMs: 60_000,
	/** Heap for one page's scripts. MiB. */
	renderHeapMb: 512,
	/** A browser that has not started after this time never will: a start takes about 1 s on a slow machine. */
	browserStartMs: 30_000,
	/** Links of a page that are kept. */
	pageLinks: 100,
	/** Windows of a page that are embedded: some 10 ms each. */
	pageWindows: 48,
	/** Addresses that a user may name as pages to read first. */
	namedPages: 20,
	/** Wider tables, and tables beyond this many cells of a page, stay lines of text without cells. Columns, cells. */
	tableColumns: 200,
	tableCells: 200_000,
	/** How long a page stays in the page cache. */
	pageCacheMs: 604_800_000,
} as const;
