/** Every number that a user may care about, once: default, unit and reason. Times are milliseconds unless named. */
export const limits = {
	/** A run's deadline; METHOD §3. */
	runMs: 1_200_000,
	/** Research stops this long before the deadline, and the report is written from what is there. */
	reportReserveMs: 60_000,
	/** The longest deadline that can be asked for: a day. */
	runMsMax: 86_400_000,
	/** Of a run's deadline, new texts of a folder are read for their meaning no longer than this share; the next command goes on. */
	embedShare: 0.25,
	/** Opening the folders counts towards the deadline, but takes no more than this share of it from the research. */
	openingShare: 0.5,
	/** The most steps and pages that can be asked for: more would not fit into the 1,000 recorded steps of one run. */
	stepsMax: 75,
	sourcesMax: 60,
	/** The widest wave that can be asked for: no plan has more sub-questions. */
	widthMax: 10,
	/** A file `.env`, and a table of prices that it names: ten times what a long one takes. Bytes. */
	envFileBytes: 1_000_000,
	/** The question whether a folder is trusted is answered "no" after this long: a terminal may have nobody before it. */
	trustQuestionMs: 120_000,
	/** A question is one thing to ask, not a document. Characters. */
	questionCharacters: 4_000,
	/** Results asked of one search. */
	searchResults: 10,
	/** Pages read at once. */
	readsAtOnce: 10,
	/** Pages chosen for one thread in one step, at least and at most. */
	choiceMin: 2,
	choiceMax: 5,
	/** Investigators of a lookup at once, by the effort that the route asks for (METHOD §1); no more than there are pages left to read. */
	investigators: { fact_check: 1, comparison: 4, complex: 10 },
	/** Messages of one investigator, its report included; each may make several calls (METHOD §1: 3–10 calls, 10–15 calls). */
	investigatorMessages: { fact_check: 8, comparison: 4, complex: 4 },
	/** The same for an open question below depth deep, in the first wave and in those after it: each is waited for by the whole wave. */
	roundMessages: [2, 1],
	/** New pages that one investigator may read, at most: more than its messages have use for. */
	investigatorReads: 8,
	/** Tool calls of one message that are carried out; a model that asks for more has lost its way. */
	callsPerMessage: 8,
	/** METHOD §4.4: searches in a row without a read. */
	searchesWithoutRead: 2,
	/** A passage as an investigator sees it among its results, and a part of a page as it reads it. Characters. */
	snippetCharacters: 600,
	windowCharacters: 8_000,
	/** Links of a page that an investigator is shown. */
	linksShown: 12,
	/** Passages that `read_document` gives, and the length of each. */
	foundPassages: 6,
	foundPassageCharacters: 700,
	/** A page is shown to a model by so much, less where its window is small, where many pages are read at once, or where it was extracted before. Characters. */
	pageShown: 40_000,
	/**
	 * Of a longer page, this much is weighed at once: what stands around its hits, and its beginning. A novel has some 500,000
	 * characters; 400,000 take a third of a second, in which neither Ctrl-C nor the deadline is heard. Characters.
	 */
	weighedCharacters: 400_000,
	/** Around each hit of such a page, and of its beginning, so much is weighed in any case. Characters. */
	weighedAround: 20_000,
	/** A stretch of text without an end of sentence is cut at this length: no sentence is so long. Characters. */
	sentenceCharacters: 4_000,
	/** Files that could not be read, named in a run's log with their reasons: some 150 bytes each, in every copy of the evidence. */
	skippedFiles: 500,
	/** Claims of one investigator's report. */
	reportedClaims: 24,
	/** `run_code`: time, heap in MiB, and what its program may print. */
	codeMs: 5_000,
	codeMemoryMb: 64,
	codeOutputCharacters: 10_000,
	/**
	 * Resident memory of its process, in MiB: the heap, what its collector needs, and some 60 of Node itself stay below it. It is
	 * measured so often that at a gigabyte a second little more is taken.
	 */
	codeResidentMb: 256,
	codeWatchMs: 20,
	/** The system's limit of its data, in MiB: what may be resident, and 575 that Node 26 reserves and does not use. */
	codeDataMb: 896,
	/** Programs at once in one process: each takes a core. */
	codeAtOnce: 2,
	/** A text file or HTML page larger than this is named and skipped. Bytes. */
	documentBytes: 10_000_000,
	/** A `.jsonl` file is read a line at a time, so it may be larger. Bytes. */
	recordFileBytes: 2_000_000_000,
	/** A PDF larger than this is named and skipped. Bytes. */
	pdfBytes: 50_000_000,
	/** Reading of a PDF, or of any other document of a folder. */
	pdfMs: 30_000,
	/** Memory of a child process that reads documents. MiB. */
	pdfMemoryMb: 512,
	/** Small documents and records that a child reads at once: so many that messages cost little. Documents, bytes. */
	documentsAtOnce: 64,
	recordsAtOnce: 400,
	documentsBytes: 1_000_000,
	/** What takes longer together is read one by one, so that only the one to blame is skipped: it takes a second at most. */
	documentsMs: 10_000,
	/** A child that reads documents is kept for the next ones this long: to start one takes some 200 ms. */
	readerIdleMs: 5_000,
	/** The index is written so long before other work has its turn, Ctrl-C among it. */
	indexSliceMs: 25,
	/** A command waits this long for another program's write to a store file; one of assay takes a few milliseconds. */
	storeBusyMs: 5_000,
	/** Of that, SQLite itself waits this long at a time: meanwhile neither the display nor Ctrl-C has its turn. */
	storeBlockMs: 250,
	/** A run waits this long for another program to let go of its store file: a backup of a large one takes minutes. */
	storeLockedMs: 600_000,
	/** How often a busy file or a lost server is asked again. */
	storeAgainMs: 50,
	/** A run that waits for its store for longer than this says so. */
	storeNoticeMs: 2_000,
	/** How long a run's lock is asked for before a living process is taken to hold it: a reader's look takes well under 1 ms. */
	runLockMs: 500,
	/** A step that ends its process so often in a row is parked: once may be chance, twice the machine. */
	stepDeaths: 3,
	/** A database that went away is waited for this long, so that paid work is recorded, before the run is left as it is. */
	databaseAwayMs: 60_000,
	databaseConnectMs: 10_000,
	/** A model's server hangs when it gives no sign of life for this long; one that thinks hard, or this machine's own, longer. */
	modelSilenceMs: 120_000,
	modelSilenceThinkingMs: 300_000,
	modelSilenceLocalMs: 600_000,
	/** One request to a model from its first byte to its last. */
	modelTotalMs: 600_000,
	modelTotalLocalMs: 3_600_000,
	modelConnectMs: 10_000,
	/** How often a request is sent when what went wrong cost nothing. */
	modelTries: 5,
	/** How often in all a request is sent whose answer never came or broke off: each may have been paid for. */
	modelSilentTries: 2,
	/** The wait before the first repetition, doubled each time, and its most. */
	modelBackoffMs: 1_000,
	modelBackoffMaxMs: 30_000,
	/** A provider that asks to wait longer than this is not waited for: the run is left to be resumed. */
	modelRetryAfterMs: 120_000,
	/** Requests to one provider at once, of all runs of the process; a model on this machine serves few. */
	modelRequests: 8,
	modelRequestsLocal: 4,
	/** Questions beside the research: what is left on an account, which models there are. */
	modelAsideMs: 5_000,
	/**
	 * A key is taken out of texts in all its forms when it has so many letters and digits: at least, and when it is of letters alone,
	 * as words are; and so many different ones. A shorter one may be a word and a year: it is taken out where it stands exactly. The keys of services have 30 to 160, no text holds so many of them in a row by chance.
	 */
	secretCharacters: 14,
	secretWordCharacters: 20,
	secretExactCharacters: 8,
	secretDistinct: 6,
	/** One page of the web, from its name's look-up to its last byte, redirects included. */
	pageMs: 30_000,
	/** Decoded size of a page. Bytes. */
	pageBytes: 10_000_000,
	pageRedirects: 5,
	/** How often a page is asked for when the network or the server failed, and the wait before the first repetition, doubled each time. */
	pageTries: 3,
	pageBackoffMs: 500,
	/** A server that asks to wait longer than this (`Retry-After`) is not waited for. */
	pageRetryAfterMs: 10_000,
	/** A host that takes no connection for this long is away. */
	pageConnectMs: 10_000,
	/** One address of a host, before the next one is tried: Node's own 500 ms gives slow lines up. */
	addressConnectMs: 2_500,
	/** All header fields of one response: the largest that servers of today send by default is 32 KiB. Bytes. */
	headerBytes: 32_768,
	/** Compressions of one response, one in another; more than one is a mistake already. */
	encodings: 2,
	/** An address longer than this is no address of a page. Characters. */
	urlCharacters: 4_096,
	/** Of a `robots.txt`, this much is read (RFC 9309 asks for 500 KiB at least). Bytes. */
	robotsBytes: 512_000,
	/** A `robots.txt` that could not be read is asked for again after this. */
	robotsAgainMs: 60_000,
	/** A page of less text than this is rendered by a browser where one is there. Characters. */
	pageTextMin: 200,
	/** A page that sends its reader on by a `meta` tag within this time is followed, and so often. Seconds. */
	pageRefreshSeconds: 10,
	pageRefreshes: 3,
	/** A page of more or deeper nested elements is taken without its frame, and not searched for its main part: that would take seconds. */
	searchedElements: 4_000,
	searchedDepth: 120,
	/** One page's parsing: some 50 ms, a megabyte about a second, on a busy machine several times that. */
	pageParseMs: 15_000,
	/** Processes that parse pages of the web at once: each takes a core while it works. */
	pageParsers: 2,
	/** A crawl delay that `robots.txt` asks for is kept up to this. */
	crawlDelayMaxMs: 10_000,
	/** One request to a search service. */
	searchMs: 15_000,
	searchBytes: 4_000_000,
	/** How often a service is asked one thing when the network or it failed: others are asked at the same time. */
	searchTries: 2,
	/** Redirects of a service that is asked without a key; one that is sent a key follows none, so that no other host sees it. */
	searchRedirects: 2,
	/** A service that asks to wait longer than this is left out for the rest of the run. */
	searchRetryAfterMs: 60_000,
	/** A service that asks for no longer a wait than this is waited for; it is asked at this pace from then on. */
	searchWaitMs: 5_000,
	searchPauseLimitedMs: 1_100,
	/** Pauses between queries: arXiv's terms of use; the SEC's ten a second; DuckDuckGo blocks whoever asks quickly. */
	searchPauseArxivMs: 3_000,
	searchPauseSecMs: 110,
	searchPauseDuckduckgoMs: 1_000,
	/** A rendered page: time to its quiet, and decoded size of all that it loads. */
	renderMs: 20_000,
	renderBytes: 30_000_000,
	/** Pages rendered at once, each by a browser of its own; fewer when the machine has less than `renderMemoryBytes` left for another. */
	rendersAtOnce: 3,
	/**
	 * Memory of one page: all processes of its browser together. An empty page takes 0.3 GB, 250 MB of data beside a table of 100,000
	 * cells 1.1 GB. Not more than half of what the machine has left. Bytes.
	 */
	renderMemoryBytes: 1_500_000_000,
	/** How often that is measured, by a thread of its own: a page fills some 0.1 GB in this time on a fast machine. */
	renderMemoryPollMs: 20,
	/** A browser that holds more than this without a page is started anew: the next page would be charged for it. Bytes. */
	browserMemoryBytes: 500_000_000,
	/** Names that one rendered page has looked up at once: the system looks up two at a time, and a name server may be silent for long. */
	renderLookups: 2,
	/** Nothing in flight and no new text for this long: a rendered page is quiet. */
	renderQuietMs: 500,
	/** A page with less text than `pageTextMin` is waited for this long after its own words came: its text may come by a timer. */
	renderTextMs: 4_000,
	/** Kept of `renderMs` for taking the page's text out. */
	renderTakeMs: 3_000,
	/** How often a page's text is measured while it is waited for. */
	renderPollMs: 100,
	/** Addresses that a page may lead on to, redirects of its server and its scripts together, and dialogues that it may open. */
	renderLandings: 10,
	renderDialogs: 10,
	/** One page rendered by Steel: its own browser waits up to 30 s for a page, and the answer takes its time. */
	steelMs: 60_000,
	/** Heap of one page's scripts. MiB. */
	renderHeapMb: 512,
	/** A browser that has not started by then will not: about 1 s on a slow machine. */
	browserStartMs: 30_000,
	/** Links of a page that are kept. */
	pageLinks: 100,
	/** Stretches of a page that was read whose meaning is looked at: some 10 ms each. */
	pageWindows: 48,
	/** Addresses that a user may name to be read first. */
	namedPages: 20,
	/** A table wider, or a page's tables larger, stay lines of text: their cells are not told apart. Columns, cells. */
	tableColumns: 200,
	tableCells: 200_000,
	/** How long a page that was read is kept in the page cache. */
	pageKeptMs: 604_800_000,
} as const;
