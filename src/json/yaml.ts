import type { Json } from "../api/json.ts";
import { loadLate } from "../api/load-late.ts";

/** The library for YAML, loaded when somebody sends or wants YAML. */
export const yaml = loadLate<typeof import("yaml")>("yaml");

/**
 * The first document of a YAML text as JSON; of a key given twice the last value counts, as in Go. Throws the library's
 * YAMLParseError. The library's warnings quote the text, which may hold secrets: they are not printed.
 */
export const parseYaml = (text: string): Json =>
  yaml().parse(text, { logLevel: "error", uniqueKeys: false }) as Json;
