import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { cidrWarnings, isIPv4, parseCidr } from "../../../../go/ip-address.ts";
import { quote } from "../../../../go/quote.ts";
import type { Node, Taint } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";
import type { StringMap } from "../../shared/pod-template/pod-spec.ts";
import { TAINT_EFFECTS } from "../../shared/pod-template/scheduling/tolerations.ts";
import { checkQuantityValue } from "../../shared/pod-template/volumes/volume-claim.ts";
import { readJsonText } from "../../shared/values/json-text.ts";
import { legacyCidrProblems } from "../../shared/values/legacy-address.ts";

const TAINTS = "scheduler.alpha.kubernetes.io/taints";

const AVOID_PODS = "scheduler.alpha.kubernetes.io/preferAvoidPods";

const FEATURE = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;

const MAX_FEATURE = 253;

const CIDR_CHANGE = 'node updates may not change podCIDR except from "" to valid';

interface Roots {
  readonly metadata: FieldReport;
  readonly spec: FieldReport;
  readonly status: FieldReport;
}

const rootsOf = (at: FieldReport): Roots => ({
  metadata: at.child("metadata"),
  spec: at.child("spec"),
  status: at.child("status"),
});

/** Checks taints. Their errors have paths below metadata, as in the reference. */
function checkTaints(taints: readonly Taint[] | undefined, at: FieldReport): void {
  const seen = new Set<string>();
  at.each(taints, (taint, path) => {
    const { key = "", value = "", effect = "" } = taint;
    path.check("key", key, qualifiedNameProblems);
    const problems = labelValueProblems(value);
    if (problems.length > 0) path.child("value").invalid(value, problems.join(";"));
    path.requireSupported("effect", effect, TAINT_EFFECTS);
    const pair = `${effect} ${key}`;
    if (seen.has(pair))
      path.duplicate(coreForm("Taint", taint), "taints must be unique by key and effect pair");
    seen.add(pair);
  });
}

function checkAnnotations(annotations: StringMap | undefined, at: FieldReport): void {
  const taints = annotations?.[TAINTS] ?? "";
  if (taints !== "") {
    const read = readJsonText(taints, "array", "[]core.Taint");
    if ("problem" in read) at.invalid(TAINTS, read.problem);
    else checkTaints((read.value ?? []) as Taint[], at.child(TAINTS));
  }
  const avoid = annotations?.[AVOID_PODS] ?? "";
  if (avoid === "") return;
  const read = readJsonText(avoid, "object", "v1.AvoidPods");
  if ("problem" in read) at.child("AvoidPods").invalid(AVOID_PODS, read.problem);
  else checkAvoidEntries(read.value as { preferAvoidPods?: AvoidEntry[] } | null, at.child(AVOID_PODS));
}

function checkAvoidEntries(avoids: { preferAvoidPods?: AvoidEntry[] } | null, at: FieldReport): void {
  at.each(avoids?.preferAvoidPods, checkAvoidEntry);
}

interface AvoidEntry {
  readonly podSignature?: { readonly podController?: { readonly controller?: boolean } };
}

function checkAvoidEntry({ podSignature }: AvoidEntry, at: FieldReport): void {
  const controller = podSignature?.podController;
  const path = at.child("PodSignature");
  if (controller === undefined) path.required();
  else if (controller.controller !== true) {
    path.child("PodController.Controller").invalid(false, "must point to a controller");
  }
}

function checkAmounts({ status }: Node, at: Roots): void {
  for (const list of ["capacity", "allocatable"] as const) {
    for (const [name, quantity] of Object.entries(status?.[list] ?? {}))
      checkQuantityValue(name, quantity, at.status.child(list).child(name));
  }
}

function checkFeatures(features: readonly string[] | undefined, at: FieldReport): void {
  features?.forEach((feature, i) => {
    const problem = featureProblem(feature);
    if (problem !== undefined)
      at.index(i).invalid(feature, `invalid feature name ${quote(feature)}: ${problem}`);
    const next = features[i + 1];
    if (next === undefined) return;
    if (next === feature) at.index(i + 1).duplicate(next);
    else if (feature > next) at.index(i + 1).invalid(next, "list must be sorted alphabetically");
  });
}

function featureProblem(name: string): string | undefined {
  if (byteLength(name) > MAX_FEATURE) return `must be no more than ${MAX_FEATURE} characters`;
  if (FEATURE.test(name)) return undefined;
  return "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
}

