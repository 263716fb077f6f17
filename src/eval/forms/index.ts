import type { Form } from "./form.ts";
import { shortAnswer } from "./short-answer.ts";

/** The forms that a suite can have, by name. */
export const forms: ReadonlyMap<string, Form> = new Map([shortAnswer].map((form) => [form.name, form]));
