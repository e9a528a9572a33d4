import type { Rule } from "../rule.ts";
import { suppressionRule } from "../suppressions.ts";
import { invalidConfiguration } from "./configurations/invalid-configuration.ts";
import { unknownField } from "./configurations/unknown-field.ts";
import { blocksOwnPods } from "./deadlocks/blocks-own-pods.ts";
import { cannotStart } from "./deadlocks/cannot-start.ts";
import { waitForEachOther } from "./deadlocks/wait-for-each-other.ts";
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
  blocksOwnPods,
  waitForEachOther,
  cannotStart,
  suppressionRule(() => RULES.map(({ id }) => id)),
];
