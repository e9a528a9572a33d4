import type { Manifest } from "../../../explain/offline/manifests.ts";
import { record } from "../../../json/value.ts";
import { backendsOf } from "../../bring-up/backend.ts";
import type { Model } from "../../model/model.ts";
import { nameOf } from "../../model/names.ts";
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

/** True if an autoscaler sets the replicas of a workload. */
export const isScaled = (workload: Manifest, model: Model): boolean =>
  model
    .of("HorizontalPodAutoscaler")
    .some(({ object }) => record(record(object.spec).scaleTargetRef).name === nameOf(workload));
