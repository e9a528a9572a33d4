import type { Rule } from "../rule.ts";
import { suppressionRule } from "../suppressions.ts";
import { invalidConfiguration } from "./configurations/invalid-configuration.ts";
import { unknownField } from "./configurations/unknown-field.ts";
import { neverMatchesRule } from "./never-called/never-matches.ts";
import { noBinding } from "./policies/no-binding.ts";

const FOUND_BY_READING: Rule = {
  id: "unreadable",
  severity: "error",
  summary: "A file is neither YAML nor JSON",
  check: () => [],
};

/** Every rule, in the order of docs/lint.md. */
export const RULES: readonly Rule[] = [
  FOUND_BY_READING,
  invalidConfiguration,
  unknownField,
  neverMatchesRule,
  noBinding,
  suppressionRule(() => RULES.map(({ id }) => id)),
];
