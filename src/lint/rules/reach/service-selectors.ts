import { nearestName } from "../../../explain/near.ts";
import { record, records, text } from "../../../json/value.ts";
import {
  type FoundService,
  serviceOf,
  type Workload,
  workloadsBehind,
  workloadsIn,
  workloadText,
} from "../../bring-up/backend.ts";
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

/** A Service forwards to all pods with its labels. Pods that declare other ports only do not answer for the webhook. */
export const sharedSelector: Rule = {
  id: "shared-selector",
  severity: "warning",
  summary: "The Service of a webhook also selects pods of another workload, which do not have its port",
  check: (model) => {
    const found = endpointsOf(model).flatMap((endpoint) => serviceOf(endpoint, model) ?? []);
    return [...new Map(found.map((service) => [service.of, service])).values()].flatMap(sharedProblem);
  },
};

function sharedProblem({ endpoint, of, name, target, workloads }: FoundService): Problem[] {
  const { selector } = record(of.object.spec);
  const has = (workload: Workload): boolean =>
    portsOf(workload).some(({ containerPort, name }) => containerPort === target || name === target);
  const [own] = workloads.filter(has);
  // Ports need not be declared: what declares none may have any, if it runs the same program.
  const others = workloads.filter(
    (one) => !has(one) && (portsOf(one).length > 0 || (own !== undefined && !sharesImage(one, own))),
  );
  const [other] = others;
  if (own === undefined || other === undefined) return [];
  const labels = records([own.template.metadata.labels]).flatMap((all) =>
    Object.entries(all).filter(
      ([key, value]) =>
        record(selector)[key] === undefined &&
        others.every(({ template }) => record(template.metadata.labels)[key] !== value),
    ),
  );
  const [label] = labels;
  const message = `Service ${name} forwards calls of webhooks to pods of ${others.map(workloadText).join(", ")}, too, which declare no port ${String(target)}: these calls fail; those to ${workloadText(own)} succeed`;
  const fix =
    label === undefined
      ? "a label that only the pods of the webhook have"
      : `${label[0]}: ${String(label[1])}`;
  return [{ of, path: ["spec", "selector"], message, fix, connection: endpoint }];
}

const sharesImage = (a: Workload, b: Workload): boolean =>
  imagesOf(a).some((one) => imagesOf(b).includes(one));

/** Images without tag and digest. A registry may have a port. */
const imagesOf = ({ template: { spec } }: Workload): string[] =>
  records(spec.containers).map(({ image }) => {
    const name = text(image).lastIndexOf("/") + 1;
    return text(image).slice(0, name) + (text(image).slice(name).split(/[:@]/)[0] ?? "");
  });

const portsOf = ({ template: { spec } }: Workload) =>
  records(spec.containers).flatMap((one) => records(one.ports));
