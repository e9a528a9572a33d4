import { compileSelector } from "../../../admission/hooks/compile-match.ts";
import { record } from "../../../json/value.ts";
import { backendsOf } from "../../bring-up/backend.ts";
import { workloadsIn } from "../../bring-up/workload.ts";
import { namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { isScaled } from "./single-pod.ts";

/** The disruption controller rounds percentages up. */
export const noEviction: Rule = {
  id: "no-eviction",
  severity: "warning",
  summary:
    "A PodDisruptionBudget of a webhook never allows an eviction, so that no node with its pods can be drained",
  check: (model) => {
    const behind = new Set(backendsOf(model).flatMap(({ workloads }) => workloads.map(({ of }) => of)));
    return model.of("PodDisruptionBudget").flatMap((of): Problem[] => {
      const { minAvailable, maxUnavailable, selector } = record(of.object.spec);
      const chosen = compileSelector(selector);
      const selected = workloadsIn(model, namespaceOf(of)).filter(
        ({ template }) =>
          chosen.kind === "selector" &&
          chosen.selector.matches(record(template.metadata.labels) as Readonly<Record<string, string>>),
      );
      // An autoscaler or another manifest may set the number of pods.
      const pods = selected
        .map((one) => (isScaled(one.of, model) ? Number.NaN : Number(record(one.of.object.spec).replicas)))
        .reduce((sum, one) => sum + one, 0);
      const field = minAvailable === undefined ? "maxUnavailable" : "minAvailable";
      const value = String(minAvailable ?? maxUnavailable);
      const part = amountOf(value, pods);
      const allowed = field === "maxUnavailable" ? part : pods - part;
      const isNever = minAvailable === "100%" || allowed <= 0;
      if (!isNever || !selected.some((one) => behind.has(one.of))) return [];
      const count = Number.isNaN(pods) ? "" : ` of ${pods === 1 ? "the one pod" : `the ${pods} pods`}`;
      const message = `${field} ${value} never allows the eviction${count} of the webhook: no node with such a pod can be drained`;
      return [{ of, path: ["spec", field], message, fix: "maxUnavailable: 1, with more than one replica" }];
    });
  },
};

/** A number, or a part of the pods; NaN if that is not known. */
function amountOf(value: string, pods: number): number {
  const [, percent] = /^(\d+)%$/.exec(value) ?? [];
  if (percent === undefined) return Number(value);
  return Number(percent) === 0 ? 0 : Math.ceil((pods * Number(percent)) / 100);
}
