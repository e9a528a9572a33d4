import { compareQuantities, parseQuantity } from "../../api/quantity/quantity.ts";
import { type JsonObject, records } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { type Path, valueAt } from "../sources.ts";

const BOUND =
  /m(?:ax|in)imum (\S{1,253}) usage per Container is [\w.]{1,63}, but (limit|request) is ([\w.]{1,63})/g;

/** The containers that LimitRanges and quotas look at. */
export const COUNTED = ["containers", "initContainers"] as const;

/** The amounts of containers that a LimitRange refuses, in the spec of a pod: its text has no names of containers. */
export function amountsTold(message: string, spec: JsonObject): Path[] {
  // A long text can have one amount many times.
  const told = new Map([...message.matchAll(BOUND)].map((match) => [match.slice(1).join(" "), match]));
  return [...told.values()].flatMap(([, resource = "", kind = "", asked = ""]) =>
    COUNTED.flatMap((list) =>
      records(spec[list]).flatMap((container, index) => {
        const path = ["resources", `${kind}s`, resource];
        const amount = valueAt(container, path);
        return amount !== undefined && isSameAmount(String(amount), asked) ? [[list, index, ...path]] : [];
      }),
    ),
  );
}

export const isSameAmount = (a: string, b: string): boolean =>
  attempt(() => compareQuantities(parseQuantity(a), parseQuantity(b))) === 0;
