import { compileSelector } from "../../../admission/hooks/compile-match.ts";
import { wrongProbe } from "../../../explain/message/told-pods.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import { type Json, type JsonObject, record, records, text } from "../../../json/value.ts";
import {
  backendsOf,
  portsOf,
  serviceOf,
  type Workload,
  workloadsBehind,
  workloadText,
} from "../../bring-up/backend.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import { type Endpoint, endpointsOf, hasSameService } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import type { Connection, Problem, Rule } from "../../rule.ts";

/**
 * Ports of containers need not be declared: reported only if one is declared that is, by its name, that of the webhook, and
 * nothing in the containers names the port of the Service.
 */
const undeclaredPort: Rule = {
  id: "undeclared-port",
  severity: "warning",
  summary:
    "The Service of a webhook forwards to another port than the one that its pods declare for webhooks",
  check: (model) => endpointsOf(model).flatMap((endpoint) => problemOf(endpoint, model)),
};

const OF_WEBHOOKS = /webhook|admission|https|tls/;

function problemOf(endpoint: Endpoint, model: Model): Problem[] {
  const service = serviceOf(endpoint, model);
  const [workload, ...more] = service?.workloads ?? [];
  if (service === undefined || service.index === -1 || workload === undefined || more.length > 0) return [];
  const { of, index, target, name } = service;
  if (typeof target !== "number" || isNamed(target, workload)) return [];
  const own = portsOf(workload).filter((port) => OF_WEBHOOKS.test(text(port.name)));
  const [only, ...others] = own;
  if (only === undefined || others.length > 0 || isOfOther(only, service, workload, model)) return [];
  const message = `Service ${name} forwards to port ${target} of the pods, and ${workloadText(workload)} declares port ${String(only.containerPort)} (${text(only.name)}) only: if nothing listens at ${target}, each call fails with "connection refused"`;
  const path = ["spec", "ports", index, "targetPort"];
  return [{ of, path, message, fix: `targetPort: ${String(only.containerPort)}`, connection: endpoint }];
}

/** True if another Service, such as that of metrics, forwards to this port of the pods. */
const isOfOther = (
  port: JsonObject,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  workload: Workload,
  model: Model,
): boolean =>
  model
    .of("Service")
    .filter((one) => nameOf(one) !== name && [namespace, ""].includes(namespaceOf(one)))
    .filter((one) =>
      records(record(one.object.spec).ports).some(({ port: own, targetPort = own }) =>
        [port.name, port.containerPort].includes(targetPort),
      ),
    )
    .some((one) => workloadsBehind(model, one, namespace).some(({ of }) => of === workload.of));

/** True if a container has the number anywhere: as a port, in an argument, or in a variable. */
function isNamed(port: number, { template: { spec } }: Workload): boolean {
  const numbers = JSON.stringify([spec.containers ?? [], spec.initContainers ?? []]).match(/\d+/g);
  return numbers?.includes(String(port)) === true;
}

/** Ports at which programs of every node listen. */
const TAKEN: Readonly<Record<number, string>> = {
  10248: "the kubelet",
  10249: "kube-proxy",
  10250: "the kubelet",
  10256: "kube-proxy",
};

/** Pods in the network of their node share its ports. */
const takenPort: Rule = {
  id: "taken-port",
  severity: "error",
  summary:
    "The pods of a webhook are in the network of their node, and listen at a port that the node or another webhook uses",
  check: (model) => {
    const ports = backendsOf(model).flatMap(({ workloads, hooks: [hook] }) =>
      workloads.flatMap((one) => hostPorts(one, hook && connectionOf(hook))),
    );
    return ports.flatMap((one): Problem[] => {
      const { workload, port, path, container, connection } = one;
      const owner = TAKEN[port];
      const other = ports.find((other) => other.port === port && other.workload.of !== workload.of);
      if (owner === undefined && other === undefined) return [];
      const fix = "another port, here and in the arguments of the program";
      const message =
        owner === undefined
          ? `the pods are in the network of the node (hostNetwork), as are those of ${workloadText(other?.workload ?? workload)}: both listen at ${port}, so that no node runs both`
          : `the pods are in the network of the node (hostNetwork), where ${owner} listens at ${port}: ${container} cannot listen there, and does not start`;
      const problem = { of: workload.of, path, message, fix, ...(connection && { connection }) };
      return [owner === undefined ? { ...problem, severity: "warning" } : problem];
    });
  },
};

interface HostPort {
  readonly workload: Workload;
  readonly container: string;
  readonly port: number;
  readonly path: Path;
  readonly connection: Connection | undefined;
}

const connectionOf = ({ of, name, hook }: WebhookEntry): Connection => ({
  of,
  webhook: name,
  config: hook.target.clientConfig,
});

const hostPorts = (workload: Workload, connection: Connection | undefined): HostPort[] => {
  const { spec } = workload.template;
  return (spec.hostNetwork === true ? records(spec.containers) : []).flatMap(({ name, ports }, index) =>
    records(ports).map(({ containerPort }, place) => ({
      ...{ workload, connection },
      container: text(name),
      port: Number(containerPort),
      path: ["spec", "template", "spec", "containers", index, "ports", place, "containerPort"],
    })),
  );
};

/** Only arguments that many operators have are known: other programs choose the address of their probes in their own way. */
const wrongProbeRule: Rule = {
  id: "wrong-probe",
  severity: "warning",
  summary:
    "The readiness probe of a webhook asks another port than the one that an argument of its container sets",
  check: (model) =>
    backendsOf(model).flatMap(({ workloads, hooks: [hook] }) =>
      workloads.flatMap(({ of, template }): Problem[] => {
        const found = wrongProbe(template.spec);
        if (found === undefined) return [];
        const connection = hook && connectionOf(hook);
        const path = ["spec", "template", ...found.path];
        const fix = `write ${found.port}`;
        return [{ of, path, message: found.says, fix, ...(connection && { connection }) }];
      }),
    ),
};

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
function portOf(port: Json, workload: Workload): number | undefined {
  if (typeof port === "number") return port;
  const named = portsOf(workload).find(({ name }) => name === port)?.containerPort;
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

/** Rules about the ports of the pods of a webhook. `closedPort` has another place. */
export const portRules: readonly Rule[] = [undeclaredPort, takenPort, wrongProbeRule];
