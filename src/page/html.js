import htm from "htm";
import { h } from "preact";

/** Makes elements from a template: `html`<p class="note">${text}</p>``. @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = /** @type {any} */ (htm).bind(h);
