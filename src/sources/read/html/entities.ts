const namedEntities: Record<string, string> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
	copy: "©",
	reg: "®",
	trade: "™",
	hellip: "…",
	mdash: "—",
	ndash: "–",
	lsquo: "‘",
	rsquo: "’",
	ldquo: "“",
	rdquo: "”",
	middot: "·",
	bull: "•",
	deg: "°",
	times: "×",
	euro: "€",
	pound: "£",
	sect: "§",
	larr: "←",
	rarr: "→",
	le: "≤",
	ge: "≥",
	ne: "≠",
	plusmn: "±",
	micro: "µ",
};

/** The character that `amp`, `#8212` or `#x2014` stands for; undefined when there is none. */
export function decodeEntity(name: string): string | undefined {
	const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
	if (!code) return Object.hasOwn(namedEntities, name) ? namedEntities[name] : undefined;
	const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
	return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000)
		? String.fromCodePoint(point)
		: undefined;
}
