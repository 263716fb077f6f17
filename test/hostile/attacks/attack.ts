/** One attack that assay must hold against, or one disturbance that it must survive, repeated a bounded number of times. */
export interface Attack {
	/** A few plain words that name it. */
	name: string;
	/** Makes the attempts; throws only when the attack itself could not be made. */
	run(options: AttackOptions): Promise<Outcome>;
}

export interface AttackOptions {
	/** Random choices of the attack derive from it. */
	seed: number;
	/** How many attempts are wanted; an attack of a fixed list makes those of its list. */
	attempts: number;
	/** An empty folder that is removed afterwards. */
	folder: string;
}

export interface Outcome {
	attempts: number;
	/** One line for each attempt that succeeded against assay: what was lost, reached, or paid twice. */
	broken: string[];
	/** Figures worth printing, such as the most memory that was seen. */
	figures?: string;
}
