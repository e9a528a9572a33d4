import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { addTo } from "../../../../async/groups.ts";
import { text } from "../../../../json/value.ts";
import type { PluginContext } from "../../../hook.ts";
import { evaluatePod } from "./evaluate-pod.ts";
import type { PodToCheck } from "./pod-check.ts";
import { type LevelVersion, printLevelVersion } from "./policy.ts";
import type { PodSecuritySettings } from "./settings.ts";

const MOST_PODS = 3000;
const MOST_MS = 1000;

/** Adds warnings about existing pods that the new level would refuse. */
export function checkExistingPods(
  context: PluginContext,
  namespace: string,
  enforce: LevelVersion,
  { exempt: { runtimeClasses }, newest }: PodSecuritySettings,
): undefined {
  const all = context.lookup.list("", "pods", namespace);
  const pods = onePerController(all.filter((pod) => !runtimeClasses.has(text(specOf(pod).runtimeClassName))));
  const reasonsOf = (pod: PodToCheck): string =>
    evaluatePod(enforce, pod, newest)
      .map(({ reason }) => reason)
      .join(", ");
  const { checked, namesByReason } = findViolations(context, pods.slice(0, MOST_PODS), reasonsOf);
  if (checked < pods.length) {
    context.warn(
      `new PodSecurity enforce level only checked against the first ${checked} of ${pods.length} existing pods`,
    );
  }
  if (namesByReason.size === 0) return;
  const level = printLevelVersion(enforce);
  context.warn(
    `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${level}"`,
  );
  for (const warning of [...namesByReason].map(printWarning).sort()) context.warn(warning);
}

function findViolations(
  context: PluginContext,
  pods: readonly KubeObject[],
  reasonsOf: (pod: PodToCheck) => string,
) {
  const until = context.ports.now() + MOST_MS;
  const namesByReason = new Map<string, string[]>();
  let checked = 0;
  for (const pod of pods) {
    const { annotations = {}, name = "" } = pod.metadata;
    const reasons = reasonsOf({ annotations, spec: specOf(pod) });
    checked++;
    if (reasons !== "") addTo(namesByReason, reasons, name);
    if (context.ports.now() > until) break;
  }
  return { checked, namesByReason };
}

function printWarning([reason, names]: [string, string[]]): string {
  const [first] = names.toSorted();
  if (names.length === 1) return `${first}: ${reason}`;
  return `${first} (and ${names.length - 1} other ${names.length === 2 ? "pod" : "pods"}): ${reason}`;
}

/** Sorts further pods of the same controller to the end: they resemble its first pod. */
function onePerController(pods: readonly KubeObject[]): KubeObject[] {
  const seen = new Set<string>();
  const others: KubeObject[] = [];
  const first = pods.filter((pod) => {
    const controller = pod.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid;
    if (controller === undefined) return true;
    if (seen.has(controller)) others.push(pod);
    const isNew = !seen.has(controller);
    seen.add(controller);
    return isNew;
  });
  return [...first, ...others];
}
