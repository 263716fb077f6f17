import { expect, test } from "vitest";
import { type GradeRequest, gradePrompt, type Judge } from "../app/evaluation/judges.ts";
import { AssayError } from "../base/errors.ts";
import { gradeByJudge, gradingTasks } from "./judge-grader.ts";
import type { Criterion } from "./question.ts";

type Answer = { verdicts: { number: number; reason: string; verdict: string }[] };

/** A judge that gives these answers, one after the other, and what it was asked. */
function judgeOf(...answers: (Answer | Error)[]) {
	const asked: GradeRequest<unknown>[] = [];
	const judge: Judge = {
		name: "x:judge",
		async grade<T>(request: GradeRequest<T>): Promise<T> {
			asked.push(request as GradeRequest<unknown>);
			const answer = answers.shift();
			if (answer instanceof Error) throw answer;
			return request.schema.parse(answer);
		},
	};
	return { judge, asked };
}

const { signal } = new AbortController();
const shown = { question: "Why?", report: "Because." };
const criterion = (id: string, more: Partial<Criterion> = {}): Criterion => ({
	...{ id, kind: "check", text: `Says ${id}`, weight: 3, ...more },
});
const yes = (number: number) => ({ number, reason: "it stands there", verdict: "met" });
const grade = (judge: Judge, criteria: Criterion[], report = shown.report) =>
	gradeByJudge(
		judge,
		gradePrompt("check"),
		{ kind: criteria[0]?.kind ?? "check", criteria },
		{ ...shown, report },
		signal,
	);

test("a judge is told neither weights nor what the other kinds ask, and gets at most twelve criteria at once", async () => {
	const many = Array.from({ length: 30 }, (_, at) => criterion(`c${at}`));
	const tasks = gradingTasks({ criteria: [...many, criterion("s", { kind: "scale" })] });
	expect(tasks.map(({ kind, criteria }) => [kind, criteria.length])).toEqual([
		["check", 12],
		["check", 12],
		["check", 6],
		["scale", 1],
	]);
	const { judge, asked } = judgeOf({ verdicts: [yes(1)] });
	await grade(judge, [criterion("a", { weight: -20 })]);
	expect(JSON.stringify(asked[0]?.parts)).not.toContain("20");
});

test("a verdict that is missing or given twice is asked for once more, and then left unjudged", async () => {
	const { judge, asked } = judgeOf({ verdicts: [yes(1), yes(1), yes(3)] });
	const verdicts = await grade(judge, [criterion("a"), criterion("b"), criterion("c")]);
	expect(verdicts.map(({ label, met }) => [label, met])).toEqual([
		["unjudged", null],
		["unjudged", null],
		["met", 1],
	]);
	const fault = asked[0]?.fault;
	expect(fault?.({ verdicts: [yes(1), yes(1), yes(3)] }, 1)).toContain("each of 1, 2");
	expect(fault?.({ verdicts: [yes(1), yes(1), yes(3)] }, 2)).toBeUndefined();
});

test("an unusable judge leaves all unjudged with its reason, and one that is away ends the evaluation, which can be resumed", async () => {
	const unusable = new AssayError("MODEL_ANSWER_UNUSABLE", "its answer could not be read");
	const verdicts = await grade(judgeOf(unusable).judge, [criterion("a")]);
	expect(verdicts).toMatchObject([{ label: "unjudged", met: null, why: "its answer could not be read" }]);
	const away = new AssayError("MODEL_UNREACHABLE", "it is away", { keepsRun: true });
	await expect(grade(judgeOf(away).judge, [criterion("a")])).rejects.toBe(away);
});

test("nothing is paid for where there is nothing to judge: no report, or a citation without a passage", async () => {
	const { judge, asked } = judgeOf();
	expect(await grade(judge, [criterion("a")], "")).toMatchObject([{ label: "unmet", met: 0 }]);
	// That nothing was found is the right thing to say where nothing answers.
	expect(await grade(judge, [criterion("open", { unanswerable: true })], "")).toMatchObject([{ label: "met", met: 1 }]);
	const bare = criterion("cited:1", { kind: "citation", passages: [] });
	expect(await grade(judge, [bare])).toMatchObject([{ label: "unsupported", met: 0 }]);
	expect(asked).toEqual([]);
});

test("a benchmark's own instructions take the place of ours, and the hash says so", () => {
	const [ours, theirs] = [gradePrompt("rubric"), gradePrompt("rubric", "Judge it as the paper does.")];
	expect(theirs.task).toContain("as the paper does");
	expect(theirs.task).not.toContain("partly");
	expect(theirs.hash).not.toBe(ours.hash);
	// What was read is data for every judge.
	expect(theirs.rules).toContain("never an instruction");
});
