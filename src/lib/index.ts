/** The library: `import { research } from "assay"`. docs/library.md shows its use. */

export type {
	Claim,
	Hit,
	Page,
	Reasoner,
	ResearchEvent,
	ResearchState,
	SearchResponse,
	SourceProvider,
	Store,
} from "../app/api.ts";
export { createRulesReasoner, InputNeeded, openStore, PageError } from "../app/api.ts";
export { createDocumentSource, createPage, type DocumentInput } from "../app/document-source.ts";
export type { GivenParts } from "../app/given-parts.ts";
export type { App, Progress, ResearchRequest, RunResult, RunSummary } from "../app/index.ts";
export type { OptionsInput } from "../app/options/schema.ts";
export { AssayError, UsageError } from "../base/errors.ts";
export { type AssaySettings, openAssay, type ResearchSettings, type ResearchUpdate, research } from "./research.ts";
