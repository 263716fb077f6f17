/** A terminal's size in cells. If it gives none (some pseudo-terminals say 0), 80 × 24. */
export function terminalSize(stream: { columns?: number | undefined; rows?: number | undefined }): {
	columns: number;
	rows: number;
} {
	return { columns: stream.columns || 80, rows: stream.rows || 24 };
}
