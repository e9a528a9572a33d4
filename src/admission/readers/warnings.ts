import type { Verdict } from "../verdict.ts";

/** Returns the texts for Warning headers as they came, before repetitions are removed and lengths limited. */
export const warningsOf = ({ warnings }: Verdict): readonly string[] => warnings;
