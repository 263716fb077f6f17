// Makes the world's PDFs anew, with Debian's Chromium: `node test/world/reports/make.ts`. They are kept in `sites/`, so that no
// test needs a browser to have them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startChromium } from "../../real/chromium.ts";
import { seededRandom } from "../../support/random.ts";

const footer = `<div style="font:8px sans-serif;width:100%;text-align:center"><span class="pageNumber"></span></div>`;
const reports = {
	"harbour-lighting-2024": "ports.gov.test/reports/harbour-lighting-2024.pdf",
	"quay-lamps-leaflet": "openlampdata.test/files/quay-lamps-leaflet.pdf",
};
const seasons = {
	2022: { Tolmouth: 214, Ostrey: 96, Brackhaven: 131, Pellwick: 364, Skarrow: 71, Lunsay: 44 },
	2023: { Tolmouth: 151, Ostrey: 74, Brackhaven: 109, Pellwick: 241, Skarrow: 88, Lunsay: 50 },
	2024: { Tolmouth: 118, Ostrey: 61, Brackhaven: 92, Pellwick: 133, Skarrow: 52, Lunsay: 32 },
};
/** How a season's birds are spread over its eleven weeks, before chance. */
const flight = [1, 2, 4, 7, 11, 14, 12, 8, 5, 3, 1];

const browser = await startChromium();
if ("missing" in browser) throw new Error(browser.missing);
try {
	const page = await browser.newPage();
	for (const [name, target] of Object.entries(reports)) {
		const html = readFileSync(join(import.meta.dirname, `${name}.html`), "utf8").replace("{{weeks}}", weeks());
		await page.setContent(html);
		const made = await page.pdf({
			format: "A4",
			displayHeaderFooter: true,
			headerTemplate: "<span></span>",
			footerTemplate: footer,
			margin: { top: "20mm", bottom: "20mm", left: "20mm", right: "20mm" },
		});
		const pdf = dated(made, "20250502090000");
		const file = join(import.meta.dirname, "../sites", target);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, pdf);
		process.stdout.write(`${target}: ${pdf.length} bytes\n`);
	}
} finally {
	await browser.close();
}

/** With the day on which it is said to have been made, in as many bytes. */
function dated(pdf: Buffer, day: string): Buffer {
	return Buffer.from(pdf.toString("latin1").replace(/((?:Creation|Mod)Date \(D:)\d{14}/g, `$1${day}`), "latin1");
}

/** Rows of week by harbour that add up to each season's count. */
function weeks(): string {
	const random = seededRandom(14);
	return Object.entries(seasons)
		.flatMap(([year, harbours]) => {
			const columns = Object.values(harbours).map((total) => spread(total, random));
			return flight.map((_, week) => {
				const cells = columns.map((column) => `<td class="n">${column[week]}</td>`).join("");
				return `<tr><th scope="row">${year}, week ${week + 1}</th>${cells}</tr>`;
			});
		})
		.join("\n");
}

function spread(total: number, random: () => number): number[] {
	const sum = flight.reduce((all, share) => all + share, 0);
	const shares = flight.map((share) => Math.floor((total * share * (0.8 + 0.3 * random())) / sum));
	const rest = total - shares.reduce((all, share) => all + share, 0);
	return shares.map((share, week) => (week === 5 ? share + rest : share));
}
