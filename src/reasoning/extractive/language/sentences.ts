export * from "../text/sentences.ts";
