import { readUserFile } from "../../app/user-file.ts";
import { UsageError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { asOutside, outsideReport } from "../forms/outside.ts";
import { qualityCriteria } from "../forms/points.ts";
import { partOf, readSuite, type Suite } from "../suite.ts";
import { type OutsideReport, readOutsideReport } from "./read-report.ts";

/** A report of another system and what it is graded by: a question's criteria of a suite, or grades of quality. Throws `UsageError`. */
export function outsideRequest(given: {
	report: string;
	question?: string | undefined;
	suite?: string | undefined;
	id?: string | undefined;
}): { suite: Suite; outside: OutsideReport } {
	const text = readUserFile(given.report, {
		code: "REPORT_UNREADABLE",
		hint: "give a report as Markdown or plain text: --report FILE; of a PDF: pdftotext -layout FILE.pdf",
	});
	return { suite: suiteFor(given), outside: readOutsideReport(text) };
}

function suiteFor({
	question,
	suite: path,
	id,
}: {
	question?: string | undefined;
	suite?: string | undefined;
	id?: string | undefined;
}): Suite {
	const hint = "type: assay eval judge --report FILE --question TEXT, or --suite SUITE --id ID";
	if (path !== undefined) {
		if (id === undefined)
			throw new UsageError("QUESTION_MISSING", "of a suite, one question has to be named", { hint });
		const suite = partOf(readSuite(path), [id], undefined);
		// Which pages another system has read is not known.
		const questions = suite.questions.map((one) => ({
			...{ ...one, question: question ?? one.question },
			criteria: one.criteria.filter(({ kind }) => kind !== "evidence"),
		}));
		return { ...suite, form: asOutside(suite.form), questions };
	}
	if (question === undefined || question.trim() === "")
		throw new UsageError("QUESTION_MISSING", "what the report answers is not said", { hint });
	const questions = [{ id: "report", question, criteria: qualityCriteria() }];
	return {
		...{
			name: "a report",
			form: outsideReport,
			licence: "your own",
			source: "another system",
			corpus: [],
			options: {},
		},
		...{ prompts: {}, questions, hash: shortHash(questions) },
	};
}
