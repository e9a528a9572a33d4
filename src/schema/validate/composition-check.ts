import { quote } from "../../go/quote.ts";
import type { Json } from "../../json/value.ts";
import type { Check } from "./check.ts";
import { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

/** Checks of the schemas below `anyOf`, `oneOf`, `allOf` and `not`. */
export interface Composition {
  readonly anyOf: readonly Check[];
  readonly oneOf: readonly Check[];
  readonly allOf: readonly Check[];
  readonly not: Check | undefined;
}

interface Trial {
  readonly findings: Findings;
  readonly checks: number;
}

function attempt(check: Check, value: Json, old: Json | undefined, trail: Trail): Trial {
  const findings = new Findings();
  return { checks: check(value, old, trail, findings), findings };
}

const passed = ({ findings }: Trial): boolean => findings.list.length === 0;

/** Returns the first of the alternatives with the most checks made: the alternative that was probably intended. */
function closest(trials: readonly Trial[]): Trial | undefined {
  let best: Trial | undefined;
  for (const trial of trials) if (best === undefined || trial.checks > best.checks) best = trial;
  return best;
}

/** Compiles the checks in kube-openapi's order: anyOf, oneOf, allOf, not. */
export function compileComposition({ anyOf, oneOf, allOf, not }: Composition): Check | undefined {
  const parts: Check[] = [];
  if (anyOf.length > 0) parts.push(checkAnyOf(anyOf));
  if (oneOf.length > 0) parts.push(checkOneOf(oneOf));
  if (allOf.length > 0) parts.push(checkAllOf(allOf));
  if (not !== undefined) parts.push(checkNot(not));
  if (parts.length === 0) return undefined;
  return (value, old, trail, findings) => {
    let checks = 0;
    for (const part of parts) checks += part(value, old, trail, findings);
    return checks;
  };
}

const checkAnyOf =
  (alternatives: readonly Check[]): Check =>
  (value, old, trail, findings) => {
    const trials: Trial[] = [];
    for (const alternative of alternatives) {
      const trial = attempt(alternative, value, old, trail);
      if (passed(trial)) return trial.checks;
      trials.push(trial);
    }
    findings.general(trail, (path) => `${quote(path)} must validate at least one schema (anyOf)`);
    return report(closest(trials), findings);
  };

const checkOneOf =
  (alternatives: readonly Check[]): Check =>
  (value, old, trail, findings) => {
    const trials = alternatives.map((alternative) => attempt(alternative, value, old, trail));
    const valid = trials.filter(passed);
    const [only] = valid;
    if (valid.length === 1 && only !== undefined) return only.checks;
    const found = valid.length === 0 ? "none valid" : `${valid.length} valid alternatives`;
    findings.general(
      trail,
      (path) => `${quote(path)} must validate one and only one schema (oneOf). Found ${found}`,
    );
    return valid.length === 0 ? report(closest(trials), findings) : 0;
  };

const checkAllOf =
  (parts: readonly Check[]): Check =>
  (value, old, trail, findings) => {
    let checks = 0;
    let validated = 0;
    for (const part of parts) {
      const trial = attempt(part, value, old, trail);
      if (passed(trial)) validated++;
      checks += report(trial, findings);
    }
    if (validated < parts.length) {
      const none = validated === 0 ? ". None validated" : "";
      findings.general(trail, (path) => `${quote(path)} must validate all the schemas (allOf)${none}`);
    }
    return checks;
  };

const checkNot =
  (check: Check): Check =>
  (value, old, trail, findings) => {
    if (passed(attempt(check, value, old, trail)))
      findings.general(trail, (path) => `${quote(path)} must not validate the schema (not)`);
    return 0;
  };

function report(trial: Trial | undefined, findings: Findings): number {
  if (trial === undefined) return 0;
  findings.addAll(trial.findings);
  return trial.checks;
}
