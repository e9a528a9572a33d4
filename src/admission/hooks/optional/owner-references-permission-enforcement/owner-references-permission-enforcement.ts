import { type GroupVersionResource, kindIn } from "../../../../api/group-version.ts";
import type { KubeObject, OwnerReference } from "../../../../api/meta.ts";
import type { StatusError } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import type { BuiltinPlugin, PluginContext } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";

/**
 * A user who changes owner references needs the permission to delete the object. A user who sets
 * `blockOwnerDeletion` needs the permission to set the owner's finalizers
 * (kubernetes/plugin/pkg/admission/gc/gc_admission.go).
 */
export const ownerReferencesPermissionEnforcement: BuiltinPlugin = {
  kind: "builtin",
  name: "OwnerReferencesPermissionEnforcement",
  operations: new Set(["CREATE", "UPDATE"]),
  validate: (context) => {
    const { attributes, object } = context;
    const { resource, subresource, oldObject, operation } = attributes;
    const isStatusOfPod = resource.group === "" && resource.resource === "pods" && subresource === "status";
    const before = ownersOf(oldObject);
    if (isStatusOfPod || sameOwners(before, ownersOf(object))) return undefined;
    const refusal = operation === "CREATE" ? undefined : deletionRefusal(context);
    return refusal ?? blockingRefusal(context, newlyBlocking(ownersOf(object), before));
  },
};

const ownersOf = (object: KubeObject | null): readonly OwnerReference[] =>
  object?.metadata?.ownerReferences ?? [];

const sameOwners = (a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean =>
  a.length === b.length && a.every((one, index) => semanticEqual({ ...one }, { ...b[index] }));

const newlyBlocking = (
  owners: readonly OwnerReference[],
  before: readonly OwnerReference[],
): readonly OwnerReference[] =>
  owners.filter(
    ({ uid, blockOwnerDeletion }) =>
      blockOwnerDeletion === true && before.findLast((one) => one.uid === uid)?.blockOwnerDeletion !== true,
  );

interface Question {
  readonly verb: string;
  readonly resource: Pick<GroupVersionResource, "group" | "resource">;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Returns the reason why the user lacks a permission; undefined: the user has it. */
function missingRight({ attributes, ports }: PluginContext, question: Question): string | undefined {
  const { resource, ...rest } = question;
  const answer = ports.authorize?.(attributes.user, {
    kind: "resource",
    ...rest,
    group: resource.group,
    resource: resource.resource,
    fieldSelector: "",
    labelSelector: "",
  });
  return answer?.decision === "allow" ? undefined : `${answer?.reason ?? ""}, <nil>`;
}

function deletionRefusal(context: PluginContext): StatusError | undefined {
  const { resource, subresource, namespace, name } = context.attributes;
  const missing = missingRight(context, { verb: "delete", resource, subresource, namespace, name });
  return missing === undefined
    ? undefined
    : forbid(context, `cannot set an ownerRef on a resource you can't delete: ${missing}`);
}

const ANYTHING: Question = {
  verb: "update",
  resource: { group: "*", resource: "*" },
  subresource: "finalizers",
  namespace: "",
  name: "*",
};

function blockingRefusal(context: PluginContext, owners: readonly OwnerReference[]): StatusError | undefined {
  if (owners.length === 0 || missingRight(context, ANYTHING) === undefined) return undefined;
  for (const owner of owners) {
    const refusal = ownerRefusal(context, owner);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function ownerRefusal(context: PluginContext, owner: OwnerReference): StatusError | undefined {
  const { apiVersion, kind, name } = owner;
  const found = context.ports.resourceOf?.(kindIn(apiVersion, kind));
  if (found === undefined) {
    const why = `no matches for kind ${quote(kind)} in version ${quote(apiVersion)}`;
    return forbid(
      context,
      `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${why}`,
    );
  }
  const namespace = found.namespaced ? context.attributes.namespace : "";
  const missing = missingRight(context, {
    verb: "update",
    resource: found,
    subresource: "finalizers",
    namespace,
    name,
  });
  return missing === undefined
    ? undefined
    : forbid(
        context,
        `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${missing}`,
      );
}
