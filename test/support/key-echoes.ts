/** A key in one of the forms in which a server may repeat it. */
export interface Echo {
	form: string;
	text: string;
}

const each = (key: string, write: (character: string, code: number) => string) =>
	[...key].map((character) => write(character, character.charCodeAt(0))).join("");
const hexOf = (code: number, width: number) => code.toString(16).padStart(width, "0");

/** A key in every form that no record and no screen may show. */
export function echoes(key: string): Echo[] {
	const half = Math.floor(key.length / 2);
	const third = Math.floor(key.length / 3);
	const base64 = ["", "u", "us", '{"key":"'].flatMap((before) => {
		const bytes = Buffer.from(`${before}${key}: and more`);
		return [
			{ form: `base64 after ${before.length} bytes`, text: bytes.toString("base64") },
			{ form: `base64url after ${before.length} bytes`, text: bytes.toString("base64url") },
			{
				form: `base64 in lines after ${before.length} bytes`,
				text: bytes.toString("base64").replace(/.{20}/g, "$&\r\n"),
			},
		];
	});
	const separators = [" ", "-", ".", '"', "'", "\n", "\u200b", " … ", '", "', "\u2060\u00ad", " + ", "/"];
	const split = separators.flatMap((by) => [
		{ form: `each character apart by ${JSON.stringify(by)}`, text: [...key].join(by) },
		{ form: `two parts by ${JSON.stringify(by)}`, text: key.slice(0, half) + by + key.slice(half) },
		{
			form: `three parts by ${JSON.stringify(by)}`,
			text: [key.slice(0, third), key.slice(third, 2 * third), key.slice(2 * third)].join(by),
		},
	]);
	return [
		{ form: "plain", text: key },
		{ form: "upper case", text: key.toUpperCase() },
		{ form: "lower case", text: key.toLowerCase() },
		{ form: "mixed case", text: each(key, (one, code) => (code % 3 === 0 ? one.toUpperCase() : one.toLowerCase())) },
		{ form: "reversed", text: [...key].reverse().join("") },
		{ form: "in a header", text: `Authorization: Bearer ${key}` },
		{ form: "in basic authorization", text: `Basic ${Buffer.from(`user:${key}`).toString("base64")}` },
		{ form: "hexadecimal", text: Buffer.from(key).toString("hex") },
		{ form: "HEXADECIMAL", text: Buffer.from(key).toString("hex").toUpperCase() },
		{ form: "URL-encoded", text: encodeURIComponent(key) },
		{ form: "fully URL-encoded", text: each(key, (_one, code) => `%${hexOf(code, 2)}`) },
		{
			form: "partly URL-encoded",
			text: each(key, (one, code) => (code % 2 === 0 ? `%${hexOf(code, 2).toUpperCase()}` : one)),
		},
		{ form: "URL-encoded twice", text: each(key, (_one, code) => `%25${hexOf(code, 2)}`) },
		{ form: "JSON-escaped", text: each(key, (_one, code) => `\\u${hexOf(code, 4)}`) },
		{ form: "partly JSON-escaped", text: each(key, (one, code) => (code % 2 === 0 ? `\\u${hexOf(code, 4)}` : one)) },
		{ form: "escaped as in JavaScript", text: each(key, (_one, code) => `\\x${hexOf(code, 2)}`) },
		{ form: "HTML-escaped", text: each(key, (_one, code) => `&#${code};`) },
		{ form: "HTML-escaped in hexadecimal", text: each(key, (_one, code) => `&#x${hexOf(code, 2)};`) },
		{ form: "HTML-escaped signs", text: key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") },
		...base64,
		...split,
	];
}
