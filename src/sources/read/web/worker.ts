/** The child process that reads documents fetched from the web. */
import { checkTextSize, serveJobs } from "../job-server.ts";
import { type FetchedDocument, readFetchedDocument } from "./read-fetched.ts";
import type { ParsedWebPage } from "./web-html.ts";

serveJobs<FetchedDocument, ParsedWebPage>(async (web) => checkTextSize(await readFetchedDocument(web)));
