import { parseQuantity } from "../../../api/quantity/quantity.ts";
import { remembered } from "../../../async/remembered.ts";
import type { Container, Pod } from "../../../types/tables/core/v1-types.ts";

/** Amounts by resource: `cpu` → 0.5. */
export type Amounts = ReadonlyMap<string, number>;

const numberOf = remembered(
  (text) => {
    const { digits, exponent } = parseQuantity(text);
    return Number(digits) * 10 ** exponent;
  },
  { entries: 1000, longest: 32 },
);

/** Amounts by the name of the resource; empty for undefined. */
export const amountsOf = (list: Readonly<Record<string, string>> | undefined): Amounts =>
  new Map(Object.entries(list ?? {}).map(([name, text]) => [name, numberOf(text)]));

const plus = (a: Amounts, b: Amounts): Amounts => {
  const all = new Map(a);
  for (const [name, amount] of b) all.set(name, (all.get(name) ?? 0) + amount);
  return all;
};

const most = (a: Amounts, b: Amounts): Amounts => {
  const all = new Map(a);
  for (const [name, amount] of b) all.set(name, Math.max(all.get(name) ?? 0, amount));
  return all;
};

const NONE: Amounts = new Map();

const requestsOf = ({ resources }: Container): Amounts => amountsOf(resources?.requests);

/**
 * Returns the requests of a pod: the sum of its containers or its largest init container, whichever is
 * larger, plus its overhead.
 */
export function podRequests({ spec }: Pod): Amounts {
  const inits = spec?.initContainers ?? [];
  const sidecars = inits.filter(({ restartPolicy }) => restartPolicy === "Always");
  const containers = [...(spec?.containers ?? []), ...sidecars].map(requestsOf).reduce(plus, NONE);
  const starting = inits.map(requestsOf).reduce(most, NONE);
  return plus(plus(most(containers, starting), amountsOf(spec?.overhead)), new Map([["pods", 1]]));
}

/** Returns the names of the resources whose free amount is too small. */
export const lacking = (free: Amounts, wanted: Amounts): string[] =>
  [...wanted].filter(([name, amount]) => amount > 0 && amount > (free.get(name) ?? 0)).map(([name]) => name);
