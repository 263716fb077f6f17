/** The child process that reads documents fetched from the web. */
import { answerJobs, checkedSize } from "../child.ts";
import type { WebDraft } from "./page.ts";
import { readWeb, type WebBytes } from "./read.ts";

answerJobs<WebBytes, WebDraft>(async (web) => checkedSize(await readWeb(web)));
