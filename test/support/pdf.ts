/** A text on a page of a PDF: points from the lower left. */
export interface PdfText {
	text: string;
	x: number;
	y: number;
	/** 10 when absent. */
	size?: number;
	/** `x` is its right end, or its middle. */
	align?: "right" | "center";
}

/** How wide the test's font sets a text, in points. */
export function widthOf(text: string, size = 10): number {
	return ([...text].reduce((sum, character) => sum + widthOfCode(codeOf(character)), 0) * size) / 1000;
}

function widthOfCode(code: number): number {
	const character = String.fromCharCode(code);
	if (/[0-9]/.test(character)) return 556;
	if (/[A-Z%&@]/.test(character)) return 680;
	if (/[ijlft.,:;'|!()[\] ]/.test(character)) return 278;
	return character === "m" || character === "w" ? 780 : 530;
}

/** WinAnsi, of what the tests use beyond Latin 1. */
function codeOf(character: string): number {
	const others: Record<string, number> = {
		"–": 0x96,
		"—": 0x97,
		"€": 0x80,
		"“": 0x93,
		"”": 0x94,
		"’": 0x92,
		"†": 0x86,
	};
	return others[character] ?? character.charCodeAt(0) & 0xff;
}

/** A small PDF with text where it is told to stand, uncompressed. */
export function pdfOf(pages: readonly (readonly PdfText[])[]): Buffer {
	const widths = Array.from({ length: 224 }, (_one, at) => widthOfCode(at + 32)).join(" ");
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, at) => `${4 + at * 2} 0 R`).join(" ")}] >>`,
		`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [${widths}] >>`,
	];
	for (const [at, texts] of pages.entries()) {
		const stream = texts.map(drawn).join("\n");
		objects.push(
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
			`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
		);
	}
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, at) => {
		const offset = file.length;
		file += `${at + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(file, "latin1");
}

function drawn({ text, x, y, size = 10, align }: PdfText): string {
	const shift = align === "right" ? widthOf(text, size) : align === "center" ? widthOf(text, size) / 2 : 0;
	const bytes = [...text].map((character) => String.fromCharCode(codeOf(character))).join("");
	return `BT /F1 ${size} Tf ${(x - shift).toFixed(2)} ${y.toFixed(2)} Td (${bytes.replace(/[\\()]/g, "\\$&")}) Tj ET`;
}
