import lists from "./name-words.json" with { type: "json" };

/** The lists hold lower-case words that show a name's kind. They are public knowledge, written by hand. */
function wordSet(list: string): ReadonlySet<string> {
	return new Set(list.split(" "));
}

export const givenNames = wordSet(lists.givenNames);
export const personTitles = wordSet(lists.titlesOfPersons);
export const organizationWords = wordSet(lists.organizationWords);
export const workWords = wordSet(lists.workWords);
export const placeWords = wordSet(lists.placeWords);
/** Adjectives of countries, peoples and faiths: capitalised, but not names. */
export const demonyms = wordSet(lists.demonyms);

const months: readonly string[] =
	"january february march april may june july august september october november december".split(" ");
const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
export const calendarWords: ReadonlySet<string> = new Set([...months, ...weekdays]);
