import { parseGroupVersion } from "../api/group-version.ts";
import { record } from "../json/value.ts";
import { causeOf } from "./ending/refusal.ts";
import type { Cause } from "./explanation.ts";
import type { Subject } from "./subject.ts";

type Owner = Readonly<Record<"apiVersion" | "kind" | "name" | "uid", string>>;

/**
 * Causes for the owner references that a request writes and that the garbage collector does not count: an owner is in the
 * namespace of its dependent, or in none. An owner that is not among the manifests is not judged.
 */
export function uncountedOwners({ attributes, verdict, object, world }: Subject): Cause[] {
  const { metadata } = verdict.validated ?? object ?? { metadata: undefined };
  const before = (attributes.oldObject?.metadata.ownerReferences ?? []).map(({ uid }) => uid);
  const { namespace } = attributes;
  return (metadata?.ownerReferences ?? []).flatMap((owner, index): Cause[] => {
    const told = before.includes(owner.uid) ? undefined : problemOf(owner as Owner);
    return told === undefined
      ? []
      : [{ ...causeOf("owner", told, `/metadata/ownerReferences/${index}`), advice: ADVICE }];
  });

  function problemOf({ apiVersion, kind, name, uid }: Owner): string | undefined {
    const { group, version } = parseGroupVersion(apiVersion);
    if (world.registry.findKind(group, version, kind)?.resource.namespaced !== true) return undefined;
    if (namespace === "")
      return `its owner, ${kind} ${name}, is of a kind in namespaces, and the object is in none: such an owner does not count, and the garbage collector never deletes the object`;
    const its = record(world.sources.find(kind, name)?.object.metadata);
    const home = String(its.namespace ?? "default");
    return its.uid !== uid || home === namespace
      ? undefined
      : `its owner, ${kind} ${name}, is in the namespace ${home}, and the object in ${namespace}: the garbage collector looks for the owner in ${namespace}, does not find it, and deletes the object`;
  }
}

const ADVICE =
  "an owner is in the same namespace as the object, or in none: for another one, delete the object by a finalizer or by a label";
