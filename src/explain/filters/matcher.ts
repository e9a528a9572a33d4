import type { Attributes } from "../../admission/attributes.ts";
import type { MatchCondition } from "../../admission/hook.ts";
import type { WebhookFilters } from "../../admission/hooks/webhook/compile-webhook.ts";
import type { MatchCriteria } from "../../admission/policy-hook.ts";
import type { CompiledSelector, NamedRule, Rule } from "../../admission/rule.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import type { EvaluateConditions } from "../../cel/kubernetes/match-conditions.ts";
import type { Json } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import type { CauseCode } from "../explanation.ts";
import type { LabelChange } from "../label-changes.ts";
import type { Path } from "../sources.ts";

/** The parts of a request that filters read. */
export interface Question {
  readonly attributes: Attributes;
  /** The object as the hook saw it, or would have seen it. */
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  /** Name of the object. In the validating phase it includes a generated name. */
  readonly name: string;
  /** Labels of the request's namespace; undefined if there is no namespace, or it is not known. */
  readonly namespaceLabels: Labels | undefined;
  /** Its annotations, which no selector reads; absent if it has none. */
  readonly namespaceAnnotations?: Labels;
  /** Returns the first change of a label on the way from the client to the hook; undefined if there is none. */
  readonly labelChange?: (key: string) => LabelChange | undefined;
  /** Returns the first change of a label after the hook; undefined if there is none. */
  readonly laterLabelChange?: (key: string) => LabelChange | undefined;
  /** The order of hooks, if it is not that of webhooks. */
  readonly order?: string;
  /** True if a mutating policy may do something else when the label has another value. */
  readonly labelDecides?: (key: string) => boolean;
  readonly registry: Registry;
  /** Evaluates conditions; undefined if they are not to be evaluated. */
  readonly evaluate: EvaluateConditions | undefined;
}

/** The filters of a webhook, a policy or a binding, with their paths. */
export interface Matcher {
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly rules: readonly (Rule & Pick<Partial<NamedRule>, "names">)[];
  readonly excluded: readonly NamedRule[];
  readonly equivalent: boolean;
  readonly conditions: readonly MatchCondition[];
  readonly failurePolicy: "Fail" | "Ignore";
  /** Path of the object that has selectors, matchPolicy and rules. */
  readonly base: Path;
  /** Path of the object that has matchConditions. */
  readonly conditionsBase: Path;
  readonly rulesKey: "rules" | "resourceRules";
  /** True if an empty list of rules matches every request, as for policies; for webhooks it matches none. */
  readonly takesAllWithoutRules: boolean;
}

/** Returns the filters of a webhook. `index` is its position in the configuration. */
export function webhookMatcher(hook: WebhookFilters, index: number): Matcher {
  const { namespaceSelector, objectSelector, rules, equivalent, conditions, failurePolicy } = hook;
  const own = { namespaceSelector, objectSelector, rules, equivalent, conditions, failurePolicy };
  return {
    ...own,
    excluded: [],
    base: ["webhooks", index],
    conditionsBase: ["webhooks", index],
    rulesKey: "rules",
    takesAllWithoutRules: false,
  };
}

/**
 * Returns the filters in matchConstraints of a policy, or in matchResources of a binding. Conditions are
 * evaluated elsewhere.
 */
export const criteriaMatcher = (criteria: MatchCriteria, base: Path): Matcher => ({
  ...criteria,
  conditions: [],
  failurePolicy: "Fail",
  base,
  conditionsBase: ["spec"],
  rulesKey: "resourceRules",
  takesAllWithoutRules: true,
});

/** A rule and its path. */
export interface RulePlace {
  readonly rule: Matcher["rules"][number];
  readonly base: Path;
  readonly question: Question;
  /** True if all other parts of the rule match. */
  readonly alone: boolean;
}

/** The reason that one filter leaves a request out. Paths are below the configuration, policy or binding. */
export interface Failure {
  readonly code: CauseCode;
  readonly message: string;
  readonly path: Path;
  readonly saw: Json;
  /** The value to write, in words. */
  readonly fix?: string;
  /** True if the configuration is certainly a mistake, not a choice. */
  readonly isMistake?: boolean;
  /** Change that lets the request pass; undefined if the reader has to decide. */
  readonly edit?: Edit;
  /** Label that lets the request pass, on the namespace or on the object. */
  readonly label?: LabelEdit;
  /** Another change, for the case that the labels are right as they are. */
  readonly otherEdit?: Edit;
}

/** A change of a configuration, a policy or a binding. */
export interface Edit {
  readonly op: "add" | "replace" | "remove";
  readonly path: Path;
  readonly value?: Json;
  /** The change in words, if the path is not clear enough. */
  readonly says?: string;
}

/** A change of one label. */
export interface LabelEdit {
  readonly on: "namespace" | "object";
  readonly key: string;
  /** Null if the label is to be removed. */
  readonly value: string | null;
}
