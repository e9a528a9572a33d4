import { record } from "../../json/value.ts";
import type { Cause } from "../explanation.ts";
import type { World } from "../world.ts";

/** Returns the findings about bindings of this policy that the server refused. */
export const refusedBindings = (
  findings: readonly Cause[],
  policy: string,
  world: Pick<World, "sources">,
): Cause[] =>
  findings.filter((cause) => {
    const of = refusedBindingOf(cause, world);
    return of !== undefined && (of === policy || of.slice(of.indexOf("/") + 1) === policy);
  });

/**
 * True if a policy seems to have no binding, or a binding no policy, only because the server refused the
 * other one.
 */
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

/** Returns the policy, as named in causes, whose binding was refused. */
const refusedBindingOf = ({ code, of }: Cause, world: Pick<World, "sources">): string | undefined =>
  code === "invalid-configuration" ? policyOf(of, world) : undefined;

/** Returns the policy of a binding, as named in causes; undefined if it is not a binding. */
function policyOf(of: string, { sources }: Pick<World, "sources">): string | undefined {
  const [kind = "", name = ""] = of.split("/");
  if (!kind.endsWith(BINDING)) return undefined;
  const { policyName } = record(sources.find(kind, name)?.object.spec);
  return `${kind.slice(0, -BINDING.length)}/${String(policyName)}`;
}

const BINDING = "Binding";
