import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { Kinds } from "../../kinds.ts";
import { noteRequestObject } from "../../record/audited-request.ts";
import type { RequestContext } from "../../request-context.ts";
import { type KindLookup, readObject } from "../write/body/read-object.ts";
import type { WriteOptions } from "../write/body/write-options.ts";
import { kindLookup } from "./transient-kinds.ts";

/** Reads the body of a request object that is never stored: Binding, Eviction, the reviews. */
export async function readTransient(
  kinds: Kinds,
  context: RequestContext,
  kind: KindDefinition,
  options: WriteOptions,
): Promise<KubeObject> {
  const registered = kindLookup(kinds);
  // An Eviction may be of policy/v1beta1 (kubernetes/pkg/registry/core/pod/storage/eviction.go, AcceptsGroupVersion), which has
  // the same fields.
  const lookup: KindLookup = (group, version, name) =>
    name === "Eviction" && group === kind.group ? kind : registered(group, version, name);
  const object = await readObject(context, kind, options.fieldValidation, lookup);
  noteRequestObject(context, kind, object);
  // The audit log has the version that was sent. Hooks receive the version of the subresource.
  object.apiVersion = formatGroupVersion(kind);
  return object;
}
