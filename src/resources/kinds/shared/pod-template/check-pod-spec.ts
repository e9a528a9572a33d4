import { EMPTY_PATH, forbiddenField } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabels } from "../../../../api/validation/labels.ts";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  qualifiedNameProblems,
  rangeProblem,
} from "../../../../api/validation/name-format.ts";
import type { PodResourceClaim, PodSpec } from "../../../../types/tables/core/v1-types.ts";
import { isGateOn } from "../../../features/changed-gates.ts";
import { checkOverhead, claimNames } from "./containers/container-resources.ts";
import {
  type ContainerContext,
  checkContainers,
  checkEphemeralContainers,
  checkInitContainers,
} from "./containers/containers.ts";
import { checkFileKeyVolumes } from "./containers/env.ts";
import { goResourceClaim } from "./go-values.ts";
import {
  checkDnsConfig,
  checkHostAliases,
  checkHostNetworkPorts,
  checkHostnameOverride,
  checkUserNamespace,
} from "./network-fields.ts";
import { MIRROR_POD } from "./pod-annotations.ts";
import { checkPodLevelResources } from "./pod-level-resources.ts";
import type { TemplateMeta } from "./pod-spec.ts";
import type { PodRules } from "./rules.ts";
import { checkAffinity, checkTopologySpread } from "./scheduling/affinity.ts";
import { checkTolerations } from "./scheduling/tolerations.ts";
import { checkPodSecurityContext, checkSharedProcesses } from "./security/security-context.ts";
import { checkHostProcess, checkOsFields } from "./security/windows.ts";
import { checkVolumes } from "./volumes/volumes.ts";

const MAX_INT32 = 2147483647;

/**
 * Checks a whole pod spec, in the order of the reference's ValidatePodSpec. `meta`: metadata of a pod;
 * undefined for a template.
 */
export function checkPodSpec(
  spec: PodSpec,
  meta: TemplateMeta | undefined,
  rules: PodRules,
  at: FieldReport,
): void {
  if (spec.terminationGracePeriodSeconds === undefined) at.child("terminationGracePeriodSeconds").required();
  const volumes = checkVolumes(spec.volumes, meta?.name ?? "", rules, at.child("volumes"));
  const claims = claimNames(spec);
  if (spec.resourceClaims !== undefined) checkResourceClaims(spec.resourceClaims, meta, at);
  const context: ContainerContext = { spec, volumes, claims, rules };
  checkContainers(context, at.child("containers"));
  checkInitContainers(context, at.child("initContainers"));
  checkEphemeralContainers(context, at.child("ephemeralContainers"));
  checkPodLevelResources(spec, claims, rules, at);
  checkHostNetworkPorts(spec, rules.isPod, at);
  checkPolicies(spec, at);
  if (spec.nodeSelector !== undefined) checkLabels(spec.nodeSelector, at.child("nodeSelector"));
  checkPodSecurityContext(spec, rules, at.child("securityContext"));
  checkSharedProcesses(spec, at);
  if (spec.affinity !== undefined) checkAffinity(spec.affinity, rules, at.child("affinity"));
  if (spec.dnsConfig !== undefined || spec.dnsPolicy === "None") checkDnsConfig(spec, at);
  checkGates(spec, at);
  if (spec.topologySpreadConstraints !== undefined)
    checkTopologySpread(spec.topologySpreadConstraints, rules, at.child("topologySpreadConstraints"));
  checkHostProcess(spec, at);
  checkUserNamespace(
    spec,
    {
      hostNetwork: rules.userNamespaceHostNetwork || isGateOn("UserNamespacesHostNetworkSupport", at),
      devices: rules.userNamespaceDevices,
    },
    at,
  );
  checkHostnameOverride(spec, at);
  checkNames(spec, at);
  checkSchedulingFields(spec, rules, at);
  checkOs(spec, at);
  checkFileKeyVolumes(spec, at);
}

const RESTART_POLICIES = ["Always", "OnFailure", "Never"];
const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

