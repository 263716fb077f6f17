export * from "../text/names.ts";
