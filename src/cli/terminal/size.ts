/** A terminal's cells; one that does not tell (some pseudo-terminals say 0) is taken for 80 × 24. */
export function sizeOf(stream: { columns?: number | undefined; rows?: number | undefined }): {
	columns: number;
	rows: number;
} {
	return { columns: stream.columns || 80, rows: stream.rows || 24 };
}
