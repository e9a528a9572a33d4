import type { Path } from "../../../explain/sources.ts";
import { records, text } from "../../../json/value.ts";
import { backendsOf } from "../../bring-up/backend.ts";
import { type Workload, workloadText } from "../../bring-up/workload.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Connection, Problem, Rule } from "../../rule.ts";

/** Ports at which programs of every node listen. */
const TAKEN: Readonly<Record<number, string>> = {
  10248: "the kubelet",
  10249: "kube-proxy",
  10250: "the kubelet",
  10256: "kube-proxy",
};

/** Pods in the network of their node share its ports. */
export const takenPort: Rule = {
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
