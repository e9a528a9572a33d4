import { compileSelector } from "../../../admission/hooks/compile-match.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { type Json, type JsonObject, record, records, text } from "../../../json/value.ts";
import { serviceOf } from "../../bring-up/service-of.ts";
import type { Workload } from "../../bring-up/workload.ts";
import { type Endpoint, endpointsOf, hasSameService } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A NetworkPolicy sees the port of the pod, not that of the Service. */
export const closedPort: Rule = {
  id: "closed-port",
  severity: "warning",
  summary: "NetworkPolicies do not open the port of the pods of a webhook",
  check: (model) => {
    const found: Problem[] = [];
    for (const endpoint of endpointsOf(model)) {
      const isTold = ({ of }: Problem): boolean =>
        found.some((one) => one.of === of && one.connection && hasSameService(one.connection, endpoint));
      found.push(...problemsOf(endpoint, model).filter((one) => !isTold(one)));
    }
    return found;
  },
};

function problemsOf(endpoint: Endpoint, model: Model): Problem[] {
  const found = serviceOf(endpoint, model);
  const [workload] = found?.workloads ?? [];
  if (found === undefined || found.index === -1 || workload === undefined) return [];
  const { namespace, name, port } = found;
  const target = portOf(found.target, workload);
  const policies = model.of("NetworkPolicy").filter((one) => selects(one, namespace, workload));
  const [first] = policies;
  if (target === undefined || first === undefined || policies.some((one) => opens(one, target, workload)))
    return [];
  const names = policies.map(nameOf).join(", ");
  const message = `NetworkPolicy ${names} ${policies.length === 1 ? "does" : "do"} not open port ${target} of the pods of ${endpoint.called}, to which Service ${name} forwards port ${port}: the calls time out`;
  const fix = `open port ${target}: a NetworkPolicy sees the port of the pod`;
  return [{ of: first, path: ["spec"], message, fix, connection: endpoint }];
}

/** The number of a port, which may have a name; undefined if it is not known. */
function portOf(port: Json, { template }: Workload): number | undefined {
  if (typeof port === "number") return port;
  const named = records(template.spec.containers)
    .flatMap(({ ports }) => records(ports))
    .find(({ name }) => name === port)?.containerPort;
  return typeof named === "number" ? named : undefined;
}

function selects({ object, ...rest }: Manifest, namespace: string, { template }: Workload): boolean {
  const spec = record(object.spec);
  const types = Array.isArray(spec.policyTypes) ? spec.policyTypes : ["Ingress"];
  if (![namespace, ""].includes(namespaceOf({ object, ...rest })) || !types.includes("Ingress")) return false;
  const labels = Object.fromEntries(
    Object.entries(record(template.metadata.labels)).map(([key, value]) => [key, text(value)]),
  );
  const selector = compileSelector(record(spec.podSelector));
  return selector.kind === "selector" && selector.selector.matches(labels);
}

const opens = ({ object }: Manifest, target: number, workload: Workload): boolean =>
  records(record(object.spec).ingress).some(({ ports }) => {
    const all = records(ports);
    return all.length === 0 || all.some((one) => isOpen(one, target, workload));
  });

function isOpen(
  { port, endPort, protocol = "TCP" }: JsonObject,
  target: number,
  workload: Workload,
): boolean {
  if (protocol !== "TCP") return false;
  if (port === undefined) return true;
  const first = portOf(port, workload);
  // The name of a port that no container declares is not known.
  if (first === undefined) return typeof port === "string";
  return target >= first && target <= (typeof endPort === "number" ? endPort : first);
}
