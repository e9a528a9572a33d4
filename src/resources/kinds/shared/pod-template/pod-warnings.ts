import { FieldPath, type PathLike } from "../../../../api/validation/field-path.ts";
import { labelValueProblems } from "../../../../api/validation/name-format.ts";
import { ipWarning } from "../../../../go/ip-address.ts";
import { quote } from "../../../../go/quote.ts";
import type {
  Container,
  NodeSelectorTerm,
  PodAffinity,
  PodSpec,
  AppArmorProfile as Profile,
} from "../../../../types/tables/core/v1-types.ts";
import { deprecatedNodeLabel } from "../values/node-labels.ts";
import { type ContainerAt, NONE, portWarnings } from "./containers/port-warnings.ts";
import { APP_ARMOR_PREFIX, appArmorProfileOf, SECCOMP_POD, SECCOMP_PREFIX } from "./pod-annotations.ts";
import type { StringMap, TemplateMeta } from "./pod-spec.ts";
import { fractionWarnings, hasFraction, volumeWarnings } from "./volumes/volume-warnings.ts";

const BYTES = ["memory", "ephemeral-storage"];
const NULL_SELECTOR = "a null labelSelector results in matching no pod";

/** Returns the warnings about a pod (without `path`) or a template (at `path`), in the order of the reference. */
export function podWarnings(meta: TemplateMeta, spec: PodSpec, path?: PathLike): string[] {
  const root = typeof path === "string" ? new FieldPath(path) : path;
  const specPath = new FieldPath("spec", root);
  const annotationsPath = new FieldPath("metadata", root).child("annotations");
  const annotations = meta.annotations ?? {};
  const containers = containersWithPaths(spec, specPath);
  return [
    ...nodeWarnings(spec, specPath),
    ...spreadWarnings(spec, specPath.child("topologySpreadConstraints")),
    ...annotationWarnings(annotations, annotationsPath),
    ...(spec.volumes === undefined ? [] : volumeWarnings(spec.volumes, specPath.child("volumes"))),
    ...duplicateWarnings(spec, specPath),
    ...fractionWarnings(spec.overhead, BYTES, () => specPath.child("overhead")),
    ...seccompWarnings(spec, annotations, annotationsPath),
    ...containers.flatMap(([container, at]) =>
      containerWarnings(
        container,
        at,
        spec,
        annotations,
        root === undefined ? undefined : annotationsPath,
        annotationsPath,
      ),
    ),
    ...portWarnings(containers),
    ...lateWarnings(spec, specPath),
  ];
}

function containersWithPaths(spec: PodSpec, path: FieldPath): ContainerAt[] {
  const found: ContainerAt[] = [];
  for (const list of ["initContainers", "containers", "ephemeralContainers"] as const) {
    const at = spec[list] === undefined ? undefined : path.child(list);
    spec[list]?.forEach((container, i) => {
      if (at !== undefined) found.push([container, at.index(i)]);
    });
  }
  return found;
}

function nodeWarnings({ nodeSelector, affinity }: PodSpec, path: FieldPath): string[] {
  const selected = Object.keys(nodeSelector ?? {}).flatMap((key) => {
    const says = deprecatedNodeLabel(key);
    return says === undefined ? [] : [`${path.child("nodeSelector").key(key)}: ${says}`];
  });
  const node = affinity?.nodeAffinity;
  if (node === undefined) return selected;
  const at = path.child("affinity.nodeAffinity");
  const required = at.child("requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms");
  const preferred = at.child("preferredDuringSchedulingIgnoredDuringExecution");
  return [
    ...selected,
    ...(node.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).flatMap((term, i) =>
      termWarnings(term, false, required.index(i)),
    ),
    ...(node.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ preference = {} }, i) =>
      termWarnings(preference, true, preferred.index(i).child("preference")),
    ),
  ];
}

