export * from "../text/homophones.ts";
