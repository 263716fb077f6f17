import { expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { hasTerminals, place, startOnTerminal } from "./support.ts";

it.runIf(hasTerminals)(
	"after the report, further questions are answered from its pages until an empty line",
	async () => {
		const { home, run } = place();
		const { child, until, end } = startOnTerminal(run, 140, 60);
		const type = async (prompt: string, line: string) => {
			await until(prompt);
			child.stdin?.write(`${line}\r`);
		};
		await type("(an empty line ends): ", "What does the Skerry lighthouse guard?");
		await until("northern harbour.");
		// The prompt of before stands in the output; what follows must come after it.
		await until("that run");
		await type("No passage is certain to answer. Search for it? [y/N] ", "n");
		// What is typed before a prompt is not kept for it.
		const prompts = (count: number) => until(new RegExp(`(?:\\(an empty line ends\\): [^]*){${count}}`, "u"));
		await prompts(2);
		child.stdin?.write("Which composer wrote the opera Zauberwinkel?\r");
		await type("The pages that were read do not hold the answer. Search for it? [y/N] ", "no");
		await prompts(3);
		child.stdin?.write("\r");
		const { code, stdout } = await end;
		expect(code, stdout).toBe(0);
		expect(stdout.match(/an empty line ends/g)).toHaveLength(3);
		const store = await openStore({ home });
		const runs = await store.runs().finally(() => store.close());
		expect(runs.map(({ input }) => (input as { question: string }).question).toReversed()).toEqual([
			"When was the Skerry lighthouse built?",
			"What does the Skerry lighthouse guard?",
			"Which composer wrote the opera Zauberwinkel?",
		]);
	},
);
