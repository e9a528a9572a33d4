import { NamedText } from "../../../../../api/validation/field-error.ts";
import type { Check, FieldReport } from "../../../../../api/validation/field-report.ts";
import { checkLabelSelector } from "../../../../../api/validation/label-selector.ts";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../../../api/validation/name-format.ts";
import { repetitionsIn } from "../../../../../api/validation/repetitions.ts";
import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from "../../../../../types/tables/core/v1-types.ts";
import type { PodRules } from "../rules.ts";
import { checkMatchLabelKeys, checkMatchLabelKeysLoosely } from "./match-label-keys.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Checks spec.affinity; `at` is its path. */
export function checkAffinity(affinity: Affinity, rules: PodRules, at: FieldReport): void {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  if (nodeAffinity !== undefined) checkNodeAffinity(nodeAffinity, rules, at.child("nodeAffinity"));
  if (podAffinity !== undefined) checkPodAffinity(podAffinity, rules, at.child("podAffinity"));
  if (podAntiAffinity !== undefined) checkPodAffinity(podAntiAffinity, rules, at.child("podAntiAffinity"));
}

function checkNodeAffinity(affinity: NodeAffinity, rules: PodRules, at: FieldReport): void {
  const required = affinity[REQUIRED];
  if (required !== undefined)
    checkNodeSelector(required, rules.invalidNodeAffinityValues, at.child(REQUIRED));
  at.eachOf(PREFERRED, affinity[PREFERRED], ({ weight, preference = {} }, path) => {
    checkWeight(weight, path);
    checkNodeSelectorTerm(preference, true, path.child("preference"));
  });
}

function checkWeight(weight = 0, at: FieldReport): void {
  if (weight < 1 || weight > 100) at.child("weight").invalid(weight, "must be in the range 1-100");
}

/** Checks the node selectors of pods, persistent volumes and other objects. */
export function checkNodeSelector(
  selector: NodeSelector,
  allowInvalidValues: boolean,
  at: FieldReport,
): void {
  const terms = selector.nodeSelectorTerms;
  if (!at.require("nodeSelectorTerms", terms, "must have at least one node selector term")) return;
  at.eachOf("nodeSelectorTerms", terms, (term, here) =>
    checkNodeSelectorTerm(term, allowInvalidValues, here),
  );
}

function checkNodeSelectorTerm(term: NodeSelectorTerm, allowInvalidValues: boolean, at: FieldReport): void {
  at.eachOf("matchExpressions", term.matchExpressions, (requirement, here) =>
    checkNodeRequirement(requirement, allowInvalidValues, here),
  );
  at.eachOf("matchFields", term.matchFields, checkNodeFieldRequirement);
}

function checkNodeRequirement(
  requirement: NodeSelectorRequirement,
  allowInvalidValues: boolean,
  at: FieldReport,
): void {
  const { key, operator = "", values = [] } = requirement;
  checkNodeOperator(operator, values.length, at);
  at.check("key", key, qualifiedNameProblems);
  if (!allowInvalidValues) checkValues(values, labelValueProblems, at);
}

function checkValues(
  values: readonly string[],
  rule: (text: string) => readonly string[],
  at: FieldReport,
): void {
  values.forEach((value, i) => {
    const problems = rule(value);
    if (problems.length > 0) at.child("values").index(i).problems(value, problems);
  });
}

function checkNodeOperator(operator: string, count: number, at: FieldReport): void {
  switch (operator) {
    case "In":
    case "NotIn":
      if (count === 0) at.child("values").required("must be specified when `operator` is 'In' or 'NotIn'");
      return;
    case "Exists":
    case "DoesNotExist":
      if (count > 0)
        at.child("values").forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      return;
    case "Gt":
    case "Lt":
      if (count !== 1)
        at.child("values").required("must be specified single value when `operator` is 'Lt' or 'Gt'");
      return;
    default:
      at.child("operator").invalid(new NamedText(operator), "not a valid selector operator");
  }
}

