import { bootstrappedOf, mean } from "./statistics.ts";
import {
	areaOf,
	brierOf,
	byQuestion,
	pairAccuracy,
	pairsOf,
	rankedOutcomes,
	type Scored,
	squaresOf,
} from "./step-figures.ts";
import { Table } from "./table.ts";

/** Times that labels are shuffled: one shuffle orders steps by chance well or badly, and an interval over questions does not show that. */
const shuffles = 5;

/** The three figures of scorers: a row for each scorer, a column for each setting. */
export class StepTables {
	readonly #pairs = new Table<string>();
	readonly #area = new Table<string>();
	readonly #brier = new Table<string>();

	/** Each figure with its interval over questions. */
	add(setting: string, name: string, all: readonly Scored[]): void {
		const questions = byQuestion(all);
		const paired = questions.map(pairsOf);
		const count = paired.reduce((sum, { of }) => sum + of, 0);
		this.#pairs.cell(setting, name, `${bootstrappedOf(paired, pairAccuracy)} n=${count}`);
		const ranked = rankedOutcomes(all);
		this.#area.cell(
			setting,
			name,
			bootstrappedOf(ranked.questions, (sample) => areaOf(sample, ranked.places)),
		);
		this.#brier.cell(setting, name, bootstrappedOf(questions.map(squaresOf), brierOf));
	}

	/** The mean of several shuffles, with the least and the greatest. */
	addShuffled(setting: string, name: string, score: (seed: number) => Scored[]): void {
		const all = Array.from({ length: shuffles }, (_, at) => score(at + 1));
		const range = (values: readonly number[]) =>
			`${mean(values).toFixed(3)} (${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)})`;
		this.#pairs.cell(setting, name, range(all.map((one) => pairAccuracy(byQuestion(one).map(pairsOf)))));
		const ranked = all.map(rankedOutcomes);
		this.#area.cell(setting, name, range(ranked.map((one) => areaOf(one.questions, one.places))));
		this.#brier.cell(setting, name, range(all.map((one) => brierOf(byQuestion(one).map(squaresOf)))));
	}

	/** `what`: `steps of one state`. */
	print(what: string): void {
		this.#pairs.print(`pairs of ${what} that are ordered rightly`);
		this.#area.print("area under the curve: all gold read in the end, or not");
		this.#brier.print("Brier's score of the calibrated chance that all gold is read");
		console.log(`\nof shuffled labels the mean of ${shuffles} shuffles, and their range`);
	}
}
