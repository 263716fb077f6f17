/** The evaluations' face: what the command line uses. */
export { cancelBatches } from "./batches.ts";
export { diffOf, diffText } from "./diff.ts";
export { evaluate, resumeEvaluation } from "./evaluate.ts";
export { writeEvaluation } from "./files.ts";
export { outsideRequest } from "./outside/request.ts";
export { type EvaluationResult, loadEvaluation, storedFilesOf } from "./result.ts";
export { makeSuite, publicSet, publicSets } from "./sets.ts";
export { partOf, readSuite } from "./suite.ts";
export { evaluationText } from "./words.ts";
