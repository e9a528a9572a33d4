import type { Cause, CauseCode, Explanation, Step } from "../../../src/explain/explanation.ts";
import type { Lane } from "./lanes.ts";

/** Hooks that were not called for the same kind of reason. */
export interface NotCalled {
  readonly title: string;
  readonly lanes: readonly Lane[];
}

/** The rules are for other requests: most hooks of a cluster, and nothing is wrong with them. */
const RULES: readonly CauseCode[] = [
  "rules",
  "operation",
  "group",
  "version",
  "resource",
  "scope",
  "subresource",
  "scale-group",
  "exact-version",
  "never-matches",
  "name",
  "excluded",
];

const TITLES: readonly (readonly [title: string, codes: readonly CauseCode[]])[] = [
  ["The rule does not name the resource as it is called", ["resource-name"]],
  ["Match conditions are false", ["condition", "condition-error", "generate-name"]],
  ["The object's labels are not selected", ["object-selector"]],
  ["The namespace is not selected", ["namespace-selector"]],
  ["Not reached: the request was refused before", ["not-reached"]],
  ["Without a binding or parameter", ["no-binding", "params"]],
  ["Not called a second time", ["reinvocation"]],
  ["The rules are for other requests", RULES],
];
const OTHERS = "For another reason";

/** Those that were not called, by the first filter that left the request out; the nearest ones first. */
export function notCalledOf(lanes: readonly Lane[]): NotCalled[] {
  const skipped = lanes.filter(({ deed }) => deed === "skipped");
  const titleOf = ({ step }: Lane): string => {
    const code = step.kind === "plugin" ? undefined : step.why?.code;
    return TITLES.find(([, codes]) => code !== undefined && codes.includes(code))?.[0] ?? OTHERS;
  };
  return [...TITLES.map(([title]) => title), OTHERS]
    .map((title) => ({ title, lanes: skipped.filter((lane) => titleOf(lane) === title) }))
    .filter((group) => group.lanes.length > 0);
}

/**
 * The findings that concern this request. Mistakes in rules for other requests, and policies without a binding that would
 * leave this request out anyway, are on the page of the configurations.
 */
export const ownFindings = ({ findings, steps }: Pick<Explanation, "findings" | "steps">): readonly Cause[] =>
  findings.filter((cause) => {
    const { code, also = [] } = cause;
    if (code === "no-binding") return isBindingMissed(cause, steps);
    if (code === "never-matches") return false;
    return also.length === 0 || !RULES.includes(code);
  });

/** The findings that are not the cause of one of these steps: it is in the details of the step. */
export function findingsBeside(findings: readonly Cause[], lanes: readonly Lane[]): readonly Cause[] {
  // They came as JSON: equal causes are different objects.
  const shown = new Set(lanes.map(({ step }) => ("why" in step ? JSON.stringify(step.why) : "")));
  return findings.filter((cause) => !shown.has(JSON.stringify(cause)));
}

/** True if only the binding is missing: the policy would match the request. */
function isBindingMissed({ of, fix }: Cause, steps: readonly Step[]): boolean {
  const [kind = "", name] = of.split("/");
  const policy = kind.endsWith("Binding") ? fix : name;
  return steps.some(
    (step) =>
      step.kind === "policy" &&
      step.name === policy &&
      step.why?.code === "no-binding" &&
      step.why.also === undefined,
  );
}
