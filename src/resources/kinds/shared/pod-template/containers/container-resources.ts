import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import { dns1123LabelProblems } from "../../../../../api/validation/name-format.ts";
import type {
  PodSpec,
  ContainerResizePolicy as ResizePolicy,
  ResourceRequirements as Resources,
} from "../../../../../types/tables/core/v1-types.ts";
import { compareAmounts } from "../../values/amounts.ts";
import type { ResourceList } from "../pod-spec.ts";
import {
  checkContainerResourceName,
  checkPodResourceName,
  isHugePageMultiple,
  isHugePageName,
  isOvercommitAllowed,
} from "../resource-names.ts";
import type { PodRules } from "../rules.ts";
import { checkQuantityValue } from "../volumes/volume-claim.ts";

type NameCheck = (name: string, at: FieldReport) => void;

const NO_CLAIMS: ReadonlySet<string> = new Set();

/** Returns the names in spec.resourceClaims, which containers can refer to. */
export function claimNames(spec: PodSpec): ReadonlySet<string> {
  if (spec.resourceClaims === undefined) return NO_CLAIMS;
  return new Set(spec.resourceClaims.map((claim) => claim.name ?? "").filter((name) => name !== ""));
}

/** Checks the resources of a container; `at` is their path. */
export function checkContainerResources(
  resources: Resources,
  claims: ReadonlySet<string>,
  rules: PodRules,
  at: FieldReport,
): void {
  checkRequirements(resources, checkContainerResourceName, rules, at);
  checkClaims(resources.claims, claims, at);
}

/** Checks spec.overhead by the rules for limits. */
export function checkOverhead(overhead: ResourceList, rules: PodRules, at: FieldReport): void {
  checkRequirements({ limits: overhead }, checkContainerResourceName, rules, at);
}

/** Checks spec.resources, without the comparison with the containers. */
export function checkPodLevelRequirements(
  resources: Resources,
  claims: ReadonlySet<string>,
  rules: PodRules,
  at: FieldReport,
): void {
  checkRequirements(resources, checkPodResourceName, rules, at);
  checkClaims(resources.claims, claims, at);
}

/** Checks limits before requests, each in the order of the object (the reference's order is random). */
function checkRequirements(
  { limits = {}, requests = {} }: Resources,
  checkName: NameCheck,
  rules: PodRules,
  at: FieldReport,
): void {
  for (const name in limits) checkAmount("limits", name, limits[name] ?? "", checkName, rules, at);
  for (const name in requests) {
    checkAmount("requests", name, requests[name] ?? "", checkName, rules, at);
    checkAgainstLimit(name, requests[name] ?? "", limits, at);
    checkHugePages("requests", name, requests[name] ?? "", rules, at);
  }
  const has = (wanted: (name: string) => boolean): boolean =>
    Object.keys(limits).some(wanted) || Object.keys(requests).some(wanted);
  if (has(isHugePageName) && !has((name) => name === "cpu" || name === "memory"))
    at.forbidden("HugePages require cpu or memory");
}

function checkAmount(
  list: "limits" | "requests",
  name: string,
  quantity: string,
  checkName: NameCheck,
  rules: PodRules,
  at: FieldReport,
): void {
  const path = at.child(list).key(name);
  checkName(name, path);
  checkQuantityValue(name, quantity, path);
  if (list === "limits") checkHugePages(list, name, quantity, rules, at);
}

function checkHugePages(
  list: string,
  name: string,
  quantity: string,
  rules: PodRules,
  at: FieldReport,
): void {
  if (!isHugePageName(name) || rules.indivisibleHugePages || isHugePageMultiple(name, quantity)) return;
  at.child(list).key(name).invalid(quantity, `${quantity} is not positive integer multiple of ${name}`);
}

function checkAgainstLimit(name: string, request: string, limits: ResourceList, at: FieldReport): void {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  const overcommit = isOvercommitAllowed(name);
  if (limit === undefined) {
    if (!overcommit) at.child("limits").required("Limit must be set for non overcommitable resources");
    return;
  }
  const order = compareAmounts(request, limit);
  if (order !== 0 && !overcommit) {
    at.child("requests").invalid(request, `must be equal to ${name} limit of ${limit}`);
  } else if (order > 0) {
    at.child("requests").invalid(request, `must be less than or equal to ${name} limit of ${limit}`);
  }
}

/** Checks the claims of a container: each occurs once, either as a whole or by request. */
function checkClaims(claims: Resources["claims"], podClaims: ReadonlySet<string>, at: FieldReport): void {
  if (claims === undefined) return;
  const seen = new Set<string>();
  /** Number of entries by the name of their claim, of those that also name a request. */
  const requests = new Map<string, number>();
  const reportUnknown = unknownClaims(podClaims);
  at.eachOf("claims", claims, ({ name = "", request = "" }, path) => {
    if (name === "") {
      path.required();
      return;
    }
    if (seen.has(name)) path.duplicate(name);
    else {
      path.checkIfSet("request", request, dns1123LabelProblems);
      const key = request === "" ? name : `${name}/${request}`;
      if (seen.has(key)) path.duplicate(key);
      else {
        if (request === "") reportRepeats(name, requests.get(name) ?? 0, path);
        if (key.includes("/")) count(requests, key.slice(0, key.indexOf("/")));
        seen.add(key);
      }
    }
    if (!podClaims.has(name)) reportUnknown(name, path);
  });
}

const count = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

function reportRepeats(name: string, times: number, at: FieldReport): void {
  for (let i = 0; i < times && !at.isFull; i++) at.duplicate(name);
}

/** Reports unknown claims. Every message contains all names, so their text is built once. */
function unknownClaims(podClaims: ReadonlySet<string>): (name: string, at: FieldReport) => void {
  let detail: string | undefined;
  return (name, at) => {
    detail ??= `must be one of the names in pod.spec.resourceClaims${namesText(podClaims)}`;
    if (!at.isFull) at.notFound(name, detail);
  };
}

const namesText = (names: ReadonlySet<string>): string =>
  names.size === 0 ? " which is empty" : `: ${[...names].sort().join(", ")}`;

/**
 * Checks resizePolicy of a container; `at` is the path of the container. Only repetitions are reported with
 * an index.
 */
export function checkResizePolicy(
  policies: readonly ResizePolicy[] | undefined,
  podRestartPolicy: string | undefined,
  at: FieldReport,
): void {
  if (policies === undefined) return;
  const list = at.child("resizePolicy");
  const seen = new Set<string>();
  policies.forEach(({ resourceName = "", restartPolicy = "" }, i) => {
    list.index(i).distinctNamed(resourceName, seen);
    at.requireSupported("resizePolicy", resourceName, ["cpu", "memory"]);
    at.requireSupported("resizePolicy", restartPolicy, ["NotRequired", "RestartContainer"]);
    if (podRestartPolicy === "Never" && restartPolicy !== "NotRequired")
      list.invalid(restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
  });
}
