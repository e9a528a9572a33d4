import { addQuantities, compareQuantities, type Quantity } from "../quantity/quantity.ts";

type Amounts = Map<string, Quantity>;

/** Requests or limits of one container. */
export interface ContainerAmounts {
  readonly amounts: ReadonlyMap<string, Quantity>;
  /** True for an init container that keeps running. */
  readonly sidecar: boolean;
}

/**
 * Total amounts that a pod needs at its maximum: the containers and sidecars together, or one init container with the
 * sidecars before it. Each amount is read once.
 */
export function podRequirements(
  containers: Iterable<ContainerAmounts>,
  initContainers: Iterable<ContainerAmounts>,
): Amounts {
  const total: Amounts = new Map();
  for (const { amounts } of containers) addAmounts(total, amounts);
  const sidecars: Amounts = new Map();
  const initial: Amounts = new Map();
  for (const { amounts, sidecar } of initContainers) {
    if (sidecar) addAmounts(total, amounts);
    for (const [name, amount] of amounts) {
      const together = plus(amount, sidecars.get(name));
      if (sidecar) sidecars.set(name, together);
      raise(initial, name, together);
    }
  }
  for (const [name, amount] of initial) raise(total, name, amount);
  return total;
}

/** Adds amounts to a sum, in place. */
export function addAmounts(sum: Amounts, more: Iterable<readonly [string, Quantity]>): void {
  for (const [name, amount] of more) {
    const known = sum.get(name);
    sum.set(name, known === undefined ? amount : addQuantities(known, amount));
  }
}

const plus = (amount: Quantity, known: Quantity | undefined): Quantity =>
  known === undefined ? amount : addQuantities(amount, known);

function raise(list: Amounts, name: string, least: Quantity): void {
  const known = list.get(name);
  if (known === undefined || compareQuantities(least, known) > 0) list.set(name, least);
}
