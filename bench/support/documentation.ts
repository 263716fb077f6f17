import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../src/base/errors.ts";
import type { Page } from "../../src/evidence/source.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { benchCache } from "./inputs.ts";
import { rowsIn } from "./rows.ts";

/** A question over a manual that this machine holds, with the page and the words that answer it. */
export interface DocumentationQuestion {
	id: string;
	/** A name of `manuals`, or another folder. */
	manual: string;
	kind: string;
	question: string;
	/** What the answer says; a headline is right when it is this `value`, where there is one. */
	answer: string;
	value?: string;
	/** Path of the page below the manual's folder; empty where no page answers. */
	page: string;
	/** All of them stand in what answers, whatever case and white space; `a|b`: one of the two. Empty where no page answers. */
	required: string[];
}

const manuals: Readonly<Record<string, string>> = {
	postgresql: "/usr/share/doc/postgresql-doc-15/html",
	python: "/usr/share/doc/python3.11-doc/html",
	sqlite: "/usr/share/doc/sqlite3",
	kernel: "/usr/share/doc/linux-doc-6.1/html",
	git: "/usr/share/doc/git-doc",
	apache: "/usr/share/doc/apache2-doc/manual/en",
	policy: "/usr/share/doc/debian-policy",
	handbook: "/usr/share/doc/debian-handbook/html/en-US",
	borg: "/usr/share/doc/borgbackup/html",
	exim: "/usr/share/doc/exim4-doc-html/spec_html",
	valgrind: "/usr/share/doc/valgrind/html",
	rsyslog: "/usr/share/doc/rsyslog-doc/html",
	bind9: "/usr/share/doc/bind9-doc/arm",
	ntpsec: "/usr/share/doc/ntpsec-doc/html",
	aptitude: "/usr/share/doc/aptitude/html/en",
	libvirt: "/usr/share/doc/libvirt-doc/html",
	zsh: "/usr/share/doc/zsh-doc/html",
	octave: "/usr/share/doc/octave/octave.html",
	slurm: "/usr/share/doc/slurm-wlm/html",
	dar: "/usr/share/doc/dar-docs",
	r: "/usr/share/R/doc/manual",
	ganeti: "/usr/share/doc/ganeti/html",
};
const folderOf = (manual: string) => manuals[manual] ?? manual;

/** The questions of a file, a JSON object a line. Throws `UsageError` `DATA_MISSING`. */
export function documentationQuestions(
	file = join(import.meta.dirname, "../documentation/debian.jsonl"),
): DocumentationQuestion[] {
	if (!existsSync(file))
		throw new UsageError("DATA_MISSING", `${file} is not there`, {
			hint: "say --questions FILE, a JSON object a line (see bench/support/documentation.ts)",
		});
	return rowsIn(file);
}

/** Whether a text holds all that an answer needs, whatever bars a grammar or a table has between its words. */
export function holdsAnswer(text: string, required: readonly string[]): boolean {
	const plain = squashed(text);
	return (
		required.length > 0 && required.every((words) => words.split("|").some((one) => plain.includes(squashed(one))))
	);
}

function squashed(text: string): string {
	return text
		.toLowerCase()
		.replace(/[‘’]/g, "'")
		.replace(/[“”]/g, '"')
		.replace(/[\s|]+/g, " ")
		.trim();
}

/** Opens each manual once, when it is first needed. */
export class Manuals {
	readonly #open = new Map<string, Promise<Corpus>>();
	readonly #vectors: boolean;

	constructor(vectors: boolean) {
		this.#vectors = vectors;
	}

	corpus(manual: string): Promise<Corpus> {
		const known = this.#open.get(manual);
		if (known !== undefined) return known;
		const opened = openCorpus({ folders: [folderOf(manual)], indexFolder: benchCache, vectors: this.#vectors });
		this.#open.set(manual, opened);
		return opened;
	}

	/** A page by its path below the manual's folder. */
	async page(manual: string, name: string): Promise<Page> {
		return (await this.corpus(manual)).read(pathToFileURL(join(realpathSync(folderOf(manual)), name)).href);
	}

	async close(): Promise<void> {
		for (const corpus of this.#open.values()) await (await corpus).close();
	}
}
