import type { WorldPage } from "./pages.ts";

const notice = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>Notice on lamps – Lunsay Council</title></head><body>
<h1>Notice on lamps</h1>
<p>From 15 August on, the lamps of the quay “Sankt Görans Brygga” are dimmed after 23:00. The café “Blå Måsen” keeps a light at its door.</p>
<p>Complaints go to Mayor Sigge Brandt, Rådhusgränd 2. The council has set aside €3,200 for torches at the slip.</p>
</body></html>`;

const bulletin = `<!doctype html><html lang="en"><head><title>Fisheries bulletin, September 2024</title></head><body><h1>Fisheries bulletin, September 2024</h1>
<p>Landings at Pellwick came to 1,870 tonnes in September 2024, of which 1,120 tonnes were herring.</p>
<p>Skippers who arrive after 23:00 are reminded that the quays are dimmed until the end of October. Mooring lights may be used.</p></body></html>`;

/** Pages in encodings that are not UTF-8, as their servers declare them, or do not. */
export function encoded(): [url: string, page: WorldPage][] {
	return [
		["http://lunsay-council.test/notices/lamps", { status: 200, type: "text/html", body: windows1252(notice) }],
		[
			"http://fisheries.gov.test/bulletins/2024-09",
			{ status: 200, type: "text/html; charset=utf-16le", body: Buffer.from(`\ufeff${bulletin}`, "utf16le") },
		],
	];
}

/** Latin-1, and the five marks beyond it that these pages use. */
function windows1252(text: string): Buffer {
	const beyond: Record<string, string> = { "“": "\x93", "”": "\x94", "–": "\x96", "€": "\x80", "’": "\x92" };
	return Buffer.from(
		text.replace(/[“”–€’]/g, (mark) => beyond[mark] ?? "?"),
		"latin1",
	);
}
