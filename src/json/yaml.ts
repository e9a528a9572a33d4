import { loadLate } from "../api/load-late.ts";

/** The library for YAML, loaded when somebody sends or wants YAML. */
export const yaml = loadLate<typeof import("yaml")>("yaml");
