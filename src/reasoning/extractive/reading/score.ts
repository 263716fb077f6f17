import { type LinearModel, probabilityOf } from "../../linear.ts";
import type { Signal, Signals } from "./signals.ts";
import learned from "./weights.json" with { type: "json" };

const model: LinearModel<Signal> = learned;

/** The chance, 0–1, that a unit is one of those that a reader would mark, learned by `npm run train -- claims` (`weights.json`). */
export function relevanceOf(signals: Signals): number {
	return probabilityOf(model, signals);
}
