import { loadLate } from "../async/load-late.ts";

/** The `yaml` library, loaded at its first use. */
export const yaml = loadLate<typeof import("yaml")>("yaml");
