import { record } from "../api/json.ts";
import type { Cause } from "./explanation.ts";
import type { World } from "./world.ts";

/** Of findings, those about a binding of this policy that the server did not take. */
export const refusedBindings = (
  findings: readonly Cause[],
  policy: string,
  world: Pick<World, "sources">,
): Cause[] =>
  findings.filter((cause) => {
    const of = refusedBindingOf(cause, world);
    return of !== undefined && (of === policy || of.slice(of.indexOf("/") + 1) === policy);
  });

/** Whether a policy and its binding seem to lack one another only because one of them was refused. */
export function isBoundInVain(
  lonely: Cause,
  findings: readonly Cause[],
  world: Pick<World, "sources">,
): boolean {
  if (lonely.code !== "no-binding") return false;
  const policy = policyOf(lonely.of, world);
  return findings.some(
    (cause) =>
      refusedBindingOf(cause, world) === lonely.of ||
      (cause.code === "invalid-configuration" && cause.of === policy),
  );
}

/** The policy, as causes name it, whose binding was refused. */
const refusedBindingOf = ({ code, of }: Cause, world: Pick<World, "sources">): string | undefined =>
  code === "invalid-configuration" ? policyOf(of, world) : undefined;

/** The policy of a binding, as causes name it; undefined: it is no binding. */
function policyOf(of: string, { sources }: Pick<World, "sources">): string | undefined {
  const [kind = "", name = ""] = of.split("/");
  if (!kind.endsWith(BINDING)) return undefined;
  const { policyName } = record(sources.find(kind, name)?.object.spec);
  return `${kind.slice(0, -BINDING.length)}/${String(policyName)}`;
}

const BINDING = "Binding";
