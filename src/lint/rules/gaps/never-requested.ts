import type { Operation } from "../../../admission/attributes.ts";
import type { Rule as MatchRule } from "../../../admission/rule.ts";
import type { Registry } from "../../../resources/registry.ts";
import { type MatchedRule, matchedRules } from "../../model/matched-rules.ts";
import { operationsOf } from "../../requests/every-request.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The operation of admission is not the verb of the request: `kubectl exec` posts, and is a CONNECT. */
export const neverRequested: Rule = {
  id: "never-requested",
  severity: "error",
  summary: "A rule, or one of its resources, has none of the operations with which the resource is requested",
  check: (model) => {
    const all = matchedRules(model);
    return all.flatMap((one) => {
      const others = all.filter(
        ({ of, webhook, rule }) => of === one.of && webhook === one.webhook && rule !== one.rule,
      );
      return problemsOf(one, others, model.registry);
    });
  },
};

/** `others`: the other rules of the hook, which may have the operation. */
function problemsOf(
  { of, webhook, path, rule }: MatchedRule,
  others: readonly MatchedRule[],
  registry: Registry,
): Problem[] {
  const entries = rule.resources.map((entry) => [entry, operationsFor(entry, rule, registry)] as const);
  const dead = entries.filter(
    ([entry, possible]) =>
      possible?.every((one) => !hasOperation(rule, one)) === true &&
      !others.some((other) => other.rule.resources.includes(entry)),
  );
  const [first] = dead;
  if (first === undefined) return [];
  const isAlone = dead.length === entries.length;
  const byText = new Map<string, string[]>();
  for (const [entry, possible = []] of dead) {
    const how = requestedText(possible);
    byText.set(how, [...(byText.get(how) ?? []), entry]);
  }
  const told = [...byText]
    .map(([how, names]) => `${names.join(", ")} ${names.length === 1 ? "is" : "are"} ${how}`)
    .join("; ");
  const subject = isAlone
    ? "the rule matches"
    : dead.length === 1
      ? "the entry matches"
      : "these entries match";
  const message = `${told}: ${subject} nothing with ${rule.operations.join(", ")}`;
  const wanted = [...new Set(dead.flatMap(([, possible = []]) => possible))];
  const fix =
    wanted.length === 0 ? "" : `operations: [${wanted.join(", ")}]${isAlone ? "" : ", in a rule of its own"}`;
  const place =
    isAlone && wanted.length > 0 ? ["operations"] : ["resources", rule.resources.indexOf(first[0])];
  return [{ of, webhook, path: [...path, ...place], message, fix, severity: isAlone ? "error" : "info" }];
}

const requestedText = (possible: readonly Operation[]): string =>
  possible.length === 0 ? "only read, which is not reviewed" : `only requested with ${possible.join(", ")}`;

const hasOperation = ({ operations }: MatchRule, operation: Operation): boolean =>
  operations.some((one) => one === "*" || one === operation);

/** Returns the operations of the built-in resources that an entry names; undefined if it names none, or others too. */
function operationsFor(entry: string, rule: MatchRule, registry: Registry): Operation[] | undefined {
  const [plural, subresource = ""] = entry.split("/");
  const found = registry.resources.filter(
    (one) => one.plural === plural && ["*", one.group].some((group) => rule.apiGroups.includes(group)),
  );
  const isKnown = found.every(
    (one) => !one.custom && (subresource === "" || one.subresources.has(subresource)),
  );
  if (found.length === 0 || !isKnown) return undefined;
  return [...new Set(found.flatMap((one) => operationsOf(one, subresource)))];
}
