import { type ExportFormat, parseFormats } from "../app/export/formats.ts";
import { HttpFault } from "../serving/fault.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Services } from "./run-endpoints.ts";

const types: Record<ExportFormat, string> = {
	md: "text/markdown; charset=utf-8",
	html: "text/html; charset=utf-8",
	pdf: "application/pdf",
	docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	csv: "text/csv; charset=utf-8",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	bibtex: "application/x-bibtex; charset=utf-8",
	ris: "application/x-research-info-systems; charset=utf-8",
	csl: "application/vnd.citationstyles.csl+json",
	json: "application/json",
};

/** The report in another format, as a file to save. */
export function exportEndpoint({ app }: Services): Endpoint {
	return {
		...{ method: "get", path: "/api/runs/:id/export/:format", name: "exportRun" },
		summary: "The report of a finished run in another format",
		description: `\`format\`: ${Object.keys(types).join(", ")}. \`csv\` has several files, and \`part\` names one; without it, it is the evidence. \`pdf\` needs Chromium on the server's machine.`,
		query: { part: "Of `csv`: `evidence`, `matrix`, `sources`, `disputes`, or of a report with a table `table`." },
		...{ status: 200, faults: [404, 409] },
		response: Object.fromEntries(Object.values(types).map((type) => [type.split(";")[0] ?? type, "The file."])),
		async handle(context) {
			const id = context.req.param("id") ?? "";
			const [format = "md"] = parseFormats(context.req.param("format") ?? "");
			const files = await app.export(id, [format]);
			const part = context.req.query("part");
			const names = files.map(({ ending }) => ending.replace(/^-|\.\w+$/g, ""));
			const file = part === undefined ? files[0] : files[names.indexOf(part)];
			if (!file)
				throw new HttpFault(
					404,
					"PART_UNKNOWN",
					`this run's ${format} has no part "${part}"`,
					`parts: ${names.join(", ")}`,
				);
			const name = `${(await app.find(id)).id.slice(0, 8)}${file.ending}`;
			const body = typeof file.content === "string" ? file.content : new Uint8Array(file.content);
			return context.body(body, 200, {
				"content-type": types[format],
				"content-disposition": `attachment; filename="${name}"`,
			});
		},
	};
}
