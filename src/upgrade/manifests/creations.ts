import { parseGroupVersion } from "../../api/group-version.ts";
import { withoutServerFields } from "../../explain/offline/load.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { record, text } from "../../json/value.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { nameOf } from "../place-of.ts";

/** Finds the kind of a manifest; undefined if the version is not served. */
export function kindOf({ object }: Manifest, registry: Registry): FoundKind | undefined {
  const { group, version } = parseGroupVersion(text(object.apiVersion));
  return registry.findKind(group, version, text(object.kind));
}

/** The request of an administrator that creates the object, as `kubectl create` sends it. */
export function creationOf(manifest: Manifest, { kind, resource }: FoundKind): RecordedRequest {
  const object = withoutServerFields(manifest.object);
  const { name, namespace } = record(object.metadata);
  return {
    id: nameOf(manifest),
    time: "",
    user: { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] },
    operation: "CREATE",
    resource: { group: kind.group, version: kind.version, resource: kind.plural },
    subresource: "",
    namespace: resource.namespaced ? text(namespace) || "default" : "",
    name: text(name),
    object,
    oldObject: null,
    stored: null,
    patch: null,
    options: { fieldValidation: "Warn" },
    parameters: {},
    dryRun: false,
    ofCollection: false,
    namespaceState: null,
    decision: { allowed: true, code: 201, reason: "", message: "", warnings: [], by: [], result: null },
    calls: [],
    lacks: [],
    milliseconds: null,
  };
}
