/** Small documents made in code, for the tests of the corpus. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, writeFiles } from "./folder.ts";

/** A folder for documents and one for their index; both are gone when the test is. */
export function temporaryFolder(): {
	path: string;
	index: string;
	write(name: string, content: string | Uint8Array): string;
} {
	const root = emptyFolder();
	const path = join(root, "documents");
	mkdirSync(path);
	return {
		path,
		index: join(root, "index"),
		write(name, content) {
			writeFiles(path, { [name]: content });
			return join(path, name);
		},
	};
}

/** A PDF with one line of text a string, one page an array. `stream` replaces the first page's content, with its filters. */
export function pdfBytes(
	pages: string[][],
	info: Record<string, string> = {},
	stream?: { filters: string; data: Uint8Array },
): Uint8Array {
	const quoted = (text: string) => text.replace(/[()\\]/g, "\\$&");
	const objects: (string | Uint8Array)[][] = [];
	const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(" ");
	objects.push(["<< /Type /Catalog /Pages 2 0 R >>"]);
	objects.push([`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`]);
	objects.push(["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]);
	pages.forEach((lines, index) => {
		const shown = lines.map((line) => `(${quoted(line)}) Tj 0 -14 Td`).join(" ");
		const own = index === 0 ? stream : undefined;
		const data = own?.data ?? Buffer.from(`BT /F1 11 Tf 60 740 Td ${shown} ET`);
		const filter = own === undefined ? "" : ` /Filter ${own.filters}`;
		objects.push([
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
		]);
		objects.push([`<< /Length ${data.length}${filter} >>\nstream\n`, data, "\nendstream"]);
	});
	objects.push([
		`<< ${Object.entries(info)
			.map(([key, value]) => `/${key} (${quoted(value)})`)
			.join(" ")} >>`,
	]);
	const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
	const offsets: number[] = [];
	let at = parts[0]?.length ?? 0;
	const add = (bytes: Buffer) => {
		parts.push(bytes);
		at += bytes.length;
	};
	objects.forEach((object, index) => {
		offsets.push(at);
		add(Buffer.from(`${index + 1} 0 obj\n`));
		for (const part of object) add(Buffer.from(part));
		add(Buffer.from("\nendobj\n"));
	});
	const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	const size = objects.length + 1;
	const start = at;
	add(
		Buffer.from(
			`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${size - 1} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
		),
	);
	return Buffer.concat(parts);
}
