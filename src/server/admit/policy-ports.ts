import type { MutationPorts, ParamKind, ParamLookup } from "../../admission/ports.ts";
import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersionKind,
} from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { objectIn } from "../../api/object/document.ts";
import { applyConfiguration } from "../../resources/machine/apply/apply-configuration.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import type { Entry, Storage } from "../../storage/storage.ts";
import { restoreUnstructured } from "../../types/decode/restore-unstructured.ts";
import { goContainers } from "../../types/go-form/go-containers.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import type { ObjectShape } from "../../types/shape.ts";
import { storageKey, storagePrefix, storedDocument } from "../handle/target.ts";
import { bindingKind } from "../handle/transient-kinds.ts";
import { entriesReady, lasting } from "../handle/versions.ts";

/**
 * Lookup of policy parameters: a change is effective for the next request on this server, and on other
 * servers when it reaches their caches.
 */
export function paramLookup(storage: Storage, registry: () => Registry): ParamLookup {
  return {
    kind({ group, version, kind }) {
      const found = registry().findKind(group, version, kind);
      return found && paramKind(found, storage);
    },
  };
}

/** API groups of the server itself for which client-go has no informers. */
const UNTYPED: ReadonlySet<string> = new Set(["apiextensions.k8s.io", "apiregistration.k8s.io"]);

function paramKind(found: FoundKind, storage: Storage): ParamKind {
  const { resource, kind } = found;
  return {
    namespaced: resource.namespaced,
    watched: resource.verbs.includes("list") && resource.verbs.includes("watch"),
    typed: resource.custom !== true && !UNTYPED.has(kind.group),
    get(namespace, name) {
      const stored = storage.getCached(storageKey(resource, namespace, name));
      const [entry] = lasting(found, stored === undefined ? [] : [stored]);
      const ready = entry && entriesReady(found, [entry]);
      if (ready !== undefined) return ready.then(() => entry && paramOf(found, entry));
      return entry && paramOf(found, entry);
    },
    list(namespace, matches) {
      const stored = storage.listCached(storagePrefix(resource, namespace));
      const selected = lasting(found, stored.entries).filter(({ document }) =>
        matches(objectIn(document).metadata.labels),
      );
      const params = () => selected.map((entry) => paramOf(found, entry));
      return entriesReady(found, selected)?.then(params) ?? params();
    },
  };
}

/** Converts a parameter to the version that the policy names; apiVersion and kind of the result are those. */
function paramOf({ resource, kind }: FoundKind, entry: Entry): KubeObject {
  const object = kind.fromHub(storedDocument(resource, entry).value);
  const apiVersion = formatGroupVersion(kind);
  return object.apiVersion === apiVersion && object.kind === kind.kind
    ? object
    : { ...object, apiVersion, kind: kind.kind };
}

/** Operations of mutating policies, with the types of server-side apply. */
export function mutationPorts(registry: () => Registry): MutationPorts {
  const isCustom: MutationPorts["isCustom"] = ({ group, version, kind }) =>
    registry().findDeclared(group, version, kind)?.resource.custom === true;
  return {
    isCustom,
    isPublished: ({ group, version }) =>
      registry()
        .group(group)
        ?.versions.some((served) => served.version === version) === true,
    applyConfiguration(object, configuration, kind) {
      const shape = shapeOf(registry(), kind);
      if (shape !== undefined) return applyConfiguration(shape, object, configuration);
      const text = `no corresponding type for ${formatGroupVersionKind(kind)}`;
      throw new Error(`failed to convert patch object to typed object: ${text}`);
    },
    restore(value, kind) {
      const shape = isCustom(kind) ? undefined : shapeOf(registry(), kind);
      return shape && restoreUnstructured(value, shape);
    },
    goContainers(value, kind) {
      if (kind === "request") return goContainers(value, builtinShape("admission/v1.AdmissionRequest"));
      const shape = isCustom(kind) ? undefined : shapeOf(registry(), kind);
      return shape === undefined ? [] : goContainers(value, shape);
    },
  };
}

/** Returns the shape of a kind that is published in this version: not Scale, Eviction or connect options. */
function shapeOf(registry: Registry, { group, version, kind }: GroupVersionKind): ObjectShape | undefined {
  const binding = bindingKind();
  const isBinding = group === "" && version === binding.version && kind === binding.kind;
  return isBinding ? binding.shape : registry.kind(group, version, kind)?.shape;
}
