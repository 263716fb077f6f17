import { limits } from "../../../base/limits.ts";
import { launchBrowser } from "./launch.ts";
import { withProducer } from "./pdf-information.ts";

/** A proxy that nobody serves: a page that is printed has all that it needs in itself. */
const noProxy = { url: "http://127.0.0.1:9" };

const margins = { top: "18mm", bottom: "20mm", left: "18mm", right: "18mm" };
const footer =
	'<div style="width:100%;font:8px sans-serif;color:#666;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/**
 * Prints an HTML document as a PDF on A4, with tags, bookmarks of its headings and page numbers. The page runs no script and loads nothing. Throws
 * `BROWSER_NOT_STARTED`.
 */
export async function printPdf(executable: string, html: string): Promise<Uint8Array> {
	const running = await launchBrowser(executable, noProxy);
	try {
		const context = await running.browser.newContext({ javaScriptEnabled: false, offline: true, colorScheme: "light" });
		const page = await context.newPage();
		await page.setContent(html, { waitUntil: "load", timeout: limits.printMs });
		const printed = await page.pdf({
			...{ format: "A4", margin: margins, printBackground: true, outline: true, tagged: true },
			...{ displayHeaderFooter: true, headerTemplate: "<span></span>", footerTemplate: footer },
		});
		return withProducer(printed, "assay");
	} finally {
		await running.close();
	}
}
