import { type Json, type JsonObject, record } from "../../json/value.ts";
import type { Step } from "../explanation.ts";

/** Injectors, by the end of the name of their webhook, and the field of pods that they leave as they are. */
const SKIPS: readonly (readonly [webhook: string, field: string, value: Json])[] = [
  ["sidecar-injector.istio.io", "hostNetwork", true],
  ["linkerd-proxy-injector.linkerd.io", "hostNetwork", true],
  ["linkerd-proxy-injector.linkerd.io", "automountServiceAccountToken", false],
];

/** Says which injectors add nothing to a pod because of one of its fields. */
export function skipNotes(pod: JsonObject | null, steps: readonly Step[]): string[] {
  const spec = record(pod?.spec);
  return steps.flatMap((step) => {
    if (pod?.kind !== "Pod" || step.kind !== "webhook" || !step.called || step.call?.changed) return [];
    return SKIPS.flatMap(([webhook, field, value]) =>
      step.name.endsWith(webhook) && spec[field] === value
        ? [`${step.name} adds nothing to pods whose /spec/${field} is ${String(value)}, as it is here`]
        : [],
    );
  });
}
