import type { Strategy } from "../kind.ts";

/** The strategies with the rule of finalizers that most of Kubernetes' own kinds have. */
export function withKubeFinalizers(strategies: Iterable<readonly [string, Strategy]>): Map<string, Strategy> {
  return new Map([...strategies].map(([name, strategy]) => [name, { ...strategy, kubeFinalizers: true }]));
}
