import { usageOf } from "./usage.ts";

/** Base, past and participle of verbs that do not take `-ed`. */
const irregular: readonly (readonly [string, string, string])[] = (
	"arise arose arisen;awake awoke awoken;bear bore born;beat beat beaten;become became become;begin began begun;bend bent bent;bet bet bet;" +
	"bind bound bound;bite bit bitten;bleed bled bled;blow blew blown;break broke broken;breed bred bred;bring brought brought;build built built;" +
	"burst burst burst;buy bought bought;catch caught caught;choose chose chosen;come came come;cost cost cost;cut cut cut;deal dealt dealt;dig dug dug;" +
	"do did done;draw drew drawn;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen;feed fed fed;feel felt felt;fight fought fought;" +
	"find found found;flee fled fled;fly flew flown;forbid forbade forbidden;forget forgot forgotten;freeze froze frozen;get got got;give gave given;" +
	"go went gone;grow grew grown;hang hung hung;have had had;hear heard heard;hide hid hidden;hit hit hit;hold held held;hurt hurt hurt;keep kept kept;" +
	"know knew known;lay laid laid;lead led led;leave left left;lend lent lent;let let let;lie lay lain;lose lost lost;make made made;mean meant meant;" +
	"meet met met;pay paid paid;put put put;quit quit quit;read read read;ride rode ridden;ring rang rung;rise rose risen;run ran run;say said said;" +
	"see saw seen;seek sought sought;sell sold sold;send sent sent;set set set;shake shook shaken;shed shed shed;shine shone shone;shoot shot shot;" +
	"show showed shown;shrink shrank shrunk;shut shut shut;sing sang sung;sink sank sunk;sit sat sat;sleep slept slept;slide slid slid;speak spoke spoken;" +
	"spend spent spent;spin spun spun;split split split;spread spread spread;stand stood stood;steal stole stolen;stick stuck stuck;strike struck struck;" +
	"swear swore sworn;sweep swept swept;swim swam swum;swing swung swung;take took taken;teach taught taught;tear tore torn;tell told told;" +
	"think thought thought;throw threw thrown;understand understood understood;wake woke woken;wear wore worn;win won won;withdraw withdrew withdrawn;" +
	"withstand withstood withstood;write wrote written;rewrite rewrote rewritten;overwrite overwrote overwritten;undergo underwent undergone;undo undid undone"
)
	.split(";")
	.map((row) => {
		const [base = "", past = "", participle = ""] = row.split(" ");
		return [base, past, participle];
	});
const byBase = new Map(irregular.map((row) => [row[0], row]));
const pasts = new Map(irregular.map((row) => [row[1], row[0]]));
const participles = new Map(irregular.map((row) => [row[2], row[0]]));

/** Verbs of one syllable that double their last letter. */
const doubling = /^(?:[a-z]*[^aeiou])?[aeiou][bdgklmnprt]$/;
/** Longer ones that do: their stress is on the end. */
const doublingLong =
	/^(?:admit|begin|commit|compel|confer|control|defer|emit|equip|forget|infer|occur|omit|permit|prefer|propel|refer|regret|submit|transfer|transmit|upset|format|program)$/;

function doubles(base: string): boolean {
	const syllables = base.match(/[aeiouy]+/g)?.length ?? 0;
	return doublingLong.test(base) || (syllables === 1 && doubling.test(base) && !/[aeiou]{2}[a-z]$/.test(base));
}

/** `capture` → `captured`, `fall` → `fell`. */
export function pastOf(base: string): string {
	const found = byBase.get(base)?.[1];
	if (found) return found;
	if (base.endsWith("e")) return `${base}d`;
	if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
	return doubles(base) ? `${base}${base.slice(-1)}ed` : `${base}ed`;
}

/** `configure` → `configuring`, `set` → `setting`. */
export function gerundOf(base: string): string {
	if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
	if (/[^eoy]e$/.test(base)) return `${base.slice(0, -1)}ing`;
	return doubles(base) ? `${base}${base.slice(-1)}ing` : `${base}ing`;
}

/** `survive` → `survives`. */
export function thirdOf(base: string): string {
	if (base === "have") return "has";
	if (/(?:s|sh|ch|x|z|o)$/.test(base)) return `${base}es`;
	return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

/** Whether a word can be a verb's base form, and how much of its use is that: 0 (never) to 1. */
export function verbness(lower: string): number {
	if (/^(?:be|have|do)$/.test(lower)) return 1;
	const { noun, verb, adjective, adverb } = usageOf(lower);
	return verb === 0 ? 0 : verb / (noun + verb + adjective + adverb);
}

/** 0 to 1: how readily a word stands inside a noun phrase. Words that WordNet does not know are taken for names. */
export function nounness(lower: string): number {
	const { noun, verb, adjective, adverb } = usageOf(lower);
	const all = noun + verb + adjective + adverb;
	return all === 0 ? 0.9 : Math.max(0.05, (noun + adjective) / all);
}

/** The base of `survives`, `goes`, `relies`; undefined when the word is no verb's third person. */
export function baseOfThird(lower: string): string | undefined {
	if (lower === "has") return "have";
	if (lower === "does") return "do";
	if (!/[^s]s$/.test(lower)) return undefined;
	const tries = lower.endsWith("ies")
		? [`${lower.slice(0, -3)}y`]
		: [lower.slice(0, -1), ...(lower.endsWith("es") ? [lower.slice(0, -2)] : [])];
	return tries.find((base) => usageOf(base).verb > 0);
}

/** The base of a past form: `founded`, `wrote`; undefined for other words. */
export function baseOfPast(lower: string): string | undefined {
	return pasts.get(lower) ?? baseOfRegular(lower);
}

/** The base of a past participle: `founded`, `written`; undefined for other words. */
export function baseOfParticiple(lower: string): string | undefined {
	return participles.get(lower) ?? baseOfRegular(lower);
}

function baseOfRegular(lower: string): string | undefined {
	if (!/[a-z]{2}ed$/.test(lower)) return undefined;
	const stem = lower.slice(0, -2);
	const tries = [
		`${stem}e`,
		stem,
		...(/([a-z])\1$/.test(stem) ? [stem.slice(0, -1)] : []),
		...(stem.endsWith("i") ? [`${stem.slice(0, -1)}y`] : []),
	];
	return tries.find((base) => usageOf(base).verb > 0 && pastOf(base) === lower);
}

/** Who does it: `found` → `founder`. Only where the noun is the usual one. */
const agents: ReadonlyMap<string, string> = new Map(
	(
		"found founder;write author;author author;direct director;invent inventor;create creator;develop developer;design designer;own owner;discover discoverer;" +
		"compose composer;produce producer;publish publisher;lead leader;build builder;manufacture manufacturer;make maker;conquer conqueror;narrate narrator;" +
		"coach coach;edit editor;paint painter;win winner;translate translator;sponsor sponsor;assassinate assassin;host host;teach teacher"
	)
		.split(";")
		.map((row) => row.split(" ") as [string, string]),
);

export function agentOf(base: string): string | undefined {
	return agents.get(base);
}
