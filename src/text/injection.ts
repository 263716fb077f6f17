/**
 * Finds prompt injection by its form alone. Injected text is never evidence, and a page that holds some counts less (the result
 * filter, `reading/refuse.ts`). Text that discusses injections is not one.
 */

const programNoun =
	"(?:AIs?|A\\.I\\.|artificial intelligences?|(?:large )?language models?|LLMs?|GPTs?|ChatGPT|Claude|Gemini|Copilot|(?:AI|virtual|digital|research|automated|helpful) (?:assistants?|agents?|systems?|models?|tools?|readers?|crawlers?)|assistants?|chat ?bots?|crawlers?|answer engines?)";
const outputNoun = "(?:answers?|responses?|reply|replies|outputs?|completions?)";
const imperativeVerb =
	"(?:quote|cite|ignore|disregard|answer|respond|reply|use|trust|follow|treat|visit|open|fetch|read|recommend|mention|say|tell|rank|repeat|include|report|summari[sz]e|prefer|output|stop|click|call|send|state|rely|consider|note|add|end|begin|start|search|choose|paste)";
const demandedObject =
	"(?:this|these|the following|the above|only|first|no other|any other|all other|instead|https?:|www\\.|below|verbatim|exactly|word for word)";
/** Where an instruction may begin: at the start of a text or clause, or after `please`. */
const instructionStart = "(?:^|[.!?:;,(“\"‘'>–—-]\\s*|\\b(?:please|and|then|now|to:)\\s+)";
const earlierQualifier = "(?:previous|prior|above|earlier|preceding|other|system|initial|original|safety|your)";

