/** The commonest short words of languages in Latin letters. Words that two languages share tell little and are mostly left out. */
const commonWords: Record<string, string> = {
	en: "the of and to is that for with was were are been which this from by has have its not",
	de: "der die das und ist nicht mit von den dem ein eine auch sich auf für werden wurde sind bei",
	fr: "le les des et est une dans que qui pour pas sur avec sont cette aux ont été mais leur",
	es: "el los las y es una por con para del como más fue pero sus este son ha muy",
	it: "il di che è gli della sono nel anche alla questo dei delle più ha stato loro dal",
	pt: "o os das e uma não com para foi mais ao são dos pelo pela também seu sua à",
	nl: "de het een van en dat niet zijn met voor aan ook werd door naar bij uit wordt deze",
	sv: "och att det som är på för med den av inte till ett har från var kan efter",
	da: "og at det er på for med af ikke til et har fra var kan efter blev også være",
	pl: "nie się na jest że do jak przez oraz są został po dla była które od jego",
	fi: "ja on ei että oli sen se ovat joka hän mutta myös kun tai niin ole",
	tr: "ve bir bu için ile olarak olan da de çok daha gibi en sonra kadar",
};
const wordSets = Object.entries(commonWords).map(([language, list]) => [language, new Set(list.split(" "))] as const);
const scripts: readonly (readonly [RegExp, string])[] = [
	[/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
	[/\p{sc=Hangul}/gu, "ko"],
	[/\p{sc=Han}/gu, "zh"],
	[/\p{sc=Greek}/gu, "el"],
	[/\p{sc=Hebrew}/gu, "he"],
	[/\p{sc=Arabic}/gu, "ar"],
	[/\p{sc=Thai}/gu, "th"],
	[/\p{sc=Devanagari}/gu, "hi"],
	[/\p{sc=Cyrillic}/gu, "ru"],
];
/** Length of the sample whose language is detected; most of a page is in one language. Characters. */
const sampleCharacters = 6_000;

/** Detects the language of a text from its words; undefined when they are not clear. */
export function detectPageLanguage(text: string): string | undefined {
	const sample = text.slice(0, sampleCharacters).toLowerCase();
	const letters = sample.match(/\p{L}/gu)?.length ?? 0;
	if (letters < 40) return undefined;
	for (const [script, language] of scripts)
		if ((sample.match(script)?.length ?? 0) > letters * (language === "ja" ? 0.1 : 0.4))
			return language === "ru" && /[іїєґ]/.test(sample) ? "uk" : language;
	const tokens = sample.match(/\p{L}+/gu) ?? [];
	const counts = wordSets
		.map(([language, list]) => ({ language, count: tokens.filter((token) => list.has(token)).length }))
		.sort((a, b) => b.count - a.count);
	const [first, second] = counts;
	if (!first || first.count < 4 || first.count < tokens.length * 0.06) return undefined;
	return first.count >= 1.5 * (second?.count ?? 0) ? first.language : undefined;
}

/**
 * The stated language as BCP 47 in lower case, unless the words are clearly in another one: templates declare `en` for everything.
 */
export function resolveLanguage(stated: string | undefined, text: string): string | undefined {
	const tag = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i
		.exec(stated?.trim() ?? "")?.[0]
		.replaceAll("_", "-")
		.toLowerCase();
	const detected = detectPageLanguage(text);
	if (tag === undefined) return detected;
	const family = tag.split("-")[0];
	const relatedLanguages = [
		["da", "no", "nb", "nn"],
		["ru", "bg", "sr", "be", "mk", "kk", "uk"],
		["ar", "fa", "ur"],
		["hi", "mr", "ne"],
		["es", "ca", "gl"],
		["pt", "gl"],
	];
	if (
		detected === undefined ||
		detected === family ||
		relatedLanguages.some((group) => group.includes(detected) && group.includes(family ?? ""))
	)
		return tag;
	return detected;
}
