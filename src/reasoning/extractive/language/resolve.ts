export * from "../text/resolve.ts";
