import lists from "./name-words.json" with { type: "json" };

/** The lists hold lower-case words that show a name's kind. They are public knowledge, written by hand. */
function set(list: string): ReadonlySet<string> {
	return new Set(list.split(" "));
}

export const givenNames = set(lists.givenNames);
export const titlesOfPersons = set(lists.titlesOfPersons);
export const organizationWords = set(lists.organizationWords);
export const workWords = set(lists.workWords);
export const placeWords = set(lists.placeWords);
/** Adjectives of countries, peoples and faiths: capitalised, but not names. */
export const demonyms = set(lists.demonyms);

const months: readonly string[] =
	"january february march april may june july august september october november december".split(" ");
const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
export const calendarWords: ReadonlySet<string> = new Set([...months, ...weekdays]);
