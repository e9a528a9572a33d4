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

/** Whether a policy seems to be bound by nobody only because its binding was refused. */
export function isBoundInVain(
  lonely: Cause,
  findings: readonly Cause[],
  world: Pick<World, "sources">,
): boolean {
  return (
    lonely.code === "no-binding" && findings.some((cause) => refusedBindingOf(cause, world) === lonely.of)
  );
}

/** The policy, as causes name it, whose binding was refused. */
function refusedBindingOf({ code, of }: Cause, { sources }: Pick<World, "sources">): string | undefined {
  const [kind = "", name = ""] = of.split("/");
  if (code !== "invalid-configuration" || !kind.endsWith(BINDING)) return undefined;
  const { policyName } = record(sources.find(kind, name)?.object.spec);
  return `${kind.slice(0, -BINDING.length)}/${String(policyName)}`;
}

const BINDING = "Binding";
