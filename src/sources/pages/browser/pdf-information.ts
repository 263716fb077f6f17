/**
 * A PDF that names `producer` as its creator and producer, in place of the browser that printed it. The information dictionary is written
 * anew behind the document, with a cross-reference section of its own (ISO 32000-1, 7.5.6, incremental updates), so that no offset of the
 * document changes. A PDF without the dictionary or the trailer that Chromium writes stays as it is.
 */
export function withProducer(pdf: Uint8Array, producer: string): Uint8Array {
	const text = Buffer.from(pdf).toString("latin1");
	const [, size, root, info, previous] =
		/trailer\s*<<\s*\/Size (\d+)\s*\/Root (\d+ \d+ R)\s*\/Info (\d+) 0 R\s*>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(
			text,
		) ?? [];
	if (info === undefined) return pdf;
	const start = text.search(new RegExp(`(?<=^|[\\r\\n])${info} 0 obj\\b`));
	const end = text.indexOf("endobj", start);
	if (start < 0 || end < 0) return pdf;
	const object = text
		.slice(start, end)
		.replace(/\/(Creator|Producer) \((?:[^\\()]|\\[\s\S])*\)/g, (_entry, key: string) => `/${key} (${producer})`);
	const body = `${text.endsWith("\n") ? "" : "\n"}${object}endobj\n`;
	const at = text.length + body.indexOf(`${info} 0 obj`);
	const table = `xref\n${info} 1\n${String(at).padStart(10, "0")} 00000 n \n`;
	const trailer = `trailer\n<</Size ${size}\n/Root ${root}\n/Info ${info} 0 R\n/Prev ${previous}>>\nstartxref\n${text.length + body.length}\n%%EOF\n`;
	return Buffer.from(text + body + table + trailer, "latin1");
}
