import { formatGroupVersion, type GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isMetaKind } from "../../api/meta-kinds.ts";
import { remembered } from "../../async/remembered.ts";
import { type JsonObject, membersOf } from "../../json/value.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { Registry } from "../../resources/registry.ts";
import { decodeTyped } from "../../types/decode/decode.ts";
import { arrangeTyped } from "../../types/go-order.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import type { KindLookup } from "./write/body/body-kind.ts";

/**
 * Returns a built-in kind that is never stored: Scale, Eviction, Binding, the options of connect
 * subresources, reviews.
 */
export const transientKind = ({ group, version, kind }: GroupVersionKind): KindDefinition =>
  kindNamed(`${group} ${version} ${kind}`);

const kindNamed = remembered(
  (name) => {
    const [group = "", version = "", kind = ""] = name.split(" ");
    const table = group === "" ? "core" : (group.split(".")[0] ?? group);
    const typeName = isMetaKind(kind) ? `meta/v1.${kind}` : `${table}/${version}.${kind}`;
    return makeKind({ group, version, kind }, typeName);
  },
  { entries: 1000 },
);

function makeKind(gvk: GroupVersionKind, typeName: string): KindDefinition {
  const shape = builtinShape(typeName);
  return {
    ...gvk,
    plural: "",
    singular: "",
    listKind: "",
    shortNames: [],
    categories: [],
    shape,
    decode(value, problems, literals) {
      const object = decodeTyped(value, shape, problems, literals) as KubeObject;
      if (shape.fields.has("metadata")) object.metadata ??= {};
      object.kind = gvk.kind;
      object.apiVersion = formatGroupVersion(gvk);
      return object;
    },
    arrange: (object) => arrangeTyped(object, shape),
    applyDefaults: gvk.kind === "TokenRequest" ? defaultExpiration : () => {},
    toHub: (object) => object,
    fromHub: (object) => object,
    columns: [],
    cells: () => [],
    selectableFields: new Map(),
    unknownFieldSelector: (label) => `field label not supported: ${label}`,
  };
}

/**
 * Sets the expiration of a TokenRequest, the only default of these kinds
 * (kubernetes/pkg/apis/authentication/v1/defaults.go, SetDefaults_TokenRequestSpec).
 */
function defaultExpiration(request: KubeObject): void {
  const spec = membersOf<JsonObject>(request.spec);
  request.spec = { ...spec, expirationSeconds: spec.expirationSeconds ?? 3600 };
}

/** Scale of autoscaling/v1, which is never stored. */
export const scaleKind = (): KindDefinition =>
  transientKind({ group: "autoscaling", version: "v1", kind: "Scale" });
/** Eviction of policy/v1, which is never stored. */
export const evictionKind = (): KindDefinition =>
  transientKind({ group: "policy", version: "v1", kind: "Eviction" });
/** Binding of the core group, which is never stored. */
export const bindingKind = (): KindDefinition => transientKind({ group: "", version: "v1", kind: "Binding" });

/** Returns the lookup of kinds by the names in a body, stored or not. */
export const kindLookup =
  (registry: () => Registry): KindLookup =>
  (group, version, kind) =>
    registry().kind(group, version, kind) ?? transientOrNone({ group, version, kind });

/** Returns a kind that is never stored; undefined if it is no built-in kind. */
export function transientOrNone(gvk: GroupVersionKind): KindDefinition | undefined {
  try {
    return transientKind(gvk);
  } catch {
    return undefined;
  }
}
