import type { Manifest } from "../explain/offline/manifests.ts";
import { pointerOf } from "../explain/sources.ts";
import { text } from "../json/value.ts";
import type { Finding, LintReport, ObjectName, Suppressed } from "./finding.ts";
import { Model, type ModelOptions } from "./model/model.ts";
import { nameOf, namespaceOf } from "./model/names.ts";
import type { Problem, Rule } from "./rule.ts";
import { RULES } from "./rules/index.ts";
import { statesOf } from "./states.ts";
import { reasonToIgnore } from "./suppressions.ts";

/** Manifests, and what is known besides them. */
export interface LintInput extends ModelOptions {
  readonly manifests: readonly Manifest[];
  /** Findings that exist already: files that cannot be read. */
  readonly findings?: readonly Finding[];
  readonly notes?: readonly string[];
}

/**
 * Checks manifests without a server, for parts that will fail, or work in an unexpected way. Webhooks are not
 * called.
 */
export async function lint({
  manifests,
  findings = [],
  notes = [],
  ...options
}: LintInput): Promise<LintReport> {
  const shown: Finding[] = [...findings];
  const suppressed: Suppressed[] = [];
  const whole = new Model(manifests, options);
  const states = statesOf(manifests);
  for (const state of states) {
    const { isChecked } = state;
    const model = states.length === 1 ? whole : new Model(state.manifests, options, { whole, isChecked });
    const found = (await checked(model, RULES)).filter(({ problem }) => isChecked(problem.of));
    for (const { finding, reason } of found)
      if (reason === undefined) shown.push(finding);
      else suppressed.push({ finding, reason });
  }
  const { webhooks, policies } = whole;
  return {
    findings: withoutRepeated(shown).sort(comparePlaces),
    suppressed,
    looked: { objects: manifests.length, webhooks: webhooks.length, policies: policies.length },
    notes,
  };
}

/** An object that many webhooks need, such as their Service, has the same finding for each of them. */
function withoutRepeated(findings: readonly Finding[]): Finding[] {
  const told = new Map<string, Finding>();
  for (const finding of findings) {
    const { rule, object, path, file, line, message } = finding;
    const key = JSON.stringify([rule, object, path, file, line, message]);
    if (!told.has(key)) told.set(key, finding);
  }
  return [...told.values()];
}

/** A problem, its finding, and the reason for which an annotation suppresses it. */
interface Found {
  readonly problem: Problem;
  readonly finding: Finding;
  readonly reason: string | undefined;
}

/** Returns what these rules find, in their order. */
export async function checked(model: Model, rules: readonly Rule[]): Promise<Found[]> {
  const all: Found[] = [];
  for (const rule of rules)
    for (const problem of await rule.check(model))
      all.push({ problem, finding: findingOf(rule, problem), reason: reasonToIgnore(problem.of, rule.id) });
  return all;
}

function findingOf({ id, severity }: Rule, problem: Problem): Finding {
  const { of, path, message, fix = "", webhook = "" } = problem;
  const { file, line } = of.place?.(path) ?? { file: "", line: 0 };
  return {
    rule: id,
    severity: problem.severity ?? severity,
    object: objectName(of),
    webhook,
    path: pointerOf(path),
    file,
    line,
    message,
    fix,
  };
}

const objectName = (of: Manifest): ObjectName => ({
  apiVersion: text(of.object.apiVersion),
  kind: text(of.object.kind),
  namespace: namespaceOf(of),
  name: nameOf(of),
});

/** Order of findings: by file, line and rule. */
export const comparePlaces = (a: Finding, b: Finding): number =>
  compare(a.file, b.file) || a.line - b.line || compare(a.rule, b.rule);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