/** Checks field requirements: only metadata.name is allowed, with a single value. */
const checkNodeFieldRequirement: Check<NodeSelectorRequirement> = (
  { key = "", operator = "", values = [] },
  at,
) => {
  if (operator !== "In" && operator !== "NotIn")
    at.child("operator").invalid(new NamedText(operator), "not a valid selector operator");
  else if (values.length !== 1) {
    at.child("values").required(
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    );
  }
  if (key !== "metadata.name") at.child("key").invalid(key, "not a valid field selector key");
  else checkValues(values, dns1123SubdomainProblems, at);
};

function checkPodAffinity(affinity: PodAffinity, rules: PodRules, at: FieldReport): void {
  at.eachOf(REQUIRED, affinity[REQUIRED], (term, here) => checkPodAffinityTerm(term, rules, here));
  at.eachOf(PREFERRED, affinity[PREFERRED], ({ weight, podAffinityTerm = {} }, path) => {
    checkWeight(weight, path);
    checkPodAffinityTerm(podAffinityTerm, rules, path.child("podAffinityTerm"));
  });
}

function checkPodAffinityTerm(term: PodAffinityTerm, rules: PodRules, at: FieldReport): void {
  const options = { allowInvalidValues: rules.invalidAffinityValues };
  checkLabelSelector(term.labelSelector, at.child("labelSelector"), options);
  checkLabelSelector(term.namespaceSelector, at.child("namespaceSelector"), options);
  for (const namespace of term.namespaces ?? []) at.check("namespace", namespace, dns1123LabelProblems);
  checkMatchLabelKeys(at, term.matchLabelKeys, term.mismatchLabelKeys, term.labelSelector);
  at.require("topologyKey", term.topologyKey, "can not be empty");
  at.check("topologyKey", term.topologyKey, qualifiedNameProblems);
}

const ACTIONS = ["DoNotSchedule", "ScheduleAnyway"];
const NODE_POLICIES = ["Honor", "Ignore"];

const pairOf = ({ topologyKey = "", whenUnsatisfiable = "" }: TopologySpreadConstraint): string =>
  JSON.stringify([topologyKey, whenUnsatisfiable]);

/** Checks spec.topologySpreadConstraints; `at` is the path of the list. */
export function checkTopologySpread(
  constraints: readonly TopologySpreadConstraint[],
  rules: PodRules,
  at: FieldReport,
): void {
  const isRepeatedLater = repetitionsIn(constraints.map(pairOf).reverse()).toReversed();
  at.each(constraints, (constraint, path, i) => {
    const { maxSkew = 0, topologyKey = "", whenUnsatisfiable = "", labelSelector } = constraint;
    if (maxSkew <= 0) path.child("maxSkew").invalid(maxSkew, "must be greater than zero");
    path.require("topologyKey", topologyKey, "can not be empty");
    path.supports("whenUnsatisfiable", whenUnsatisfiable, ACTIONS);
    if (isRepeatedLater[i])
      path.child("{topologyKey, whenUnsatisfiable}").duplicate(`{${topologyKey}, ${whenUnsatisfiable}}`);
    checkMinDomains(constraint, path);
    path.supports("nodeAffinityPolicy", constraint.nodeAffinityPolicy, NODE_POLICIES);
    path.supports("nodeTaintsPolicy", constraint.nodeTaintsPolicy, NODE_POLICIES);
    if (rules.looseMatchLabelKeys) {
      checkMatchLabelKeysLoosely(path.child("matchLabelKeys"), constraint.matchLabelKeys, labelSelector);
    } else checkMatchLabelKeys(path, constraint.matchLabelKeys, undefined, labelSelector);
    if (!rules.invalidSpreadSelectors) checkLabelSelector(labelSelector, path.child("labelSelector"));
  });
}

const checkMinDomains: Check<TopologySpreadConstraint> = ({ minDomains, whenUnsatisfiable = "" }, at) => {
  if (minDomains === undefined) return;
  const path = at.child("minDomains");
  if (minDomains <= 0) path.invalid(minDomains, "must be greater than zero");
  if (whenUnsatisfiable !== "DoNotSchedule") {
    path.invalid(
      minDomains,
      `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`,
    );
  }
};
