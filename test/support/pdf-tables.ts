import { type PdfText, widthOf } from "./pdf.ts";

/** A table as it was set, and what a reader should give back: the header of each column, the label and values of each row. */
export interface SetTable {
	texts: PdfText[];
	columns: string[];
	rows: { label: string; values: string[] }[];
	caption: string;
	/** Baseline below it. */
	bottom: number;
}

/** How tables may be set; each is told to its reader by nothing but where the words stand. */
export interface Setting {
	columns: number;
	rows: number;
	align: "right" | "center" | "left";
	/** Headers over several columns, with a line below them. */
	spanning: boolean;
	/** Headers of two lines. */
	wrapped: boolean;
	/** A label of two lines, a row that names those below it, values that are missing, raised marks. */
	longLabels: boolean;
	sections: boolean;
	gaps: boolean;
	marks: boolean;
	captionBelow: boolean;
	/** Points. */
	size: number;
	gutter: number;
	left: number;
}

const places =
	"Norrholm Vikbruk Sandhavn Mellby Ostvik Tarnet Halsund Brekka Lillevik Storsund Grimsa Fagerli Hesteyri Kvalnes Rossey Skarv".split(
		" ",
	);
const measures = "Landings Value Boats Crew Berths Tonnage Visits Fees Repairs Permits".split(" ");
const words =
	"the harbour was dredged in spring and its masters count boats by hand while larger ones lie outside until the tide comes in again at night".split(
		" ",
	);

export function settingFrom(random: () => number): Setting {
	const one = (share: number) => random() < share;
	return {
		columns: 2 + Math.floor(random() * 5),
		rows: 3 + Math.floor(random() * 14),
		align: one(0.7) ? "right" : one(0.5) ? "center" : "left",
		spanning: one(0.3),
		wrapped: one(0.3),
		longLabels: one(0.3),
		sections: one(0.2),
		gaps: one(0.3),
		marks: one(0.2),
		captionBelow: one(0.2),
		size: 8 + Math.floor(random() * 4),
		gutter: 12 + random() * 30,
		left: 50 + random() * 40,
	};
}

/** A random table below a baseline. */
export function setTable(random: () => number, setting: Setting, top: number): SetTable {
	const { size, left, align } = setting;
	const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
	const spans = setting.spanning && setting.columns >= 4 ? 2 : 0;
	const names = columnNames(setting, spans, pick);
	const columns = ["Port", ...names.map(({ name }) => name)];
	const rows: SetTable["rows"] = [];
	const texts: PdfText[] = [];
	const step = size * 1.35;
	const values = Array.from({ length: setting.rows }, () => names.map(() => valueFrom(random, setting)));
	const widths = names.map(({ lines }, x) =>
		Math.max(...lines.map((line) => widthOf(line, size)), ...values.map((row) => widthOf(shown(row[x] ?? ""), size))),
	);
	const labelWidth = widthOf("Landings of the smaller ports", size);
	const lefts = widths.map(
		(_width, x) =>
			left + labelWidth + setting.gutter * (x + 1) + widths.slice(0, x).reduce((sum, each) => sum + each, 0),
	);
	const put = (text: string, x: number, y: number) => {
		const [from, width] = [lefts[x] ?? 0, widths[x] ?? 0];
		const at = align === "right" ? from + width : align === "center" ? from + width / 2 : from;
		const [plain, mark] = text.split("^");
		texts.push({ text: plain ?? "", x: at, y, size, ...(align === "left" ? {} : { align }) });
		const end =
			align === "right"
				? at
				: align === "center"
					? at + widthOf(plain ?? "", size) / 2
					: at + widthOf(plain ?? "", size);
		if (mark !== undefined) texts.push({ text: mark, x: end, y: y + size * 0.35, size: size * 0.6 });
	};
	const caption = `Table ${1 + Math.floor(random() * 9)}. ${pick(measures)} of the ports of Halt, ${pick(["tonnes", "million euros", "persons"])}`;
	let y = top;
	if (!setting.captionBelow) {
		texts.push({ text: caption, x: left, y, size });
		y -= step * 1.3;
	}
	if (spans > 0) {
		for (const { from, to, text } of spansOf(names)) {
			const [start, end] = [lefts[from] ?? 0, (lefts[to] ?? 0) + (widths[to] ?? 0)];
			texts.push({ text, x: (start + end) / 2, y, size, align: "center" });
		}
		y -= step;
	}
	const lines = Math.max(...names.map((name) => name.lines.length));
	for (let line = 0; line < lines; line++) {
		if (line === lines - 1) texts.push({ text: "Port", x: left, y, size });
		for (const [x, name] of names.entries()) {
			const text = name.lines[line - (lines - name.lines.length)];
			if (text !== undefined) put(text, x, y);
		}
		y -= step;
	}
	let section = "";
	const labels = places.toSorted(() => random() - 0.5);
	for (const [at, row] of values.entries()) {
		if (setting.sections && at % 4 === 0) {
			section = `${pick(["North", "South", "Inner", "Outer"])} coast ${at / 4 + 1}`;
			texts.push({ text: section, x: left, y: y - step * 0.3, size });
			y -= step * 1.5;
		}
		let label = labels[at % labels.length] ?? "";
		if (at >= labels.length) label += ` ${at}`;
		if (setting.longLabels && at % 3 === 1) {
			texts.push({ text: `${label} and all of`, x: left, y, size });
			y -= step;
			texts.push({ text: "its outer berths", x: left, y, size });
			label += " and all of its outer berths";
		} else texts.push({ text: label, x: left, y, size });
		for (const [x, value] of row.entries()) if (value !== "") put(value, x, y);
		rows.push({ label: section === "" ? label : `${section} › ${label}`, values: row.map(shown) });
		y -= step;
	}
	if (setting.captionBelow) {
		y -= step * 0.3;
		texts.push({ text: caption, x: left, y, size });
		y -= step;
	}
	return { texts, columns, rows, caption, bottom: y };
}