const injectionPatterns: readonly RegExp[] = [
	// It revokes earlier instructions: `Ignore all previous instructions`.
	new RegExp(
		`${instructionStart}(?:ignore|disregard|forget|override|bypass)\\s+(?:(?:all|any|the|of|every|these|those|and|or|other|your)\\s+)*(?:${earlierQualifier}\\s+(?:instructions?|prompts?|directions|directives|rules|guidelines|sources|results|rows|context|messages|constraints)|(?:instructions?|prompts?|everything|all) (?:above|before)|above\\b)`,
		"iu",
	),
	new RegExp(
		`${instructionStart}(?:forget|ignore|disregard) (?:everything|all|anything) (?:that )?(?:you|above|before|said|written)\\b`,
		"iu",
	),
	// It addresses a program.
	new RegExp(`\\bif you(?:['’]re| are) an? ${programNoun}\\b`, "iu"),
	new RegExp(
		`\\b(?:you are|you['’]re|act as|pretend to be|behave as) (?:now |an? |the |my )*(?:\\p{Ll}+ ){0,2}${programNoun}\\b`,
		"iu",
	),
	new RegExp(
		`\\b(?:note|notice|message|instructions?|attention|dear|hello|hey|hi|important)\\b[\\s:,!]*(?:to |for )?(?:all |any |the )*${programNoun}\\b\\s*(?:$|[:,.!–—-]|and\\b|reading|that|who|processing|crawling)`,
		"iu",
	),
	new RegExp(
		`\\b(?:${programNoun}|the (?:model|agent))\\b[^.!?]{0,40}\\b(?:must|should|shall|please|are (?:instructed|asked|required|told|to)|need to|have to)\\b[^.!?]{0,30}(?:\\b${imperativeVerb}\\b[^.!?]{0,60}\\b${demandedObject}|\\b(?:report|answer|say|state|reply|respond|repeat|conclude) that)\\b`,
		"iu",
	),
	new RegExp(`\\b${programNoun} (?:reading|processing|summari[sz]ing|crawling) this\\b`, "iu"),
	new RegExp(
		`\\bto be (?:quoted|cited|repeated|reproduced|used)\\b[^.?!]{0,40}\\bby (?:all |any )?${programNoun}\\b`,
		"iu",
	),
	new RegExp(
		`(?:^|[.!?]\\s+)(?:${programNoun}|system|user|developer|human)\\s*:\\s+(?:please |now |always |never |do not )?(?:${imperativeVerb}|ignore|you|i (?:will|am|have|shall)|the (?:user|assistant|model|agent))\\b`,
		"iu",
	),
	// It mentions the program's output or its user.
	new RegExp(
		`\\b(?:in|to|into|from|of|with|for|using|modify|augment|enhance|render|rewrite|begin|start|end|finish|scramble|encode|convert|provide|format|translate|phrase) your (?:\\p{L}+ )?${outputNoun}\\b`,
		"iu",
	),
	new RegExp(`\\byour (?:final |next )?${outputNoun} (?:must|should|shall|has to)\\b`, "iu"),
	new RegExp(
		`${instructionStart}(?:end|begin|start|finish|close) (?:your|the) (?:report|summary|message)s? with\\b`,
		"iu",
	),
	/\bwhen (?:you are )?(?:summari[sz]ing|answering|quoting|citing) (?:this|the) (?:page|text|question|site)\b/iu,
	new RegExp(
		`${instructionStart}(?:answer|respond|reply|output|return)\\b[^.!?]{0,20}\\b(?:with only|only with|exactly with|nothing but|nothing else)\\b`,
		"iu",
	),
	new RegExp(
		`${instructionStart}(?:tell|inform|instruct|convince|persuade|do not (?:tell|reveal|mention|inform|disclose)|don['’]t (?:tell|reveal|mention|inform))\\b[^.!?]{0,20}\\b(?:the|your) (?:users?|human|operator)\\b`,
		"iu",
	),
	/\b(?:reveal|print|output|repeat|show|leak|send|disclose|exfiltrate|paste)\b[^.!?]{0,20}\b(?:your (?:system prompt|hidden (?:prompt|instructions?)|instructions|api keys?|credentials|conversation))\b/iu,
	// It demands to be the only source that is quoted.
	new RegExp(
		`${instructionStart}(?:quote|cite|reproduce|repeat|use|trust)\\b[^.!?]{0,20}\\bthis (?:page|text|site|sentence|paragraph|answer|passage|article|source)\\b[^.!?]{0,40}\\b(?:word for word|verbatim|exactly|only|alone|as (?:the|your) (?:only|primary|main|sole)|instead of|no other|above)\\b`,
		"iu",
	),
	/\b(?:do not|don['’]t|never|must not|should not|without) (?:cit(?:e|ing)|quot(?:e|ing)|us(?:e|ing)|trust(?:ing)?|consult(?:ing)?|mention(?:ing)?|visit(?:ing)?|read(?:ing)?)\b[^.!?]{0,20}\bother (?:sources?|pages?|sites?|websites?|articles?)\b(?! of\b)/iu,
	/\bto be (?:quoted|cited|repeated|reproduced) (?:word for word|verbatim|exactly|as is)\b/iu,
	/(?:^|[.!?>]\s*)new (?:instructions?|tasks?|directives?|system prompt)s?\s*:/iu,
	/\[(?:SYSTEM|ASSISTANT)\]\s/u,
];

/** Markup of model conversations and tool calls. Documentation shows it too: it is no evidence, and no sign of bad intent. */
const markupPatterns: readonly RegExp[] = [
	/<\|?\/?(?:system|im_start|im_end|endoftext|inst|assistant|user|tool(?:[_ -]?(?:call|use|result|response)s?)?|function(?:[_ -]?(?:call|result)s?)?|instructions?|invoke|context|untrusted\w*|page|document|search_results?)\b[^<>]{0,80}\|?>/iu,
	/\[\/?(?:INST|SYS|TOOL(?:_CALLS?)?)\]|<<\/?SYS>>|^#{2,}\s*(?:instructions?|system|response|assistant)\s*:/iu,
	/["'](?:tool|tool_name|function|function_call|tool_calls?|name)["']\s*:\s*["'{[][^{}]{0,120}["'](?:arguments|parameters|args|input|query|url)["']\s*:/iu,
];

/** Words of texts that discuss injections. Such texts put the injected words in quotation marks. */
const discussionWords =
	/\b(?:attack\w*|inject\w*|jailbreak\w*|adversar\w+|malicious\w*|vulnerab\w+|exploit\w*|researchers?|examples?|for instance|such as|e\.g\.|phrases?|known as|called|payloads?|so-called|strings?|tags?|tokens?|delimiters?|markers?|elements?)\b/iu;
const quotedText = /["“„«‘][^"”“»’]{3,300}["”»’]|`[^`]{3,300}`/gu;

/** Whether a sentence or line is a prompt injection. */
export function isInjection(text: string): boolean {
	const unquoted = discussionWords.test(text) ? text.replaceAll(quotedText, "“”") : text;
	return injectionPatterns.some((sign) => sign.test(unquoted));
}

/** Whether any sentence or line of a page's text is a prompt injection. */
export function holdsInjection(text: string): boolean {
	return text.split(/\n|(?<=[.!?])\s+/u).some((part) => part.length <= sentenceCharactersMax && isInjection(part));
}
/** A longer run without an end is no sentence. Characters. */
const sentenceCharactersMax = 1500;

/** Whether a text holds markup of conversations or tool calls without discussing it. */
export function holdsConversationMarkup(text: string): boolean {
	return !discussionWords.test(text) && markupPatterns.some((mark) => mark.test(text));
}

/** Instructions to anybody, such as orders to write something: they state nothing. `Please note that …` states something. */
const instructionPatterns: readonly RegExp[] = [
	/^\s*(?:[-*•\d.)\s]*)(?:please|kindly)\s+(?!(?:note|see|be aware|remember|refer|find)\b)\p{L}/iu,
	/^\s*(?:[-*•\d.)\s]*)(?:explain|describe|translate|compose|draft|summari[sz]e|discuss|outline|break down|rephrase|paraphrase)\s+(?:up\s+|out\s+)?(?:the|an?|how|why|what|this|these|your|each|all|following)\b/iu,
	/^\s*(?:[-*•\d.)\s]*)(?:introduce|insert|substitute|replace|rearrange|jumble|scramble|misspell|anagram|capitali[sz]e|add|include|group|remove|combine)\b[^.]{0,40}\b(?:letters?|words?|vowels?|consonants?|spaces|typos|sentences?)\b/iu,
	/^\s*(?:[-*•\d.)\s]*)(?:tell|show|give) (?:me|us)\b/iu,
	/^\s*(?:[-*•\d.)\s]*)(?:write|provide|develop|create|compose) (?:me |us )?(?:an?|the) (?:\p{L}+ ){0,2}(?:poem|story|essay|speech|letter|song|haiku|e-?mail|introduction|summary|joke|example|equivalent|tweet)\b/iu,
	/\bin your (?:reports?|summar(?:y|ies)|messages?)\b/iu,
];
/** A title that looks like an instruction: `Please Don't Eat the Daisies`. */
const titlePattern = /^\s*\p{L}+\s+\p{Lu}/u;

/** Whether a sentence gives an instruction instead of stating something. */
export function isInstruction(text: string): boolean {
	return !titlePattern.test(text) && instructionPatterns.some((form) => form.test(text));
}
