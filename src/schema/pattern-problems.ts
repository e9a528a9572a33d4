import type { Steps } from "../async/steps.ts";
import type { JsonSchema } from "./json-schema.ts";
import { patternProblem } from "./pattern.ts";
import { schemasIn } from "./schemas-in.ts";

const PATTERNS_A_STEP = 300;

/** Returns the problems of all patterns inside a schema, by pattern. Each pattern is compiled once. */
export function* patternProblems(root: JsonSchema): Steps<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>();
  const known = new Set<string>();
  for (const { pattern } of schemasIn(root)) {
    if (pattern === "" || known.has(pattern)) continue;
    known.add(pattern);
    const problem = patternProblem(pattern);
    if (problem !== undefined) problems.set(pattern, problem);
    if (known.size % PATTERNS_A_STEP === 0) yield;
  }
  return problems;
}
