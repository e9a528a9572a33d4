import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { quote } from "../../../../go/quote.ts";
import type {
  PodSpec,
  AppArmorProfile as Profile,
  Toleration,
} from "../../../../types/tables/core/v1-types.ts";
import { readJsonText } from "../values/json-text.ts";
import { checkLocalDescendingPath } from "../volume-sources/file-paths.ts";
import { DELETION_COST, hasInvalidDeletionCost } from "./deletion-cost.ts";
import type { StringMap } from "./pod-spec.ts";
import type { PodRules } from "./rules.ts";
import { checkTolerations } from "./scheduling/tolerations.ts";
import { allContainers } from "./visit-containers.ts";

export const MIRROR_POD = "kubernetes.io/config.mirror";
export const APP_ARMOR_PREFIX = "container.apparmor.security.beta.kubernetes.io/";
export const SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
export const SECCOMP_PREFIX = "container.seccomp.security.alpha.kubernetes.io/";
const TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations";
const LOCALHOST = "localhost/";
const SECCOMP_PROFILES: ReadonlySet<string> = new Set(["runtime/default", "docker/default", "unconfined"]);

/** Checks annotations with a meaning for pods and templates; `at` is the path of metadata.annotations. */
export function checkPodAnnotations(
  annotations: StringMap | undefined,
  spec: PodSpec,
  rules: PodRules,
  at: FieldReport,
): void {
  if (annotations === undefined) return;
  if (Object.hasOwn(annotations, MIRROR_POD) && (spec.nodeName ?? "") === "") {
    at.key(MIRROR_POD).invalid(
      annotations[MIRROR_POD],
      "must set spec.nodeName if mirror pod annotation is set",
    );
  }
  if (Object.hasOwn(annotations, TOLERATIONS))
    checkTolerationsText(annotations[TOLERATIONS] ?? "", rules, at);
  if (!rules.invalidDeletionCost && hasInvalidDeletionCost(annotations))
    at.key(DELETION_COST).invalid(annotations[DELETION_COST], "must be a 32bit integer");
  checkSeccompAnnotations(annotations, at);
  checkAppArmorAnnotations(annotations, spec, at);
}

function checkTolerationsText(text: string, rules: PodRules, at: FieldReport): void {
  if (text === "") return;
  const read = readJsonText(text, "array", "[]core.Toleration");
  if ("problem" in read) at.invalid(TOLERATIONS, read.problem);
  else
    checkTolerations((read.value ?? []) as Toleration[], rules.comparingTolerations, at.child(TOLERATIONS));
}

function checkSeccompAnnotations(annotations: StringMap, at: FieldReport): void {
  if (Object.hasOwn(annotations, SECCOMP_POD))
    checkSeccompText(annotations[SECCOMP_POD] ?? "", at.child(SECCOMP_POD));
  for (const key in annotations) {
    if (key.startsWith(SECCOMP_PREFIX)) checkSeccompText(annotations[key] ?? "", at.child(key));
  }
}

function checkSeccompText(profile: string, at: FieldReport): void {
  if (SECCOMP_PROFILES.has(profile)) return;
  if (profile.startsWith(LOCALHOST)) checkLocalDescendingPath(profile.slice(LOCALHOST.length), at);
  else at.invalid(profile, "must be a valid seccomp profile");
}

function checkAppArmorAnnotations(annotations: StringMap, spec: PodSpec, at: FieldReport): void {
  let containers: ReadonlySet<string> | undefined;
  for (const key in annotations) {
    if (!key.startsWith(APP_ARMOR_PREFIX)) continue;
    const container = key.slice(APP_ARMOR_PREFIX.length);
    containers ??= new Set(allContainers(spec).map((c) => c.name ?? ""));
    if (!containers.has(container)) at.key(key).invalid(container, "container not found");
    const profile = annotations[key] ?? "";
    if (!["", "runtime/default", "unconfined"].includes(profile) && !profile.startsWith(LOCALHOST))
      at.key(key).invalid(profile, `invalid AppArmor profile name: ${quote(profile)}`);
  }
}

/** Returns the profile that an AppArmor annotation describes. */
export function appArmorProfileOf(annotation: string): Profile | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  if (!annotation.startsWith(LOCALHOST)) return undefined;
  const localhostProfile = annotation.slice(LOCALHOST.length);
  return localhostProfile === "" ? undefined : { type: "Localhost", localhostProfile };
}
