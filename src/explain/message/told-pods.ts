import { groupOf } from "../../api/group-version.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import type { Cause } from "../cause.ts";
import type { Manifest } from "../offline/manifests.ts";
import { type PodTemplate, podTemplate } from "../pods/pod-template.ts";
import type { Path } from "../sources.ts";

/**
 * Adds to the cause of a call that reached no pods what the manifests tell about the Service and these pods: the Services that are
 * there instead, the port of the pods that a firewall may close, or why no pod is ready.
 */
export function withPods(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  const [, name, namespace] = /https?:\/\/([\w-]{1,63})\.([\w-]{1,63})\.svc/.exec(message) ?? [];
  if (cause.code !== "call-failed" || name === undefined) return cause;
  const here = manifests.filter(({ object }) => record(object.metadata).namespace === namespace);
  const services = here.filter(({ object }) => object.kind === "Service");
  const service = services.find(({ object }) => nameOf(object) === name);
  if (/service "[^"]*" not found/.test(message)) return withServices(cause, services, service);
  const selector = Object.entries(record(record(service?.object.spec).selector));
  if (service === undefined || selector.length === 0) return cause;
  const nodes = manifests.filter(({ object }) => object.kind === "Node" && groupOf(object) === "");
  const told = here.flatMap((workload) => {
    const template = podTemplate(workload.object);
    const labels = record(template?.metadata.labels);
    const lacked = selector.filter(([key, value]) => labels[key] !== value);
    if (template === undefined || lacked.length === selector.length) return [];
    const what = `${text(workload.object.kind)}/${nameOf(workload.object)}`;
    if (lacked.length > 0)
      return NONE_READY.test(message)
        ? [
            {
              isFull: false,
              says: `the pods of ${what} lack ${labelsText(lacked)} of its selector`,
              at: service.line(["spec", "selector"]),
            },
          ]
        : [];
    const found = LATE.test(message)
      ? portOf(service.object, template)
      : NONE_READY.test(message)
        ? whyNone(workload.object, template, here, nodes)
        : undefined;
    const at =
      found &&
      workload.line(
        found.path.length === 0 ? ["metadata", "name"] : [...template.at.split("/").slice(1), ...found.path],
      );
    return [{ isFull: true, says: found === undefined ? "" : `${what}: ${found.says}`, at: at ?? "" }];
  });
  const [first] = told.some(({ isFull }) => isFull)
    ? told.filter(({ isFull, says }) => isFull && says !== "")
    : told;
  return first === undefined ? cause : { ...cause, message: `${cause.message}; ${first.says}`, at: first.at };
}

const NONE_READY = /no endpoints available|no such hosts or endpoints|connection refused/;
const LATE = /i\/o timeout|deadline exceeded|Client\.Timeout|request canceled while waiting/;

const labelsOf = (object: JsonObject): JsonObject => record(record(object.metadata).labels);
const nameOf = (object: JsonObject): string => text(record(object.metadata).name);
const labelsText = (labels: readonly (readonly [string, unknown])[]): string =>
  labels.map(([key, value]) => `${key}: ${text(value)}`).join(", ");

/** The Services of the namespace, if the one that is called is not there. */
function withServices(cause: Cause, there: readonly Manifest[], called: Manifest | undefined): Cause {
  if (there.length === 0 || called !== undefined) return cause;
  const names = there.map(({ object }) => nameOf(object)).slice(0, MOST_SERVICES);
  return { ...cause, message: `${cause.message}; its namespace has the Service ${names.join(", ")}` };
}

const MOST_SERVICES = 3;

interface InPod {
  readonly says: string;
  /** Place in the template; empty: the workload itself. */
  readonly path: Path;
}

/** The port of the pods behind a Service whose targetPort is a name. */
function portOf(service: JsonObject, { spec }: PodTemplate): InPod | undefined {
  const names = records(record(service.spec).ports).map(({ targetPort }) => targetPort);
  for (const [index, container] of records(spec.containers).entries())
    for (const [n, { name, containerPort }] of records(container.ports).entries())
      if (typeof name === "string" && names.includes(name))
        return {
          says: `its port ${name} is ${String(containerPort)}`,
          path: ["spec", "containers", index, "ports", n, "containerPort"],
        };
  return undefined;
}

