import type { GroupVersionKind, GroupVersionResource } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { KindDefinition } from "../kind.ts";
import { compareVersions } from "../registry.ts";
import type {
  Registration,
  ResourceDefinition,
  ScaleAccess,
  SubresourceDefinition,
  Verb,
} from "../resource-definition.ts";
import { conversionOf, type WebhookConversions } from "./convert.ts";
import { CustomKind } from "./custom-kind.ts";
import { customStatusStrategy, customStrategy } from "./custom-strategy.ts";
import { type CustomVersion, customVersion } from "./custom-version.ts";
import { asDefinition, type Definition, type DefinitionNames } from "./definition-types.ts";
import { splitPath } from "./nested-value.ts";
import { customScale } from "./scale-access.ts";
import { storedReader } from "./stored-reader.ts";
import type { Versions } from "./versions.ts";

/** Parts that custom resources need from the server. */
export interface CustomResourceOptions {
  /**
   * Converts by webhook. If it is absent, objects of another version than the stored one cannot be read or
   * written.
   */
  readonly webhooks?: WebhookConversions;
}

const VERBS: readonly Verb[] = [
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "create",
  "update",
  "watch",
];
const SCALE: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };

/**
 * Returns the resource of a definition. Its names are the accepted ones (status.acceptedNames), its versions
 * are the served ones: stable before beta before alpha. Throws an Error for a definition without a storage
 * version, which validation does not allow.
 */
export function customResource(object: KubeObject, options: CustomResourceOptions = {}): ResourceDefinition {
  const definition = asDefinition(object);
  const { spec } = definition;
  const names = definition.status?.acceptedNames ?? spec.names;
  const versions = compileVersions(definition, options);
  const kinds = kindsOf(definition, versions);
  const scale = scaleOf(versions);
  return {
    group: spec.group,
    key: `${spec.group}/${names.plural}`,
    plural: names.plural,
    namespaced: spec.scope === "Namespaced",
    storagePrefix: `${spec.group}/${names.plural}`,
    hub: kinds.hub,
    versions: kinds.served,
    unserved: kinds.unserved,
    strategy: customStrategy(versions),
    subresources: subresourcesOf(versions),
    verbs: VERBS,
    custom: true,
    registrations: registrationsOf(spec.group, names, versions),
    ...(scale === undefined ? {} : { scale }),
    ...storedReader(versions),
  };
}

function scaleOf(versions: Versions): ScaleAccess | undefined {
  const declared = [versions.hub, ...versions.byName.values()];
  const first = declared.find(({ scale }) => scale !== undefined)?.scale;
  if (first === undefined) return undefined;
  const rest = customScale(first);
  const own = new Map(declared.map(({ name, scale }) => [name, scale && customScale(scale)]));
  return { paths: scalePaths(versions), inVersion: (version) => own.get(version) ?? rest };
}

/** Returns the path of the replicas for each declared version; null for versions without a scale endpoint. */
function scalePaths({ byName }: Versions): ReadonlyMap<string, readonly string[] | null> {
  return new Map(
    [...byName.values()].map(({ apiVersion, scale }) => [
      apiVersion,
      scale === undefined ? null : splitPath(scale.specReplicasPath),
    ]),
  );
}

function compileVersions(definition: Definition, { webhooks }: CustomResourceOptions): Versions {
  const { group, versions } = definition.spec;
  const byName = new Map((versions ?? []).map((version) => [version.name, customVersion(group, version)]));
  const hub = [...byName.values()].find((version) => version.declared.storage);
  if (hub === undefined) throw new Error("invalid CustomResourceDefinition, no storage version");
  const { kind } = definition.status?.acceptedNames ?? definition.spec.names;
  return { hub, kind, byName, ...conversionOf(definition, webhooks) };
}

function kindsOf(
  definition: Definition,
  versions: Versions,
): { hub: KindDefinition; served: KindDefinition[]; unserved: KindDefinition[] } {
  const kindOf = (version: CustomVersion): KindDefinition => new CustomKind(definition, version, versions);
  const hub = kindOf(versions.hub);
  const kinds = (served: boolean): KindDefinition[] =>
    [...versions.byName.values()]
      .filter((version) => version.served === served)
      .sort((a, b) => compareVersions(b.name, a.name))
      .map((version) => (version === versions.hub ? hub : kindOf(version)));
  return { hub, served: kinds(true), unserved: kinds(false) };
}

/** Returns the subresources of a resource: all that at least one served version has. */
function subresourcesOf(versions: Versions): ReadonlyMap<string, SubresourceDefinition> {
  const all = [...versions.byName.values()].filter(({ served }) => served);
  const subresources = new Map<string, SubresourceDefinition>();
  const verbs = ["get", "patch", "update"] as const;
  if (all.some(({ hasStatus }) => hasStatus)) {
    subresources.set("status", {
      name: "status",
      verbs,
      style: "update",
      strategy: customStatusStrategy(versions),
    });
  }
  if (all.some(({ scale }) => scale !== undefined))
    subresources.set("scale", { name: "scale", kind: SCALE, verbs, style: "scale" });
  return subresources;
}

/**
 * Returns all declared versions, served or not, because webhook rules can also match versions that are not
 * served.
 */
function registrationsOf(
  group: string,
  { plural, kind }: DefinitionNames,
  { byName }: Versions,
): Registration[] {
  return [...byName.values()].flatMap(({ name: version, hasStatus, scale }) => {
    const resource: GroupVersionResource = { group, version, resource: plural };
    const own: GroupVersionKind = { group, version, kind };
    return [
      { resource, subresource: "", kind: own },
      ...(hasStatus ? [{ resource, subresource: "status", kind: own }] : []),
      ...(scale === undefined ? [] : [{ resource, subresource: "scale", kind: SCALE }]),
    ];
  });
}
