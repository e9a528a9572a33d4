import type { Rule } from "../../admission/hook.ts";
import { ruleMatches } from "../../admission/match/rules.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { type Path, pointerOf } from "../../explain/sources.ts";
import { isEvaluated } from "../../explain/steps/policy-checks.ts";
import { isJsonObject, type Json, type JsonObject, records } from "../../json/value.ts";
import type { Loaded } from "../load-manifests.ts";
import { isAnswered } from "../result.ts";

/** A part of a configuration or policy that cases can reach. */
export interface CoverageItem {
  /** For example `rule 1 of webhook owner.example.com was never used`. */
  readonly message: string;
  /** Place of the part: `config.yaml:12`, or a JSON pointer. */
  readonly at: string;
  /** True if a case has reached the part. */
  readonly reached: boolean;
}

/** The parts of the webhooks and policies, and whether a case has reached each of them. */
export class Coverage {
  readonly #items = new Map<string, CoverageItem>();
  readonly #reached = new Set<string>();

  /** `loaded`: the objects of the suite's manifests. */
  constructor(loaded: readonly Loaded[]) {
    for (const { object, line = pointerOf } of loaded) {
      const { kind = "", metadata } = object;
      if (kind.endsWith("WebhookConfiguration")) this.#addWebhooks(object, line);
      if (kind.endsWith("AdmissionPolicy")) this.#addPolicy(metadata.name ?? "", object, line);
    }
  }

  /** Records the parts that one case has reached. */
  add(verdict: Verdict): void {
    for (const { hook, call, filter, conditions } of verdict.hooks) {
      const name = `webhook ${hook.name}`;
      if (isAnswered(call)) this.#reachRules(name, hook.rules, verdict);
      this.#reach(filter?.kind === "namespaceSelector", `${name} namespaceSelector`);
      this.#reach(filter?.kind === "objectSelector", `${name} objectSelector`);
      if (conditions?.kind === "exclude") this.#reach(true, `${name} condition ${conditions.condition}`);
    }
    for (const line of verdict.policies) {
      const { policy, binding, conditions, checks } = line;
      const name = `policy ${policy.name}`;
      if (conditions?.kind === "exclude") this.#reach(true, `${name} condition ${conditions.condition}`);
      if (!isEvaluated(line)) continue;
      if (binding !== undefined) this.#reachRules(name, policy.criteria.rules, verdict);
      const isReached = ({ actions, changed }: (typeof checks)[number]): boolean =>
        policy.phase === "mutating" ? changed === true : actions.some((action) => action !== "allow");
      for (const check of checks) this.#reach(isReached(check), `${name} check ${check.index}`);
    }
  }

  #reachRules(name: string, rules: readonly Rule[], { attributes }: Verdict): void {
    for (const [i, rule] of rules.entries()) this.#reach(ruleMatches(rule, attributes), `${name} rule ${i}`);
  }

  items(): CoverageItem[] {
    return [...this.#items].map(([key, item]) => ({ ...item, reached: this.#reached.has(key) }));
  }

  #reach(yes: boolean, key: string): void {
    if (yes) this.#reached.add(key);
  }

  #expect(key: string, message: string, at: string): void {
    this.#items.set(key, { message, at, reached: false });
  }

  #addWebhooks({ webhooks }: JsonObject, line: (path: Path) => string): void {
    for (const [i, webhook] of records(webhooks).entries()) {
      const name = `webhook ${webhook.name}`;
      const at = (...path: Path): string => line(["webhooks", i, ...path]);
      for (const j of records(webhook.rules).keys())
        this.#expect(`${name} rule ${j}`, `rule ${j + 1} of ${name} was never used`, at("rules", j));
      for (const selector of ["namespaceSelector", "objectSelector"] as const)
        if (isJsonObject(webhook[selector]) && Object.keys(webhook[selector]).length > 0)
          this.#expect(
            `${name} ${selector}`,
            `the ${selector} of ${name} never kept anything out`,
            at(selector),
          );
      this.#addConditions(name, webhook.matchConditions, (j) => at("matchConditions", j));
    }
  }

  #addPolicy(policy: string, { spec }: JsonObject, line: (path: Path) => string): void {
    if (!isJsonObject(spec)) return;
    const name = `policy ${policy}`;
    const constraints = isJsonObject(spec.matchConstraints) ? spec.matchConstraints : {};
    for (const i of records(constraints.resourceRules).keys())
      this.#expect(
        `${name} rule ${i}`,
        `rule ${i + 1} of ${name} was never used`,
        line(["spec", "matchConstraints", "resourceRules", i]),
      );
    this.#addConditions(name, spec.matchConditions, (i) => line(["spec", "matchConditions", i]));
    for (const i of records(spec.validations).keys())
      this.#expect(
        `${name} check ${i}`,
        `validation ${i + 1} of ${name} never failed`,
        line(["spec", "validations", i]),
      );
    for (const i of records(spec.mutations).keys())
      this.#expect(
        `${name} check ${i}`,
        `mutation ${i + 1} of ${name} never changed anything`,
        line(["spec", "mutations", i]),
      );
  }

  #addConditions(name: string, conditions: Json | undefined, at: (index: number) => string): void {
    for (const [i, condition] of records(conditions).entries())
      this.#expect(
        `${name} condition ${condition.name}`,
        `the condition ${condition.name} of ${name} never kept anything out`,
        at(i),
      );
  }
}