/** Why a workload has no ready pods. */
function whyNone(
  object: JsonObject,
  template: PodTemplate,
  here: readonly Manifest[],
  nodes: readonly Manifest[],
): InPod | undefined {
  if (record(object.spec).replicas === 0) return { says: "its spec.replicas is 0: no pod runs", path: [] };
  const account = text(template.spec.serviceAccountName);
  const says = conditionOf(object) ?? (account === "" ? undefined : missing(account, here));
  return says === undefined
    ? (noNode(template.spec, nodes) ?? wrongProbe(template.spec))
    : { says, path: [] };
}

/** A nodeSelector that none of the nodes has, if nodes are among the manifests. */
function noNode({ nodeSelector, nodeName }: JsonObject, nodes: readonly Manifest[]): InPod | undefined {
  // The kubelet and the cloud set labels of kubernetes.io, which the manifest of a Node may lack.
  const wanted = Object.entries(record(nodeSelector)).filter(
    ([key]) =>
      !key.includes("kubernetes.io/") || nodes.some(({ object }) => labelsOf(object)[key] !== undefined),
  );
  const fits = ({ object }: Manifest): boolean =>
    wanted.every(([key, value]) => labelsOf(object)[key] === value);
  if (nodes.length === 0 || nodes.some(fits) || text(nodeName) !== "") return undefined;
  const says = `its nodeSelector wants ${labelsText(wanted)}, which no Node of the manifests has: its pods wait for one`;
  return { says, path: ["spec", "nodeSelector"] };
}

/** Arguments of many operators with the address at which they answer probes. */
const PROBED = /^--(?:healthz?|health-probe)-?(?:bind-)?(?:addr|address|port)=(?:[\w.[\]-]*:)?(\d{1,5})$/;

/** A readiness probe for another port than the one that an argument sets; `port`: the one that is set. */
export function wrongProbe(spec: JsonObject): (InPod & { readonly port: string }) | undefined {
  for (const [index, container] of records(spec.containers).entries()) {
    const all = [...texts(container.command), ...texts(container.args)];
    const argument = all.find((one) => PROBED.test(one));
    const [, port] = PROBED.exec(argument ?? "") ?? [];
    const asked = record(record(container.readinessProbe).httpGet).port;
    if (port === undefined || typeof asked !== "number" || String(asked) === port) continue;
    if (numbersIn(spec).includes(String(asked))) continue;
    return {
      says: `its readiness probe asks port ${asked}, and ${argument} lets it answer at ${port}: it never gets ready`,
      path: ["spec", "containers", index, "readinessProbe", "httpGet", "port"],
      port,
    };
  }
  return undefined;
}

/** All numbers of the containers but those of their probes: another container or variable may set the port, too. */
const numbersIn = ({ containers, initContainers }: JsonObject): readonly string[] => {
  const all = [...records(containers), ...records(initContainers)].map(
    ({ readinessProbe: _, livenessProbe: __, startupProbe: ___, ...rest }) => rest,
  );
  return JSON.stringify(all).match(/\d+/g) ?? [];
};

/** Conditions of a Deployment or ReplicaSet whose status says that it has no pods, or not enough. */
function conditionOf(object: JsonObject): string | undefined {
  const conditions = records(record(object.status).conditions);
  const failed = conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True");
  const late = conditions.find(({ reason }) => reason === "ProgressDeadlineExceeded");
  return text((failed ?? late)?.message) || undefined;
}

function missing(account: string, here: readonly Manifest[]): string | undefined {
  const accounts = here.filter(({ object }) => object.kind === "ServiceAccount");
  const isThere = accounts.some(({ object }) => record(object.metadata).name === account);
  return accounts.length === 0 || isThere
    ? undefined
    : `its ServiceAccount ${account} is not among the manifests, which have others of this namespace: without it no pod is created`;
}
