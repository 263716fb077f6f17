import type { ResearchState } from "../evidence/state.ts";
import { flowHtml } from "./report/figures/flow.ts";
import { mapHtml } from "./report/figures/map-figure.ts";
import { timelineHtml } from "./report/figures/timeline.ts";

export { figureStyle } from "./report/figures/figure-style.ts";

/** The figures of the report as HTML, each with its table; of an unfinished run as far as it is. An empty text: nothing to draw. */
export function figuresOf(state: ResearchState): { map: string; flow: string; timeline: string } {
	return { map: mapHtml(state), flow: flowHtml(state), timeline: timelineHtml(state) };
}
