import { compileSelector } from "../../../admission/hooks/compile-match.ts";
import { type Json, record, text } from "../../../json/value.ts";
import { backendsOf } from "../../bring-up/backend.ts";
import { workloadsIn } from "../../bring-up/workload.ts";
import type { Model } from "../../model/model.ts";
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
      if (!selected.some((one) => behind.has(one.of))) return [];
      const pods = podsOf(
        selected.map((one) => one.of),
        model,
      );
      const field = minAvailable === undefined ? "maxUnavailable" : "minAvailable";
      const amount = amountOf(minAvailable ?? maxUnavailable, pods);
      const allowed =
        field === "maxUnavailable"
          ? amount
          : pods === undefined || amount === undefined
            ? undefined
            : pods - amount;
      const isAll = minAvailable === "100%" || (allowed !== undefined && allowed <= 0);
      if (!isAll) return [];
      const count = pods === undefined ? "" : ` of ${pods === 1 ? "the one pod" : `the ${pods} pods`}`;
      const message = `${field} ${text(minAvailable ?? maxUnavailable) || String(minAvailable ?? maxUnavailable)} never allows the eviction${count} of the webhook: no node with such a pod can be drained`;
      return [{ of, path: ["spec", field], message, fix: "maxUnavailable: 1, with more than one replica" }];
    });
  },
};

/** The number of pods of workloads; undefined if an autoscaler or another manifest sets it. */
function podsOf(workloads: readonly Model["manifests"][number][], model: Model): number | undefined {
  const counts = workloads.map((of) => (isScaled(of, model) ? undefined : record(of.object.spec).replicas));
  return counts.every((one) => typeof one === "number") ? counts.reduce((a, b) => a + b, 0) : undefined;
}

/** A number, or a part of the pods; undefined if that is not known. */
function amountOf(value: Json | undefined, pods: number | undefined): number | undefined {
  if (typeof value === "number") return value;
  const [, percent] = /^(\d+)%$/.exec(text(value)) ?? [];
  if (percent === undefined) return undefined;
  return Number(percent) === 0 ? 0 : pods && Math.ceil((pods * Number(percent)) / 100);
}
