import { nearestName } from "../../../explain/near.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../../json/value.ts";
import {
  type FoundService,
  KINDS,
  portsOf,
  serviceOf,
  type Workload,
  workloadsBehind,
  workloadsIn,
  workloadText,
} from "../../bring-up/backend.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { groupOf, kindOf, labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { isScaled } from "./availability.ts";

/** The pods can be in other manifests: reported only if a workload has nearly the labels of the selector, or has them and no replicas. */
export const selectsNothing: Rule = {
  id: "selects-nothing",
  severity: "error",
  summary:
    "The Service of a webhook selects no pods, but nearly those of a workload among the manifests, or one without replicas",
  check: (model) => endpointsOf(model).flatMap((endpoint) => problemOf(endpoint, model)),
};

function problemOf(endpoint: Endpoint, model: Model): Problem[] {
  const service = serviceOf(endpoint, model);
  if (service === undefined || service.workloads.length > 0) return [];
  const { of, namespace } = service;
  const stopped = workloadsBehind(model, of, namespace, true)[0]?.of;
  if (stopped !== undefined && !isScaled(stopped, model) && !isAnswered(service, model)) {
    const message = `it has no replicas, and the Service ${namespace}/${nameOf(of)} no other pods: nothing answers for ${endpoint.called}`;
    return [{ of: stopped, path: ["spec", "replicas"], message, fix: "replicas: 2", connection: endpoint }];
  }
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

/**
 * For a call that failed only: the manifests have workloads, and none whose pods the Service selects. A configuration stays when its
 * program is uninstalled.
 */
export const leftBehind: Rule = {
  ...selectsNothing,
  check: (model) =>
    endpointsOf(model).flatMap((endpoint): Problem[] => {
      const service = serviceOf(endpoint, model);
      const namespaces = Object.keys(KINDS).flatMap((kind) => model.of(kind).map(namespaceOf));
      if (service === undefined || service.workloads.length > 0 || isAnswered(service, model)) return [];
      if (namespaces.length === 0 || ["", service.namespace].some((one) => namespaces.includes(one)))
        return [];
      const labels = Object.entries(record(record(service.of.object.spec).selector)).map(
        ([key, value]) => `${key}: ${text(value)}`,
      );
      const of = `${kindOf(endpoint.of)}/${nameOf(endpoint.of)}`;
      const message = `no workload among the manifests has the pods that its Service ${service.namespace}/${service.name} selects (${labels.join(", ")}): if the program was uninstalled, delete ${of}, which has stayed`;
      return [{ of: endpoint.of, path: ["metadata"], message, connection: endpoint }];
    }),
};

/** True if other objects than workloads may answer for a Service: pods, those of kinds of other products, written endpoints. */
function isAnswered({ of, namespace, name }: FoundService, model: Model): boolean {
  const { type, selector } = record(of.object.spec);
  const wanted = Object.entries(record(selector));
  if (type === "ExternalName" || wanted.length === 0) return true;
  return model.manifests.some((one) => {
    const kind = kindOf(one);
    if (KINDS[kind] === groupOf(one) || ![namespace, ""].includes(namespaceOf(one))) return false;
    if (/^Endpoint(?:s|Slice)$/.test(kind))
      return [nameOf(one), labelsOf(one, "labels")["kubernetes.io/service-name"]].includes(name);
    const template = record(record(record(one.object.spec).template).metadata);
    const labels = kind === "Pod" ? labelsOf(one, "labels") : record(template.labels);
    return wanted.every(([key, value]) => labels[key] === value);
  });
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

/** The API server is not in the mesh: it has no certificate of it, and does not trust its authority. */
export const meshInFront: Rule = {
  id: "mesh-in-front",
  severity: "warning",
  summary: "The sidecar of Istio takes the port of a webhook, and accepts only clients of the mesh",
  check: (model) => {
    const seen = new Set<object>();
    return endpointsOf(model).flatMap((endpoint): Problem[] => {
      const service = serviceOf(endpoint, model);
      if (service === undefined || !isStrict(service.namespace, model)) return [];
      const { target, workloads } = service;
      if (typeof target !== "number") return [];
      const workload = workloads.find((one) => isTaken(one, target, model));
      if (workload === undefined || seen.has(workload.of)) return [];
      seen.add(workload.of);
      const message = `the pods get a sidecar of Istio, which takes port ${target} and accepts only clients of the mesh (PeerAuthentication STRICT): the API server is none, and calls of ${endpoint.called} fail`;
      const fix = `traffic.sidecar.istio.io/excludeInboundPorts: "${target}"`;
      const path = ["spec", "template", "metadata", "annotations"];
      return [{ of: workload.of, path, message, fix, connection: endpoint }];
    });
  },
};

/** The policies of a whole namespace; with others, nothing is known. */
function isStrict(namespace: string, model: Model): boolean {
  const own = model.of("PeerAuthentication").filter((one) => namespaceOf(one) === namespace);
  const [only, ...more] = own.map(({ object }) => record(object.spec));
  if (only === undefined || more.length > 0 || only.selector !== undefined) return false;
  return record(only.mtls).mode === "STRICT" && !isJsonObject(only.portLevelMtls);
}

/** True if the pods get a sidecar that takes a port. */
function isTaken({ template, namespace }: Workload, port: number, model: Model): boolean {
  const { labels = {}, annotations = {} }: JsonObject = template.metadata;
  const own = { ...record(annotations), ...record(labels) };
  const found = model.find("Namespace", "", namespace);
  const around = found === undefined ? {} : labelsOf(found, "labels");
  const isInjected = around["istio-injection"] === "enabled" || own["sidecar.istio.io/inject"] === "true";
  const excluded = text(own["traffic.sidecar.istio.io/excludeInboundPorts"]).split(",");
  const included = own["traffic.sidecar.istio.io/includeInboundPorts"];
  return (
    isInjected &&
    own["sidecar.istio.io/inject"] !== "false" &&
    template.spec.hostNetwork !== true &&
    included === undefined &&
    !excluded.some((one) => one.trim() === String(port))
  );
}
