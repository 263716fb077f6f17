import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { jsonEntries, type PlacedValue, parsedJson } from "../app/json-entries.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { readUserFile } from "../app/user-file.ts";
import { messageOf, UsageError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { isRecord } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import { detectDelimiter, parseCsvRecords } from "../text/csv.ts";
import type { Form } from "./forms/form.ts";
import { forms } from "./forms/index.ts";
import type { CriterionKind, EvalQuestion } from "./question.ts";

/** A set of questions with what they are graded by. */
export interface Suite {
	name: string;
	form: Form;
	licence: string;
	/** Where it was had. */
	source: string;
	/** Its own documents; empty if it has none. Absolute paths. */
	corpus: string[];
	/** Options of its runs, where the user gives none. */
	options: OptionsInput;
	/** The benchmark's own instructions to judges, by kind of criterion. */
	prompts: Partial<Record<CriterionKind, string>>;
	questions: EvalQuestion[];
	/** Of all of it. */
	hash: string;
}

const text = z.string({ error: "it takes a text" }).trim().min(1, "it is empty");
const suiteSchema = z.strictObject(
	{
		form: text.default("short-answer"),
		name: text,
		licence: text,
		source: text,
		questions: text.default("questions.jsonl"),
		corpus: z.union([text.transform((one) => [one]), z.array(text)]).default([]),
		options: z.record(z.string(), z.unknown()).default({}),
		prompts: z
			.partialRecord(z.enum(["answer", "rubric", "check", "checklist", "point", "scale", "citation"]), text)
			.default({}),
	},
	{ error: 'it takes an object like {"form": "short-answer", "name": "…", "licence": "…", "source": "…"}' },
);

const suiteFile = "suite.json";
const hint = "how a suite is written: docs/evaluation.md; make one of a public set: assay eval fetch";

/**
 * Reads a suite: a folder with `suite.json` and its questions, or a single file of questions and answers (`.csv`, `.jsonl`, `.json`).
 * Throws `UsageError` `SUITE_UNREADABLE` or `SUITE_INVALID`.
 */
export function readSuite(path: string): Suite {
	if (!existsSync(path)) throw new UsageError("SUITE_UNREADABLE", `there is no suite ${path}`, { hint });
	if (!statSync(path).isDirectory())
		return suiteOf({ name: path, licence: "your own", source: path, questions: resolve(path) }, ".");
	const file = join(path, suiteFile);
	const content = readUserFile(file, { code: "SUITE_UNREADABLE", hint });
	return suiteOf(
		parsedJson(content, file, (fault) => invalid(file, fault)),
		path,
	);
}

function suiteOf(content: unknown, folder: string): Suite {
	const file = join(folder, suiteFile);
	const parsed = suiteSchema.safeParse(content);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		if (issue?.code === "unrecognized_keys") throw invalid(file, `there is no field "${issue.keys[0]}"`);
		const { path: field = [], message = "" } = issue ?? {};
		throw invalid(file, `${field.length > 0 ? `${field.join(".")}: ` : ""}${message}`);
	}
	const { form: formName, name, licence, source, corpus, options, prompts } = parsed.data;
	const form = forms.get(formName);
	if (!form) throw invalid(file, `there is no form "${formName}"; the forms: ${[...forms.keys()].join(", ")}`);
	const within = (one: string) => (isAbsolute(one) ? one : join(folder, one));
	const questions = readQuestions(within(parsed.data.questions), form);
	const own = Object.entries(prompts).map(([kind, one]) => [
		kind,
		readUserFile(within(one), { code: "SUITE_UNREADABLE", hint }).trim(),
	]);
	const suite = {
		...{ name, form, licence, source, questions, prompts: Object.fromEntries(own) },
		...{ corpus: corpus.map((one) => resolve(within(one))), options: options as OptionsInput },
	};
	return { ...suite, hash: shortHash([name, formName, suite.questions, suite.prompts]) };
}

