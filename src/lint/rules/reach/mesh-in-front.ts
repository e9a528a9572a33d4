import { isJsonObject, type JsonObject, record, text } from "../../../json/value.ts";
import type { Workload } from "../../bring-up/backend.ts";
import { serviceOf } from "../../bring-up/backend.ts";
import { endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { labelsOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

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
