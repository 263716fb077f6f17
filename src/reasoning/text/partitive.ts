/** `Five of them stopped`, `Of these, six left`: some of what the sentence before counts. */
const partitive =
	/^[“"‘'(]?(?:(?:(?:about|around|nearly|almost|over|only|just|at least|another|the other|all|most|some|many|few|none|half|both)\s+)*(?:[\p{L}\d.,%-]+\s+){0,2}of\s+(?:them|these|those|whom)|of\s+(?:them|these|those))\b(?!\s+who\b)/iu;

/** Whether a sentence tells of some of what the one before it names, and means nothing without that. */
export function isOfThose(sentence: string): boolean {
	return partitive.test(sentence);
}
