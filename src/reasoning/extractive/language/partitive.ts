export * from "../text/partitive.ts";
