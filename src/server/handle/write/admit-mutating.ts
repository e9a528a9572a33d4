import type { Admission } from "../../../admission/engine.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { dedupOwnerReferences } from "../../../resources/machine/object-meta/owner-references.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import { throughRequested } from "../versions.ts";
import { admitted } from "./admission.ts";
import { guardAfterAdmission } from "./managed-fields.ts";
import { noteValue, pause } from "./turns.ts";

/**
 * Runs the mutating phase for an object that the client sent whole, stored or not, and repairs metadata that
 * hooks made invalid. `target`: for an object of the hub version.
 */
export async function admitMutating(
  context: RequestContext,
  admission: Admission,
  object: KubeObject,
  target?: Target,
): Promise<KubeObject> {
  const before = object.metadata.managedFields;
  const admittedObject = admitted(context, admission, await admission.mutate(object))!;
  const mutated = target === undefined ? admittedObject : await throughRequested(target, admittedObject);
  if (!context.isLarge && isChanged(admission.verdict)) noteValue(context, mutated);
  if (context.isLarge) await pause(context);
  guardAfterAdmission(context, before, mutated);
  dedupOwnerReferences(mutated, context.warnings.add, "afterAdmission");
  return mutated;
}

/** True if a webhook or a policy changed the object, which may then be much larger than the sent one. */
const isChanged = ({ asked, askedPolicies }: Admission["verdict"]): boolean =>
  asked.some(({ call }) => call?.changed === true) ||
  askedPolicies.some(({ checks }) => checks.some(({ changed }) => changed === true));
