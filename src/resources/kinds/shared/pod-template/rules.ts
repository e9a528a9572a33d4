import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import {
  selectorHasInvalidValues,
  validateLabelSelector,
} from "../../../../api/validation/label-selector.ts";
import { labelValueProblems } from "../../../../api/validation/name-format.ts";
import type { PodAffinityTerm, PodSpec } from "../../../../types/tables/core/v1-types.ts";
import { checkLocalNonReservedPath } from "../volume-sources/file-paths.ts";
import { hasInvalidDeletionCost } from "./deletion-cost.ts";
import type { TemplateMeta } from "./pod-spec.ts";
import { hasIndivisibleHugePages } from "./resource-names.ts";
import { checkMatchLabelKeys } from "./scheduling/match-label-keys.ts";
import { hostSysctlProblem } from "./security/sysctls.ts";
import { allContainers } from "./visit-containers.ts";

/**
 * Relaxations: invalid values that are accepted because the stored spec already has them. All are false on
 * create. Feature gates have their states of 1.37.
 */
export interface PodRules {
  /** True for a pod, false for a template, in which some required fields can be absent. */
  readonly isPod: boolean;
  readonly invalidDeletionCost: boolean;
  readonly indivisibleHugePages: boolean;
  readonly invalidAffinityValues: boolean;
  readonly invalidNodeAffinityValues: boolean;
  readonly invalidSpreadSelectors: boolean;
  readonly looseMatchLabelKeys: boolean;
  readonly nonLocalTokenPaths: boolean;
  readonly hostSysctls: boolean;
  readonly userNamespaceDevices: boolean;
  readonly userNamespaceHostNetwork: boolean;
  readonly anySELinuxChangePolicy: boolean;
  readonly comparingTolerations: boolean;
  readonly restartingInitContainers: boolean;
  readonly imagesWithoutReference: boolean;
  readonly unprivilegedAdmins: boolean;
}

const STRICT: PodRules = {
  isPod: false,
  invalidDeletionCost: false,
  indivisibleHugePages: false,
  invalidAffinityValues: false,
  invalidNodeAffinityValues: false,
  invalidSpreadSelectors: false,
  looseMatchLabelKeys: false,
  nonLocalTokenPaths: false,
  hostSysctls: false,
  userNamespaceDevices: false,
  userNamespaceHostNetwork: false,
  anySELinuxChangePolicy: false,
  comparingTolerations: false,
  restartingInitContainers: false,
  imagesWithoutReference: false,
  unprivilegedAdmins: false,
};
const STRICT_POD: PodRules = { ...STRICT, isPod: true };

/** Returns the rules for a spec; `old` is the stored spec on update. */
export function podRules(isPod: boolean, old?: PodSpec, oldMeta?: TemplateMeta): PodRules {
  if (old === undefined) return isPod ? STRICT_POD : STRICT;
  return {
    isPod,
    invalidDeletionCost: hasInvalidDeletionCost(oldMeta?.annotations),
    indivisibleHugePages: hasIndivisibleHugePages(old),
    invalidAffinityValues: podAffinityTerms(old).some(hasBadSelector),
    invalidNodeAffinityValues: hasInvalidNodeAffinityValues(old),
    invalidSpreadSelectors: (old.topologySpreadConstraints ?? []).some(hasBadSelector),
    looseMatchLabelKeys: (old.topologySpreadConstraints ?? []).some((c) =>
      finds((at) => checkMatchLabelKeys(at, c.matchLabelKeys, undefined, c.labelSelector)),
    ),
    nonLocalTokenPaths: hasNonLocalTokenPath(old),
    hostSysctls: (old.securityContext?.sysctls ?? []).some(
      (s) => hostSysctlProblem(s.name ?? "", old) !== undefined,
    ),
    userNamespaceDevices:
      old.hostUsers === false && allContainers(old).some((c) => (c.volumeDevices ?? []).length > 0),
    userNamespaceHostNetwork: old.hostUsers === false && old.hostNetwork === true,
    anySELinuxChangePolicy: old.securityContext?.seLinuxChangePolicy !== undefined,
    comparingTolerations: (old.tolerations ?? []).some((t) => t.operator === "Lt" || t.operator === "Gt"),
    restartingInitContainers: (old.initContainers ?? []).some(
      (c) =>
        c.restartPolicy !== "Always" &&
        (c.resizePolicy ?? []).some((p) => p.restartPolicy === "RestartContainer"),
    ),
    imagesWithoutReference: (old.volumes ?? []).some(({ image }) => image && (image.reference ?? "") === ""),
    unprivilegedAdmins: allContainers(old).some(
      ({ securityContext: context }) =>
        context?.allowPrivilegeEscalation !== true &&
        (context?.capabilities?.add ?? []).includes("CAP_SYS_ADMIN"),
    ),
  };
}

const finds = (check: (at: FieldReport) => void): boolean => collectErrors("", check).length > 0;

/** Returns the required and preferred terms of affinity and anti-affinity. */
export function podAffinityTerms({ affinity }: PodSpec): PodAffinityTerm[] {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((part) => [
    ...(part?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(part?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      (term) => term.podAffinityTerm ?? {},
    ),
  ]);
}

const hasBadSelector = (term: Pick<PodAffinityTerm, "labelSelector" | "namespaceSelector">): boolean =>
  [term.labelSelector, term.namespaceSelector].some(
    (selector) =>
      selector !== undefined &&
      (selectorHasInvalidValues(selector) || validateLabelSelector(selector, "").length > 0),
  );

function hasInvalidNodeAffinityValues(spec: PodSpec): boolean {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms ?? []).some((term) =>
    (term.matchExpressions ?? []).some((e) => (e.values ?? []).some((v) => labelValueProblems(v).length > 0)),
  );
}

function hasNonLocalTokenPath(spec: PodSpec): boolean {
  return (spec.volumes ?? []).some((volume) => {
    const projected = volume.projected as
      | { sources?: { serviceAccountToken?: { path?: string } }[] }
      | undefined;
    return (projected?.sources ?? []).some(
      ({ serviceAccountToken: token }) =>
        token !== undefined && finds((at) => checkLocalNonReservedPath(token.path ?? "", at)),
    );
  });
}