/** A raised mark as the reader writes it. */
function shown(value: string): string {
	const [plain = "", mark] = value.split("^");
	return mark === undefined ? plain : plain + (["⁰", "¹", "²", "³"][Number(mark)] ?? "");
}

function valueFrom(random: () => number, { gaps, marks }: Setting): string {
	if (gaps && random() < 0.12) return random() < 0.5 ? "–" : "";
	const size = random();
	const number =
		size < 0.4
			? String(Math.floor(random() * 900))
			: size < 0.7
				? (random() * 90).toFixed(1)
				: Math.floor(1_000 + random() * 90_000).toLocaleString("en");
	return marks && random() < 0.15 ? `${number}^${1 + Math.floor(random() * 3)}` : number;
}

interface Name {
	name: string;
	lines: string[];
	over?: string;
}

function columnNames({ columns, wrapped }: Setting, spans: number, pick: <T>(from: readonly T[]) => T): Name[] {
	if (spans > 0)
		return Array.from({ length: Math.floor(columns / spans) * spans }, (_one, x) => {
			const over = String(2030 + Math.floor(x / spans));
			const own = measures[x % spans] ?? "";
			return { name: `${over} › ${own}`, lines: [own], over };
		});
	const start = 2026;
	if (!wrapped)
		return Array.from({ length: columns }, (_one, x) => ({ name: String(start + x), lines: [String(start + x)] }));
	const first = pick([0, 2, 4]);
	return Array.from({ length: columns }, (_one, x) => {
		const own = measures[(first + x) % measures.length] ?? "";
		return x % 2 === 0 ? { name: `${own} (tonnes)`, lines: [own, "(tonnes)"] } : { name: own, lines: [own] };
	});
}

function spansOf(names: readonly Name[]): { text: string; from: number; to: number }[] {
	const out: { text: string; from: number; to: number }[] = [];
	for (const [x, { over = "" }] of names.entries()) {
		const last = out.at(-1);
		if (last?.text === over) last.to = x;
		else out.push({ text: over, from: x, to: x });
	}
	return out;
}

/** Lines of prose in columns, with years and amounts in them, as a page of a journal has them. */
export function setProse(random: () => number, columns: 1 | 2, top: number, lines: number, size = 10): PdfText[] {
	const width = columns === 1 ? 480 : 230;
	return Array.from({ length: columns }, (_one, column) =>
		Array.from({ length: lines }, (_line, at): PdfText => {
			let text = "";
			while (widthOf(text, size) < width - 60) {
				const next =
					random() < 0.06 ? String(Math.floor(random() * 3_000)) : (words[Math.floor(random() * words.length)] ?? "");
				text += (text === "" ? "" : " ") + next;
			}
			return { text, x: 55 + column * 255, y: top - at * size * 1.25, size };
		}),
	).flat();
}

/** Where the last of the texts ends, in points. */
export function rightEdge(texts: readonly PdfText[]): number {
	const end = ({ text, x, size, align }: PdfText) =>
		x + (align === "right" ? 0 : align === "center" ? widthOf(text, size) / 2 : widthOf(text, size));
	return Math.max(...texts.map(end));
}