/** The questions of a file: JSON lines, a JSON list, or separated values with a header. */
function readQuestions(path: string, form: Form): EvalQuestion[] {
	const content = readUserFile(path, { code: "SUITE_UNREADABLE", hint });
	const records = /\.(?:csv|tsv)$/i.test(path)
		? separatedRecords(content, path)
		: jsonEntries(content, (fault) => invalid(path, fault));
	const questions = records.map(({ value, place }, at): EvalQuestion => {
		if (!isRecord(value)) throw invalid(path, `${place}: it takes an object`);
		try {
			const question = form.parse(value);
			if (question.question.length > limits.questionCharacters)
				throw new Error(`the question is longer than ${limits.questionCharacters} characters`);
			return { ...question, id: question.id ?? String(at + 1) };
		} catch (error) {
			throw invalid(path, `${place}: ${messageOf(error)}`);
		}
	});
	if (questions.length === 0) throw invalid(path, "it holds no question");
	const seen = new Set<string>();
	for (const { id } of questions) {
		if (seen.has(id)) throw invalid(path, `the id "${id}" is there twice`);
		seen.add(id);
	}
	return questions;
}

/** Rows with a header. Several answers or documents of one cell stand apart by ` | `. */
function separatedRecords(content: string, path: string): PlacedValue[] {
	const source = content.replace(/^\ufeff/, "");
	const [header, ...rows] = (() => {
		try {
			return parseCsvRecords(source, detectDelimiter(source));
		} catch (error) {
			throw invalid(path, messageOf(error));
		}
	})();
	const names = header?.fields.map((field) => field.trim().toLowerCase()) ?? [];
	const lists = new Set(["answer", "answers", "wrong", "gold"]);
	return rows
		.filter(({ fields }) => fields.some((field) => field.trim() !== ""))
		.map(({ fields, line }) => {
			const entries = names.map((name, at) => {
				const cell = fields[at]?.trim() ?? "";
				return [name, lists.has(name) && cell !== "" ? cell.split(/\s*\|\s*/) : cell] as const;
			});
			return { value: Object.fromEntries(entries.filter(([, cell]) => cell !== "")), place: `line ${line}` };
		});
}

function invalid(path: string, fault: string): UsageError {
	return new UsageError("SUITE_INVALID", `${path}: ${fault}`, { hint });
}

/**
 * A part of a suite: the questions of these ids, and of them `limit`, drawn by the hash of their ids, so that every command draws the same and
 * the parts of a suite stand in it as they do in the whole. Of a labelled suite each label has the share that it has in the whole. Throws
 * `UsageError` `QUESTION_UNKNOWN`.
 */
export function partOf(suite: Suite, ids: readonly string[], limit: number | undefined): Suite {
	const unknown = ids.find((id) => !suite.questions.some((one) => one.id === id));
	if (unknown !== undefined)
		throw new UsageError("QUESTION_UNKNOWN", `${suite.name} has no question "${unknown}"`, {
			hint: `its first are ${suite.questions
				.slice(0, 5)
				.map(({ id }) => id)
				.join(", ")}`,
		});
	const wanted = suite.questions.filter(({ id }) => ids.length === 0 || ids.includes(id));
	const labels = Map.groupBy(wanted, ({ criteria }) => criteria[0]?.expected);
	const placed = [...labels.values()].flatMap((some) =>
		some
			.map(({ id }) => ({ id, hash: shortHash(id) }))
			.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
			// Its place among those of its label: ordered by it, every beginning has all labels in their shares.
			.map((one, at) => ({ ...one, place: (at + 0.5) / some.length })),
	);
	const ordered = placed.toSorted((a, b) => a.place - b.place || (a.hash < b.hash ? -1 : 1));
	const drawn = new Set(ordered.slice(0, limit).map(({ id }) => id));
	const questions = wanted.filter(({ id }) => drawn.has(id));
	return { ...suite, questions, hash: shortHash([suite.hash, questions.map(({ id }) => id)]) };
}
