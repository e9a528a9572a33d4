import type { GraphEdge } from "../../../src/lint/bring-up/graph.ts";

/** Answer of `/api/graph`. */
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
  /** From the left: each is to the right of what needs it. */
  readonly column: number;
}

/** Nodes in their columns. */
export function layersOf({ nodes }: Graph): GraphNode[][] {
  const columns = [...new Set(nodes.map(({ column }) => column))].sort((a, b) => a - b);
  return columns.map((column) => nodes.filter((node) => node.column === column));
}
