import { compileSelector } from "../../../admission/hooks/compile-match.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { budgetedPods, podBudget } from "../../../explain/pods/pod-budget.ts";
import { record } from "../../../json/value.ts";
import { backendsOf, workloadsIn } from "../../bring-up/backend.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import { isAsked } from "../../model/sample-request.ts";
import type { Problem, Rule } from "../../rule.ts";
import { podIn } from "../too-wide/needed-requests.ts";

/** A webhook with one pod is down during each restart of it, and while its node is drained. */
export const singlePod: Rule = {
  id: "single-pod",
  severity: "info",
  summary: "A webhook that must answer for new pods has one pod",
  check: (model) =>
    backendsOf(model).flatMap(({ hooks, workloads }): Problem[] => {
      const hook = hooks.find(
        (one) =>
          one.hook.failurePolicy === "Fail" &&
          isAsked(one.hook, podIn("sample", undefined, {}), model.registry),
      );
      const [only, ...more] = workloads;
      if (hook === undefined || only === undefined || more.length > 0 || only.kind !== "Deployment")
        return [];
      // Without replicas, an autoscaler may have a say.
      const { replicas } = record(only.of.object.spec);
      if (replicas !== 1 || isScaled(only.of, model)) return [];
      const message = `it is the one pod behind ${hook.name}, which must answer for new pods (failurePolicy Fail): while it restarts, or its node is drained, no pod is created`;
      const fix = "replicas: 2, on different nodes, with a PodDisruptionBudget";
      return [{ of: only.of, path: ["spec", "replicas"], message, fix }];
    }),
};

/** True if an autoscaler sets the replicas of a workload, or a Rollout of Argo takes its pods over. */
export const isScaled = (workload: Manifest, model: Model): boolean =>
  model.manifests.some(({ object }) => {
    const { scaleTargetRef, workloadRef } = record(object.spec);
    return [scaleTargetRef, workloadRef].some((ref) => record(ref).name === nameOf(workload));
  });

export const noEviction: Rule = {
  id: "no-eviction",
  severity: "warning",
  summary:
    "A PodDisruptionBudget of a webhook never allows an eviction, so that no node with its pods can be drained",
  check: (model) => {
    const behind = new Set(backendsOf(model).flatMap(({ workloads }) => workloads.map(({ of }) => of)));
    return model.of("PodDisruptionBudget").flatMap((of): Problem[] => {
      const chosen = compileSelector(record(of.object.spec).selector);
      const selected = workloadsIn(model, namespaceOf(of)).filter(
        ({ template }) =>
          chosen.kind === "selector" &&
          chosen.selector.matches(record(template.metadata.labels) as Readonly<Record<string, string>>),
      );
      // An autoscaler or another manifest may set the number of pods.
      const pods = selected
        .map((one) => (isScaled(one.of, model) ? Number.NaN : Number(record(one.of.object.spec).replicas)))
        .reduce((sum, one) => sum + one, 0);
      const { field, value, allowed } = podBudget(of.object, pods);
      if (!(allowed <= 0) || !selected.some((one) => behind.has(one.of))) return [];
      const message = `${field} ${value} never allows the eviction${budgetedPods(pods)} of the webhook: no node with such a pod can be drained`;
      return [{ of, path: ["spec", field], message, fix: "maxUnavailable: 1, with more than one replica" }];
    });
  },
};
