import type { AdmissionPorts } from "../../admission/ports.ts";
import { formatGroupVersion, type GroupVersionKind, kindIn } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copySharingManagers } from "../../api/object/clone-object.ts";
import { quote } from "../../go/quote.ts";
import { parseSmallYaml } from "../../go-yaml/small-yaml.ts";
import { equal } from "../../json/equal.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import type { JsonObject } from "../../json/value.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { internalForm } from "../../types/go-form/internal-form.ts";
import { leadsToRaw } from "../../types/leads-to-raw.ts";
import { sameAsShaped } from "../../types/same-meaning.ts";
import { transientOrNone } from "../handle/transient-kinds.ts";
import { fromHubWhole } from "../handle/versions.ts";
import { StrictProblems } from "../handle/write/body/strict-problems.ts";
import { mutationPorts } from "./policy-ports.ts";

type RegistryPorts = Pick<
  AdmissionPorts,
  | "convert"
  | "ready"
  | "arrange"
  | "toHub"
  | "decode"
  | "applyDefaults"
  | "equivalentsOf"
  | "kindFor"
  | "resourceOf"
  | "kindsRevision"
  | "mutations"
  | "parseYaml"
  | "internalForm"
  | "semanticEqual"
  | "leadsToRaw"
>;

/** Builds the ports of the admission engine for kinds and for the text of objects. */
export function registryPorts(registry: () => Registry): RegistryPorts {
  return {
    convert: (object, target) => convert(registry(), object, target),
    ready: (object, kind) => foundOf(registry(), kind)?.kind.ready?.([object]),
    arrange: (object) => anyKind(registry(), gvkOf(object))?.arrange(object).object ?? object,
    toHub: (object, before) => toHub(foundOf(registry(), gvkOf(object))?.kind, object, before),
    decode: (value, kind, unknown) => decode(registry(), value, kind, unknown),
    applyDefaults: (object, gvk) => fillDefaults(kindOf(registry(), gvk), object),
    equivalentsOf: (resource, subresource) => registry().equivalentsOf(resource, subresource),
    kindFor: (resource, subresource) => registry().kindFor(resource, subresource),
    resourceOf: (kind) => resourceOf(registry(), kind),
    kindsRevision: () => registry(),
    mutations: mutationPorts(registry),
    parseYaml: parseSmallYaml,
    internalForm,
    semanticEqual: (a, b, kind) => equalObjects(registry(), a, b, kind),
    leadsToRaw: (kind, pointer) => leadsToRaw(kindOf(registry(), kind).shape, pointer),
  };
}

/** Compares objects as Go does: by their types, custom resources as JSON. */
function equalObjects(registry: Registry, a: KubeObject, b: KubeObject, gvk: GroupVersionKind): boolean {
  if (a.kind !== b.kind || a.apiVersion !== b.apiVersion) return false;
  const own = a.kind === undefined || a.apiVersion === undefined ? gvk : gvkOf(a);
  const found = foundOf(registry, own);
  if (found?.resource.custom) return equal(a as JsonObject, b as JsonObject);
  const shape = found?.kind.shape ?? transientOrNone(own)?.shape;
  return shape === undefined ? semanticEqual(a, b) : sameAsShaped(shape, a, b);
}

function gvkOf({ apiVersion = "", kind = "" }: KubeObject): GroupVersionKind {
  return kindIn(apiVersion, kind);
}

const foundOf = (registry: Registry, { group, version, kind }: GroupVersionKind): FoundKind | undefined =>
  registry.findDeclared(group, version, kind);

/** Finds a kind, stored or not: webhooks also receive Evictions and the options of connections. */
const anyKind = (registry: Registry, gvk: GroupVersionKind): KindDefinition | undefined =>
  foundOf(registry, gvk)?.kind ?? transientOrNone(gvk);

function kindOf(registry: Registry, gvk: GroupVersionKind): KindDefinition {
  const kind = anyKind(registry, gvk);
  if (kind === undefined) throw noKind(gvk);
  return kind;
}

function resourceOf(registry: Registry, gvk: GroupVersionKind): ReturnType<Resources> {
  const found = registry.findKind(gvk.group, gvk.version, gvk.kind);
  if (found === undefined) return undefined;
  const { group, version, plural } = found.kind;
  return { group, version, resource: plural, namespaced: found.resource.namespaced };
}

type Resources = NonNullable<AdmissionPorts["resourceOf"]>;

const noKind = (gvk: GroupVersionKind): Error =>
  new Error(
    `no kind ${quote(gvk.kind)} is registered for version ${quote(formatGroupVersion(gvk))} in scheme "pkg/runtime/scheme.go:111"`,
  );

/**
 * Fills defaults into an object that a webhook changed. It is converted only after the last webhook of this
 * version.
 */
function fillDefaults(kind: KindDefinition, object: KubeObject): void {
  if (kind.fillDefaults === undefined) kind.applyDefaults(object);
  else kind.fillDefaults(object);
}

function toHub(
  kind: KindDefinition | undefined,
  object: KubeObject,
  before: KubeObject | undefined,
): KubeObject {
  if (kind === undefined) return object;
  if (kind.roundTrip === undefined) return kind.toHub(object);
  const own = copySharingManagers(object, before);
  kind.roundTrip(own);
  return kind.toHub(own);
}

/** Converts an object of the hub version to the version of a rule. */
function convert(registry: Registry, object: KubeObject, target: GroupVersionKind): KubeObject {
  if (object.kind === target.kind && object.apiVersion === formatGroupVersion(target)) return object;
  const found = foundOf(registry, target)?.kind;
  if (found === undefined) throw noKind(target);
  // Fields that a version does not have are kept until storage: the reference converts by name
  // (apiserver/conversion/converter.go).
  return fromHubWhole(found, object);
}

function decode(
  registry: Registry,
  value: JsonObject,
  gvk: GroupVersionKind,
  unknown?: (problem: string) => void,
): KubeObject {
  const problems = unknown && new StrictProblems([], false);
  const kind = kindOf(registry, gvk);
  const object = kind.decodePatched?.(value) ?? kind.decode(value, problems);
  for (const text of problems?.texts ?? []) unknown?.(text);
  object.apiVersion = formatGroupVersion(gvk);
  object.kind = gvk.kind;
  return object;
}
