import { nearestName } from "../../../explain/near.ts";
import { record, text } from "../../../json/value.ts";
import { workloadsBehind } from "../../bring-up/backend.ts";
import { serviceOf } from "../../bring-up/service-of.ts";
import { type Workload, workloadsIn, workloadText } from "../../bring-up/workload.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The pods can be in other manifests: reported only if the labels of a workload are nearly those of the selector. */
export const selectsNothing: Rule = {
  id: "selects-nothing",
  severity: "error",
  summary: "The Service of a webhook selects no pods, but nearly those of a workload among the manifests",
  check: (model) => endpointsOf(model).flatMap((endpoint) => problemOf(endpoint, model)),
};

function problemOf(endpoint: Endpoint, model: Model): Problem[] {
  const service = serviceOf(endpoint, model);
  if (service === undefined || service.workloads.length > 0) return [];
  const { of, namespace } = service;
  const selector = Object.entries(record(record(of.object.spec).selector)).map(
    ([key, value]) => [key, text(value)] as const,
  );
  const others = model
    .of("Service")
    .filter((one) => one !== of && [namespace, ""].includes(namespaceOf(one)));
  const served = new Set(others.flatMap((one) => workloadsBehind(model, one, namespace).map(workloadText)));
  const near = workloadsIn(model, namespace).filter(
    (workload) => !served.has(workloadText(workload)) && isNear(selector, workload),
  );
  const [workload, ...more] = near;
  if (workload === undefined || more.length > 0) return [];
  const labels = record(workload.template.metadata.labels);
  const wrong = selector.filter(([key, value]) => labels[key] !== value);
  const right = wrong.map(([key]) => `${key}: ${text(labels[key])}`).join(", ");
  const message = `its selector (${selector.map((one) => one.join(": ")).join(", ")}) matches no pods: those of ${workloadText(workload)} have ${right}`;
  return [{ of, path: ["spec", "selector"], message, fix: `write ${right}`, connection: endpoint }];
}

/** True if the pods have all keys of the selector, and each value is equal or similar. */
function isNear(selector: readonly (readonly [string, string])[], { template }: Workload): boolean {
  const labels = record(template.metadata.labels);
  return (
    selector.length > 0 &&
    selector.every(
      ([key, value]) => labels[key] === value || nearestName(value, [text(labels[key])]) !== undefined,
    )
  );
}