function checkPolicies(spec: PodSpec, at: FieldReport): void {
  at.requireSupported("restartPolicy", spec.restartPolicy, RESTART_POLICIES);
  at.requireSupported("dnsPolicy", spec.dnsPolicy, DNS_POLICIES);
}

/** Checks the claims: each occurs once, by name or by template. A mirror pod cannot have claims. */
function checkResourceClaims(
  claims: readonly PodResourceClaim[],
  meta: TemplateMeta | undefined,
  spec: FieldReport,
): void {
  const isMirror = Object.hasOwn(meta?.annotations ?? {}, MIRROR_POD);
  const list = spec.child("resourceClaims");
  const seen = new Set<string>();
  list.each(claims, (claim, path) => {
    if (isMirror) {
      spec.errors.push(forbiddenField(EMPTY_PATH, "static pods do not support resource claims"));
      return;
    }
    const { name = "", resourceClaimName: direct, resourceClaimTemplateName: template } = claim;
    if (name === "") path.child("name").required();
    else if (seen.has(name)) path.child("name").duplicate(name);
    else path.check("name", name, dns1123LabelProblems);
    seen.add(name);
    checkClaimChoice(claim, path);
    if (direct !== undefined) path.check("resourceClaimName", direct, dns1123SubdomainProblems);
    if (template !== undefined) path.check("resourceClaimTemplateName", template, dns1123SubdomainProblems);
  });
}

function checkClaimChoice(claim: PodResourceClaim, at: FieldReport): void {
  const direct = claim.resourceClaimName !== undefined;
  const template = claim.resourceClaimTemplateName !== undefined;
  if (direct !== template) return;
  const says = direct
    ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
    : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
  at.invalid(goResourceClaim(claim), says);
}

function checkGates({ readinessGates, schedulingGates }: PodSpec, at: FieldReport): void {
  at.eachOf("readinessGates", readinessGates, ({ conditionType = "" }, here) =>
    here.check("conditionType", conditionType, qualifiedNameProblems),
  );
  const seen = new Set<string>();
  at.eachOf("schedulingGates", schedulingGates, ({ name = "" }, path) => {
    path.problems(name, qualifiedNameProblems(name));
    path.distinct(name, seen);
  });
}

function checkNames(spec: PodSpec, at: FieldReport): void {
  at.checkIfSet("serviceAccountName", spec.serviceAccountName, dns1123SubdomainProblems);
  at.checkIfSet("nodeName", spec.nodeName, dns1123SubdomainProblems);
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > MAX_INT32))
    at.child("activeDeadlineSeconds").invalid(deadline, rangeProblem(1, MAX_INT32));
  at.checkIfSet("hostname", spec.hostname, dns1123LabelProblems);
  at.checkIfSet("subdomain", spec.subdomain, dns1123LabelProblems);
}

function checkSchedulingFields(spec: PodSpec, rules: PodRules, at: FieldReport): void {
  if (spec.tolerations !== undefined)
    checkTolerations(spec.tolerations, rules.comparingTolerations, at.child("tolerations"));
  if (spec.hostAliases !== undefined) checkHostAliases(spec.hostAliases, at.child("hostAliases"));
  at.checkIfSet("priorityClassName", spec.priorityClassName, dns1123SubdomainProblems);
  if (spec.runtimeClassName !== undefined)
    at.check("runtimeClassName", spec.runtimeClassName, dns1123SubdomainProblems);
  if (spec.preemptionPolicy !== undefined)
    at.requireSupported("preemptionPolicy", spec.preemptionPolicy, ["PreemptLowerPriority", "Never"]);
  if (spec.overhead !== undefined) checkOverhead(spec.overhead, rules, at.child("overhead"));
}

function checkOs(spec: PodSpec, at: FieldReport): void {
  if (spec.os === undefined) return;
  const { name = "" } = spec.os;
  const path = at.child("os");
  if (name === "") path.child("name").required();
  else if (name !== "linux" && name !== "windows") path.notSupported(name, ["linux", "windows"]);
  else checkOsFields(spec, at);
}
