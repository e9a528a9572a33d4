import type { Verdict } from "../verdict.ts";

/** Texts for Warning headers as they came, before repetitions are dropped and lengths limited. */
export const warningsOf = ({ warnings }: Verdict): readonly string[] => warnings;