/** Returns the warnings about a node selector term. Invalid values cause a warning only in preferred terms. */
export function termWarnings(term: NodeSelectorTerm, checkValues: boolean, path: FieldPath): string[] {
  return (term.matchExpressions ?? []).flatMap(({ key = "", values = [] }, i) => {
    const at = path.child("matchExpressions").index(i);
    const says = deprecatedNodeLabel(key);
    const bad = checkValues
      ? values.flatMap((value, j) =>
          labelValueProblems(value).map(
            (problem) => `${at.child("values").index(j)}: ${value} is invalid, ${problem}`,
          ),
        )
      : [];
    return says === undefined ? bad : [`${at.child("key")}: ${key} is ${says}`, ...bad];
  });
}

function spreadWarnings({ topologySpreadConstraints = [] }: PodSpec, path: FieldPath): string[] {
  return topologySpreadConstraints.flatMap(({ topologyKey = "", labelSelector }, i) => {
    const says = deprecatedNodeLabel(topologyKey);
    return [
      ...(says === undefined ? [] : [`${path.index(i).child("topologyKey")}: ${topologyKey} is ${says}`]),
      ...(labelSelector === undefined ? [`${path.index(i).child("labelSelector")}: ${NULL_SELECTOR}`] : []),
    ];
  });
}

