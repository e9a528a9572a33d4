import type { Model } from "../model/model.ts";
import { kindOf, labelsOf, nameOf } from "../model/names.ts";
import { serviceKey } from "./backend.ts";
import { type Bringing, bringUp, needsOf } from "./bring-up.ts";
import { certificateOf } from "./certificate-of.ts";
import { circles } from "./circles.ts";

/** Dependencies of webhooks, and the webhooks that are called for these. */
export interface NeedsGraph {
  /** Nodes by their ids. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
}

interface GraphNode {
  /** `Service shop/hook`. */
  readonly label: string;
  readonly kind: string;
  /** True if the node depends on itself. */
  readonly inCircle: boolean;
}

/** An arrow of the graph: `from` depends on `to`. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /**
   * Request for which the webhook is called, such as `CREATE pods`; empty if the node needs the other one to
   * exist.
   */
  readonly label: string;
  /** True if the dependency exists only when a cluster starts from nothing. */
  readonly onlyAtStart: boolean;
}

/** Graph of the webhooks' servers and everything that they need to come up, for drawing. */
export async function needsGraph(model: Model): Promise<NeedsGraph> {
  const all = await bringUp(model);
  const inCircles = new Set(
    (["recovery", "start"] as const).flatMap((situation) => circles(needsOf(all, situation)).flat()),
  );
  const graph = new GraphBuilder();
  for (const one of all) addBackend(graph, one, inCircles.has(one.backend.key), model);
  return graph;
}

class GraphBuilder implements NeedsGraph {
  readonly nodes = new Map<string, GraphNode>();
  readonly edges: GraphEdge[] = [];
  readonly #known = new Set<string>();

  /** Adds a node. Returns its id. */
  node(kind: string, name: string, inCircle = false): string {
    const id = `${kind} ${name}`;
    const before = this.nodes.get(id)?.inCircle === true;
    this.nodes.set(id, { label: id, kind, inCircle: inCircle || before });
    return id;
  }

  edge(from: string, to: string, label = "", onlyAtStart = false): void {
    const key = `${from}\n${to}\n${label}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.edges.push({ from, to, label, onlyAtStart });
  }
}

function addBackend(
  graph: GraphBuilder,
  { backend, blocked }: Bringing,
  inCircle: boolean,
  model: Model,
): void {
  const { hooks, namespace, workloads } = backend;
  const pods = workloads.map(({ kind, name }) => graph.node(kind, `${namespace}/${name}`, inCircle));
  for (const hook of hooks) {
    const own = graph.node("Webhook", `${hook.configuration}/${hook.name}`, inCircle);
    const service = graph.node("Service", serviceKey(hook), inCircle);
    graph.edge(own, service);
    for (const workload of pods) graph.edge(service, workload);
    const [from] = [labelsOf(hook.of, "annotations")["cert-manager.io/inject-ca-from"]];
    if (from !== undefined) graph.edge(own, graph.node("Certificate", from), "", true);
  }
  for (const [index, { account, secrets, configMaps }] of workloads.entries()) {
    const from = pods[index] ?? "";
    graph.edge(from, graph.node("ServiceAccount", `${namespace}/${account}`));
    for (const name of configMaps) graph.edge(from, graph.node("ConfigMap", `${namespace}/${name}`));
    for (const name of secrets) addSecret(graph, from, name, namespace, model);
  }
  for (const situation of ["recovery", "start"] as const)
    for (const { write, by } of blocked[situation]) {
      const { operation, resource, subresource } = write.request;
      const about = `${operation} ${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
      const asked = graph.node("Webhook", `${by.configuration}/${by.name}`);
      for (const workload of pods) graph.edge(workload, asked, about, situation === "start");
    }
}

function addSecret(graph: GraphBuilder, from: string, name: string, namespace: string, model: Model): void {
  const secret = graph.node("Secret", `${namespace}/${name}`);
  graph.edge(from, secret);
  const made = certificateOf(name, namespace, model);
  if (made !== undefined)
    graph.edge(secret, graph.node(kindOf(made), `${namespace}/${nameOf(made)}`), "", true);
}
