import type { BlockPiece, QuotedBlock } from "../../src/evidence/report.ts";
import { type Library, libraryOf } from "./report.ts";

const isolation = `The phenomena which are prohibited at various levels are:

dirty read
A transaction reads data written by a concurrent uncommitted transaction.
phantom read
A transaction re-executes a query returning a set of rows that satisfy a search condition and finds that the set of rows satisfying the condition has changed due to another recently-committed transaction.

Table 13.1. Transaction Isolation Levels

Isolation Level | Dirty Read | Phantom Read | Serialization Anomaly
Read uncommitted | Allowed, but not in PG | Possible | Possible
Read committed | Not possible | Possible | Possible
Repeatable read | Not possible | Allowed, but not in PG | Possible
Serializable | Not possible | Not possible | Not possible

13.2.1. Read Committed Isolation Level

Read Committed is the default isolation level in PostgreSQL. When a transaction uses this isolation level, a SELECT query (without a FOR UPDATE/SHARE clause) sees only data committed before the query began; it never sees either uncommitted data or changes committed during query execution by concurrent transactions. In effect, a SELECT query sees a snapshot of the database as of the instant the query begins to run.`;

const partitioning = `5.11.2.1. Example

To use declarative partitioning in this case, use the following steps:

- Create the measurement table as a partitioned table by specifying the PARTITION BY clause.

CREATE TABLE measurement (
    city_id         int not null,
    logdate         date not null
) PARTITION BY RANGE (logdate);
- Create partitions. Each partition's definition must specify bounds that correspond to the partitioning method.

CREATE TABLE measurement_y2006m02 PARTITION OF measurement
    FOR VALUES FROM ('2006-02-01') TO ('2006-03-01');
- Ensure that the enable_partition_pruning configuration parameter is not disabled in postgresql.conf.

5.11.2.2. Partition Maintenance

Advantages of dropping a partition:

1. It is fast.
2. It avoids VACUUM overhead.
3. It needs no script.`;

/** Two pages as they are stored, in the words of PostgreSQL's manual. */
export const manual: Library = libraryOf(
	[
		{ title: "13.2. Transaction Isolation", text: isolation, url: "file:///usr/share/doc/transaction-iso.html" },
		{ title: "5.11. Table Partitioning", text: partitioning, url: "https://manual.example/ddl-partitioning.html" },
	],
	[
		[0, "A transaction reads data written by a concurrent uncommitted transaction."],
		[0, "Repeatable read | Not possible | Allowed, but not in PG | Possible"],
		[0, "Read Committed is the default isolation level in PostgreSQL."],
		[1, "Create partitions."],
		[1, "It avoids VACUUM overhead."],
	],
);

/** Which words of a page a piece is; `cut`: words before it are left out. */
type Words = readonly [kind: BlockPiece["kind"], words: string, cut?: "cut" | undefined];

/** A block of a library's page (from 0) in its words; it cites the claims whose quotes lie in it. */
export function blockOf(
	library: Library,
	page: number,
	kind: QuotedBlock["kind"],
	{ path = [], pieces, marked = [], cut }: { path?: string[]; pieces: Words[]; marked?: string[]; cut?: true },
): QuotedBlock {
	const sourceId = library.sources[page]?.id ?? "";
	const text = library.texts.get(sourceId) ?? "";
	let at = 0;
	const placed = pieces.map(([of, words, left]): BlockPiece => {
		const start = text.indexOf(words, at);
		if (start < 0) throw new Error(`the page ${page} does not hold after ${at}: ${words}`);
		at = start + words.length;
		return { kind: of, start, end: at, text: words, ...(left ? { cut: true as const } : {}) };
	});
	const isWithin = (start: number, end: number) => placed.some((one) => one.start <= start && end <= one.end);
	const places = marked.map((words) => {
		const holder = placed.find((piece) => piece.text.includes(words));
		if (!holder) throw new Error(`no piece holds: ${words}`);
		const start = holder.start + holder.text.indexOf(words);
		return { start, end: start + words.length };
	});
	const claimIds = library.claims
		.filter((claim) => claim.sourceId === sourceId && isWithin(claim.start, claim.start + claim.quote.length))
		.map(({ id }) => id);
	return { sourceId, kind, path, pieces: placed, marked: places, claimIds, ...(cut ? { cut } : {}) };
}

const codeOf = (from: string, to: string) =>
	partitioning.slice(partitioning.indexOf(from), partitioning.indexOf(to) + to.length);

/** One block of each kind. */
export const passages = {
	definition: blockOf(manual, 0, "definition", {
		pieces: [
			["prose", "The phenomena which are prohibited at various levels are:"],
			["term", "dirty read"],
			["prose", "A transaction reads data written by a concurrent uncommitted transaction."],
		],
		marked: ["A transaction reads data written by a concurrent uncommitted transaction."],
		cut: true,
	}),
	table: blockOf(manual, 0, "table", {
		path: ["Table 13.1. Transaction Isolation Levels"],
		pieces: [
			["row", "Isolation Level | Dirty Read | Phantom Read | Serialization Anomaly"],
			["row", "Repeatable read | Not possible | Allowed, but not in PG | Possible", "cut"],
			["row", "Serializable | Not possible | Not possible | Not possible"],
		],
		marked: ["Allowed, but not in PG"],
	}),
	paragraph: blockOf(manual, 0, "paragraph", {
		path: ["13.2.1. Read Committed Isolation Level"],
		pieces: [
			["prose", "Read Committed is the default isolation level in PostgreSQL."],
			[
				"prose",
				"In effect, a SELECT query sees a snapshot of the database as of the instant the query begins to run.",
				"cut",
			],
		],
		marked: ["Read Committed is the default isolation level in PostgreSQL."],
	}),
	steps: blockOf(manual, 1, "steps", {
		path: ["5.11.2.1. Example"],
		pieces: [
			["prose", "To use declarative partitioning in this case, use the following steps:"],
			["item", "- Create the measurement table as a partitioned table by specifying the PARTITION BY clause."],
			["code", codeOf("CREATE TABLE measurement (", "RANGE (logdate);")],
			[
				"item",
				"- Create partitions. Each partition's definition must specify bounds that correspond to the partitioning method.",
			],
			["code", codeOf("CREATE TABLE measurement_y2006m02", "('2006-03-01');")],
		],
		marked: ["Create partitions.", "PARTITION OF measurement"],
		cut: true,
	}),
	list: blockOf(manual, 1, "list", {
		path: ["5.11.2.2. Partition Maintenance"],
		pieces: [
			["prose", "Advantages of dropping a partition:"],
			["item", "1. It is fast."],
			["item", "2. It avoids VACUUM overhead."],
			["item", "3. It needs no script."],
		],
		marked: ["It avoids VACUUM overhead."],
	}),
} satisfies Record<string, QuotedBlock>;
