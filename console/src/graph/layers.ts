/** As `/api/graph` answers. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  /** `Service shop/hook`. */
  readonly id: string;
  readonly kind: string;
  /** It waits for itself. */
  readonly inCircle: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly onlyAtStart: boolean;
}

/** Nodes in columns: each to the right of what needs it. Edges that lead back to a webhook do not count. */
export function layersOf({ nodes, edges }: Graph): GraphNode[][] {
  const forward = edges.filter(({ label }) => label === "");
  const depth = new Map(nodes.map(({ id }) => [id, 0]));
  // Without circles a path has fewer edges than there are nodes.
  for (let round = 0; round < nodes.length; round++) {
    let moved = false;
    for (const { from, to } of forward) {
      const wanted = Math.min((depth.get(from) ?? 0) + 1, nodes.length);
      if (from === to || (depth.get(to) ?? 0) >= wanted) continue;
      depth.set(to, wanted);
      moved = true;
    }
    if (!moved) break;
  }
  const columns = [...new Set(depth.values())].sort((a, b) => a - b);
  return columns.map((column) => nodes.filter(({ id }) => depth.get(id) === column));
}
