import { join } from "node:path";

/** Where the public evaluation data lies: beside the project, or where ASSAY_DATA says. */
export const data = process.env.ASSAY_DATA ?? join(import.meta.dirname, "../../../shared/data");