/** Checks the pod ranges: at most one for each address family. */
function checkPodCidrs(cidrs: readonly string[], at: FieldReport): void {
  at.each(cidrs, (cidr, here) => here.problems(cidr, legacyCidrProblems(cidr, here)));
  if (cidrs.length < 2) return;
  const parsed = cidrs.map((cidr) => parseCidr(cidr));
  const bad = cidrs.find((_cidr, i) => parsed[i] === undefined);
  if (bad !== undefined) {
    at.internal(
      `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${cidrs.indexOf(bad)}]: <nil> (invalid CIDR address: ${bad})`,
    );
  }
  const families = new Set(parsed.map((cidr) => cidr !== undefined && isIPv4(cidr.ip)));
  if (bad !== undefined || families.size < 2 || cidrs.length > 2)
    at.invalid(cidrs, "may specify no more than one CIDR for each IP family");
}

/** Checks a new node (ValidateNode). */
export function checkNode(node: Node, _old: unknown, root: FieldReport): void {
  const at = rootsOf(root);
  const { metadata, spec = {}, status = {} } = node;
  checkAnnotations(metadata.annotations, at.metadata.child("annotations"));
  checkTaints(spec.taints, at.metadata.child("taints"));
  checkAmounts(node, at);
  const swap = status.nodeInfo?.swap?.capacity;
  if (swap !== undefined && swap <= 0)
    at.metadata.child("nodeSwapStatus.capacity").invalid(swap, "must be greater than zero");
  checkFeatures(status.declaredFeatures, at.status.child("declaredFeatures"));
  checkPodCidrs(spec.podCIDRs ?? [], at.spec.child("podCIDRs"));
}

/** Checks a changed node (ValidateNodeUpdate). */
export function checkUpdate(node: Node, old: Node, root: FieldReport): void {
  const at = rootsOf(root);
  const { metadata, spec = {}, status = {} } = node;
  const before = old.spec ?? {};
  checkAnnotations(metadata.annotations, at.metadata.child("annotations"));
  checkAmounts(node, at);
  checkFeatures(status.declaredFeatures, at.status.child("declaredFeatures"));
  checkAddresses(node, at.status.child("addresses"));
  const cidrs = before.podCIDRs ?? [];
  const now = spec.podCIDRs ?? [];
  const changes =
    cidrs.length !== now.length
      ? Math.min(1, cidrs.length)
      : cidrs.filter((cidr, i) => cidr !== now[i]).length;
  for (let i = 0; i < changes; i++) at.spec.child("podCIDRs").forbidden(CIDR_CHANGE);
  if ((before.providerID ?? "") !== "" && before.providerID !== spec.providerID) {
    const how = (spec.providerID ?? "") === "" ? "cleared" : "modified";
    at.spec.child("providerID").invalid(null, `field cannot be ${how} once set`);
  }
  checkTaints(spec.taints, at.metadata.child("taints"));
  if ((spec.externalID ?? "") !== (before.externalID ?? ""))
    at.spec.child("externalID").forbidden("may not be updated");
}

function checkAddresses({ status }: Node, at: FieldReport): void {
  const seen = new Set<string>();
  status?.addresses?.forEach(({ type = "", address = "" }, i) => {
    const key = `${type} ${address}`;
    if (seen.has(key)) at.index(i).duplicate(coreForm("NodeAddress", { type, address }));
    seen.add(key);
  });
}

/** Drops the configuration by config map, which no longer exists; only old objects can have it. */
export function dropConfig(object: KubeObject, old?: KubeObject): void {
  const { spec, status } = view<Node>(object);
  if (old === undefined) delete status?.config;
  if (old === undefined || view<Node>(old).spec?.configSource === undefined) delete spec?.configSource;
}

/** Warnings about deprecated fields and about networks that are not in normal form. */
export function warnings(object: KubeObject): string[] {
  const { spec = {} } = view<Node>(object);
  return [
    ...(spec.configSource === undefined ? [] : ["spec.configSource: the feature is removed"]),
    ...((spec.externalID ?? "") === ""
      ? []
      : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
    ...(spec.podCIDRs ?? []).flatMap((cidr, i) => cidrWarnings(`spec.podCIDRs[${i}]`, cidr)),
  ];
}
