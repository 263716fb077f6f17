/**
 * `npm run bench -- lookups [--misses]`: short questions on documentation that Debian packages
 * (postgresql-doc-15, sqlite3-doc, debian-policy), searched by words alone. Counted: answers that are right and wrong, by the
 * confidence that the report gives them. A set whose package is not installed is skipped and named. The questions were written from
 * the pages before the first run. All have been looked at since, with their misses: they are tuning data.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { researched } from "./support/research.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

/** A question with what counts as its answer. */
type Item = [question: string, right: RegExp];

interface DocumentSet {
	name: string;
	folder: string;
	items: Item[];
}

const sets: readonly DocumentSet[] = [
	{
		name: "postgresql-doc-15",
		folder: "/usr/share/doc/postgresql-doc-15/html",
		items: [
			["What is the default value of max_connections?", /^100\b/],
			["What is the maximum number of function arguments?", /^100\b/],
			["What is the default value of checkpoint_timeout?", /^(?:five|5) ?min/],
			["What is the default index method of CREATE INDEX?", /^b-?tree$/i],
			["Who led the POSTGRES project?", /Stonebraker/],
			["Who added an SQL language interpreter to POSTGRES?", /Andrew Yu|Jolly Chen/],
			["When did the implementation of POSTGRES begin?", /1986/],
			["What is the storage size of smallint?", /^(?:2|two) bytes$/],
			["What is the default value of wal_level?", /^replica$/],
			["Which lock mode does DROP TABLE acquire?", /^access exclusive\b/i],
			["What is the default value of deadlock_timeout?", /^(?:one second|1 ?s)/],
			["What is the maximum identifier length?", /^63\b/],
			["Who maintains the GIN implementation in PostgreSQL?", /Sigaev|Bartunov/],
			["Which isolation levels does the SQL standard define?", /(?=.*uncommitted)(?=.*repeatable)(?=.*serializable)/i],
			["Which signal makes the server reload its configuration files?", /^SIGHUP$/],
			["What is the default fillfactor of a table?", /^100\b/],
		],
	},
	{
		name: "sqlite3-doc",
		folder: "/usr/share/doc/sqlite3",
		items: [
			["When was the SQLite project started?", /2000-05-(?:0|2)9|May 2000/],
			["Who wrote the Lemon parser generator?", /Hipp/],
			["What is the maximum size of an SQLite database?", /281/],
			["What is the default page size?", /^4096\b/],
			["What is the default value of SQLITE_MAX_COLUMN?", /^2000\b/],
			["How many tables can a join contain at most?", /^64\b/],
			["Which version control system does SQLite use?", /^Fossil\b/],
			["Which storage classes does SQLite have?", /(?=.*null)(?=.*integer)(?=.*real)(?=.*text)(?=.*blob)/i],
			["Since which version are the JSON functions built into SQLite by default?", /3\.38/],
			["What is the default value of SQLITE_MAX_EXPR_DEPTH?", /^1000\b/],
			["How many opcodes are defined by the virtual machine?", /^186\b/],
			["Are foreign key constraints enabled by default?", /^No$/],
			["What is the minimum size of an SQLite database?", /^(?:a single )?512/],
			["Where does Richard Hipp live?", /Charlotte/],
		],
	},
	{
		name: "debian-policy",
		folder: "/usr/share/doc/debian-policy/policy.html",
		items: [
			["Which UID does the user nobody have?", /^65534/],
			["What is the default priority of a package?", /^optional$/],
			["How many characters must a package name have at least?", /^(?:two|2)\b/],
			["With which program should manual pages be compressed?", /^gzip/],
			["Who initially wrote the policy manual?", /Jackson/],
			["In what year was the policy manual initially written?", /^1996$/],
			["Which priority should alternatives for x-terminal-emulator have?", /^20\b/],
			["Which file is the main building script of a source package?", /debian\/rules/],
			["Which mode should directories have?", /^(?:mode )?0?755$/],
			["Which archive areas does the Debian archive have?", /(?=.*main)(?=.*contrib)(?=.*non-free)/],
		],
	},
];

const indexFolder = join(import.meta.dirname, "../node_modules/.cache/assay-bench/lookups");

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { misses: { type: "boolean", default: false } },
	});
	const found: Outcome[] = [];
	for (const { name, folder, items } of sets) {
		if (!existsSync(folder)) {
			console.log(`skipped: ${name} is not installed`);
			continue;
		}
		const corpus = await openCorpus({ folders: [folder], indexFolder: join(indexFolder, name), vectors: false });
		try {
			for (const [question, right] of items) {
				const outcome = await outcomeOf(corpus, question, right);
				found.push(outcome);
				if (values.misses && outcome.right !== true)
					console.log(`  ${question} → ${outcome.text ?? "none"} (${outcome.confidence ?? "no headline"})`);
			}
		} finally {
			await corpus.close();
		}
	}
	print(found);
}

interface Outcome {
	text?: string | undefined;
	confidence?: string | undefined;
	/** Undefined without an answer. */
	right?: boolean | undefined;
}

async function outcomeOf(corpus: Corpus, question: string, right: RegExp): Promise<Outcome> {
	const { report } = await researched(corpus, question, "standard");
	const given = report?.answer;
	return given ? { text: given.text, confidence: given.confidence, right: right.test(given.text) } : {};
}

function print(found: readonly Outcome[]): void {
	const table = new Table();
	const line = (row: string, hits: number, of: number) => table.share("tuning", row, hits, of);
	const sure = found.filter(({ confidence }) => confidence === "medium" || confidence === "high");
	const low = found.filter(({ confidence }) => confidence === "low");
	const rightOf = (some: readonly Outcome[]) => some.filter(({ right }) => right).length;
	line("right, of answers at medium or high", rightOf(sure), sure.length);
	line(
		"right, of answers at high",
		rightOf(sure.filter(({ confidence }) => confidence === "high")),
		sure.filter(({ confidence }) => confidence === "high").length,
	);
	line("right at medium or high, of all questions", rightOf(sure), found.length);
	line("wrong at medium or high, of all questions", sure.length - rightOf(sure), found.length);
	line("right at low, of all questions", rightOf(low), found.length);
	line("wrong at low, of all questions", low.length - rightOf(low), found.length);
	line("no headline, of all questions", found.length - sure.length - low.length, found.length);
	table.print(`${found.length} questions`);
	console.log(intervals);
}