const DEAD_ANNOTATIONS: readonly (readonly [key: string, says: string])[] = [
  [
    "scheduler.alpha.kubernetes.io/critical-pod",
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  [
    "security.alpha.kubernetes.io/unsafe-sysctls",
    'non-functional in v1.11+; use the "sysctls" field instead',
  ],
];

const annotationWarnings = (annotations: StringMap, path: FieldPath): string[] =>
  DEAD_ANNOTATIONS.filter(([key]) => Object.hasOwn(annotations, key)).map(
    ([key, says]) => `${path.key(key)}: ${says}`,
  );

function duplicateWarnings(
  { hostAliases = [], imagePullSecrets = [] }: PodSpec,
  path: FieldPath,
): readonly string[] {
  if (hostAliases.length + imagePullSecrets.length === 0) return NONE;
  const secrets = path.child("imagePullSecrets");
  return [
    ...repeated(hostAliases.map(({ ip = "" }) => ip)).map(
      ([i, ip]) => `${path.child("hostAliases").index(i).child("ip")}: duplicate ip ${quote(ip)}`,
    ),
    ...repeated(imagePullSecrets.map(({ name = "" }) => name)).map(
      ([i, name]) => `${secrets.index(i).child("name")}: duplicate name ${quote(name)}`,
    ),
    ...imagePullSecrets.flatMap(({ name = "" }, i) =>
      name === "" ? [`${secrets.index(i).child("name")}: invalid empty name ""`] : [],
    ),
  ];
}

/** Returns entries that occurred before, with their indexes. */
function repeated(values: readonly string[]): [number, string][] {
  const seen = new Set<string>();
  return values.flatMap((value, i): [number, string][] => {
    if (seen.has(value)) return [[i, value]];
    seen.add(value);
    return [];
  });
}

const OLD_SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';

function seccompWarnings({ securityContext }: PodSpec, annotations: StringMap, path: FieldPath): string[] {
  const old = securityContext?.seccompProfile === undefined && Object.hasOwn(annotations, SECCOMP_POD);
  return old ? [`${path.key(SECCOMP_POD)}: ${OLD_SECCOMP}`] : [];
}

function containerWarnings(
  container: Container,
  at: FieldPath,
  spec: PodSpec,
  annotations: StringMap,
  templateAnnotations: FieldPath | undefined,
  annotationsPath: FieldPath,
): string[] {
  const { securityContext, resources = {} } = container;
  const seccompKey = `${SECCOMP_PREFIX}${container.name ?? ""}`;
  const oldSeccomp = securityContext?.seccompProfile === undefined && Object.hasOwn(annotations, seccompKey);
  const { limits, requests } = resources;
  return [
    ...(oldSeccomp ? [`${annotationsPath.key(seccompKey)}: ${OLD_SECCOMP}`] : []),
    ...(templateAnnotations === undefined
      ? []
      : appArmorWarnings(container, spec, annotations, templateAnnotations)),
    ...(hasFraction(limits, BYTES) || hasFraction(requests, BYTES)
      ? BYTES.flatMap((name) => [
          ...fractionWarnings(limits, [name], () => at.child("resources.limits")),
          ...fractionWarnings(requests, [name], () => at.child("resources.requests")),
        ])
      : NONE),
    ...envWarnings(container, at.child("env")),
  ];
}

/** Warning about an annotation that a field has replaced. */
export const OLD_APP_ARMOR = 'deprecated since v1.30; use the "appArmorProfile" field instead';

function appArmorWarnings(
  container: Container,
  spec: PodSpec,
  annotations: StringMap,
  path: FieldPath,
): string[] {
  const key = `${APP_ARMOR_PREFIX}${container.name ?? ""}`;
  if (container.securityContext?.appArmorProfile !== undefined || !Object.hasOwn(annotations, key)) return [];
  const ofPod = spec.securityContext?.appArmorProfile;
  if (ofPod !== undefined && sameProfile(ofPod, appArmorProfileOf(annotations[key] ?? ""))) return [];
  return [`${path.key(key)}: ${OLD_APP_ARMOR}`];
}

/** True if two profiles of seccomp or AppArmor are equal. */
export const sameProfile = (a: Profile | undefined, b: Profile | undefined): boolean =>
  a?.type === b?.type && a?.localhostProfile === b?.localhostProfile;

/** Warns about variables that are defined again without a reference to the earlier definition, which they hide. */
function envWarnings({ env = [] }: Container, path: FieldPath): readonly string[] {
  const seen = new Set<string>();
  for (const { name = "" } of env) seen.add(name);
  if (seen.size === env.length) return NONE;
  seen.clear();
  return env.flatMap(({ name = "", value = "", valueFrom }, i) => {
    const first = !seen.has(name);
    seen.add(name);
    const reference = `$(${name})`;
    if (first || (valueFrom === undefined && value !== reference && value.includes(reference))) return [];
    return [
      `${path.index(i)}: hides previous definition of ${quote(name)}, which may be dropped when using apply`,
    ];
  });
}

function lateWarnings(spec: PodSpec, path: FieldPath): string[] {
  const { terminationGracePeriodSeconds: grace = 0, affinity, dnsConfig, hostAliases } = spec;
  const says = "must be >= 0; negative values are invalid and will be treated as 1";
  const affinityPath = path.child("affinity");
  return [
    ...(grace < 0 ? [`${path.child("terminationGracePeriodSeconds")}: ${says}`] : []),
    ...affinityWarnings(affinity?.podAffinity, affinityPath.child("podAffinity")),
    ...affinityWarnings(affinity?.podAntiAffinity, affinityPath.child("podAntiAffinity")),
    ...(dnsConfig?.nameservers ?? []).flatMap((ip, i) =>
      present(ipWarning(path.child("dnsConfig.nameservers").index(i).toString(), ip)),
    ),
    ...(hostAliases ?? []).flatMap(({ ip = "" }, i) =>
      present(ipWarning(path.child("hostAliases").index(i).child("ip").toString(), ip)),
    ),
  ];
}

const present = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

function affinityWarnings(affinity: PodAffinity | undefined, path: FieldPath): string[] {
  if (affinity === undefined) return [];
  const required = path.child("requiredDuringSchedulingIgnoredDuringExecution");
  const preferred = path.child("preferredDuringSchedulingIgnoredDuringExecution");
  return [
    ...(affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ labelSelector }, i) =>
      labelSelector === undefined ? [`${required.index(i).child("labelSelector")}: ${NULL_SELECTOR}`] : [],
    ),
    ...(affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ podAffinityTerm }, i) =>
      podAffinityTerm?.labelSelector === undefined
        ? [`${preferred.index(i).child("podAffinityTerm.labelSelector")}: ${NULL_SELECTOR}`]
        : [],
    ),
  ];
}
