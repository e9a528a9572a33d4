import type { Attributes } from "../../src/admission/attributes.ts";
import type { BuiltinPlugin } from "../../src/admission/hook.ts";
import { createBuiltinPlugins } from "../../src/admission/hooks/builtin/builtin-plugins.ts";
import type { AdmissionPorts } from "../../src/admission/ports.ts";
import { stubPorts } from "../../src/admission/stub-ports.ts";
import {
  formatGroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from "../../src/api/group-version.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import { clone } from "../../src/json/object.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { customResource } from "../../src/resources/custom/custom-resource.ts";
import type { KindDefinition } from "../../src/resources/kind.ts";
import { builtinResources } from "../../src/resources/kinds/index.ts";
import type { DispatchCase } from "./dispatch-case.ts";

/** Handlers give a write this long. */
const HANDLER_SECONDS = 34;

/**
 * Clock of a case. It is constant if every webhook answers at once: on a busy machine seconds would pass, and the requests to webhooks
 * contain the time that is left.
 */
const clockOf = (given: DispatchCase): (() => number) => (isSlow(given) ? () => performance.now() : () => 0);

/** Whether a webhook keeps its caller waiting. */
export const isSlow = ({ backends }: DispatchCase): boolean =>
  Object.values(backends).some(({ responses }) => responses.some(({ delayMs }) => delayMs));

export function attributesOf(given: DispatchCase): Attributes {
  const { request } = given;
  const {
    group,
    version,
    resource,
    kind,
    kindGroupVersion,
    userInfo,
    timeoutSeconds = HANDLER_SECONDS,
  } = request;
  return {
    operation: request.operation,
    kind: { group, version, ...kindGroupVersion, kind },
    resource: { group, version, resource },
    subresource: request.subresource,
    name: request.name,
    namespace: request.namespace,
    user: { ...userInfo, groups: userInfo.groups ?? [] },
    dryRun: request.dryRun,
    options: request.options,
    oldObject: request.oldObject,
    deadline: clockOf(given)() + Math.min(timeoutSeconds, HANDLER_SECONDS) * 1000,
  };
}

/** The cluster that a case describes: namespaces, equivalent versions, defaults where the case asks for them. */
export function clusterPorts(given: DispatchCase): AdmissionPorts {
  const { namespaces, equivalentVersions = [] } = given.cluster;
  const hub = { apiVersion: given.request.object?.apiVersion, kind: given.request.object?.kind };
  const pods = (given.requires ?? []).includes("defaulting:pods") ? podKind() : undefined;
  const classes = given.inTree?.[0]?.priorityClasses ?? {};
  return stubPorts({
    now: clockOf(given),
    convert: (object, { kind, ...gv }) => ({ ...object, apiVersion: formatGroupVersion(gv), kind }),
    toHub: (object) => ({ ...object, ...hub }) as KubeObject,
    namespaceLabels: (name) => (namespaces && Object.hasOwn(namespaces, name) ? namespaces[name] : undefined),
    equivalentsOf: (resource) =>
      equivalentVersions.find((e) => indexOf(e.resources, resource) >= 0)?.resources ?? [resource],
    kindFor: (resource) => kindFor(equivalentVersions, resource),
    decode: (value) => (pods ? pods.decode(value) : (value as KubeObject)),
    applyDefaults: (object) => pods?.applyDefaults(object),
    lookup: {
      get: (_group, plural, _namespace, name) =>
        plural === "priorityclasses" ? priorityClass(classes, name) : undefined,
      list: () => [],
    },
  });
}

type Equivalents = NonNullable<DispatchCase["cluster"]["equivalentVersions"]>;

const indexOf = (
  resources: readonly GroupVersionResource[],
  { group, version, resource }: GroupVersionResource,
): number =>
  resources.findIndex((r) => r.group === group && r.version === version && r.resource === resource);

function kindFor(equivalents: Equivalents, resource: GroupVersionResource): GroupVersionKind | undefined {
  for (const { resources, kinds } of equivalents) {
    const index = indexOf(resources, resource);
    if (index >= 0) return kinds[index];
  }
  return undefined;
}

function priorityClass(classes: Record<string, number>, name: string): KubeObject | undefined {
  return Object.hasOwn(classes, name) ? { metadata: { name }, value: classes[name] } : undefined;
}

function podKind(): KindDefinition {
  const pods = builtinResources({ v1beta1Registration: false }).find(
    ({ group, plural }) => group === "" && plural === "pods",
  );
  if (pods === undefined) throw new Error("no pods among the built-in resources");
  return pods.hub;
}

/** Our own plugins, by the names that the case gives. */
export function inTreePlugins({ inTree = [] }: DispatchCase): BuiltinPlugin[] {
  const wanted = new Set(inTree.map(({ plugin }) => plugin));
  return createBuiltinPlugins().filter(({ name }) => wanted.has(name));
}

/** Decodes a custom object by its schema, which prunes it, after the mutating phase. */
export function finish(given: DispatchCase, object: KubeObject): KubeObject {
  const { schema } = given.cluster;
  const copy = clone(object) as KubeObject;
  return schema === undefined ? copy : customKind(given, schema).decode(copy);
}

function customKind(
  { request }: DispatchCase,
  schema: NonNullable<DispatchCase["cluster"]["schema"]>,
): KindDefinition {
  const { group, version, resource, namespace } = request;
  const openAPIV3Schema: JsonObject = {
    type: "object",
    ...(schema.preserveUnknownFields ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
    ...(schema.properties ? { properties: typed(schema.properties) } : {}),
  };
  return customResource({
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      scope: namespace === "" ? "Cluster" : "Namespaced",
      names: {
        plural: resource,
        kind: schema.kind,
        singular: schema.kind.toLowerCase(),
        listKind: `${schema.kind}List`,
      },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }).hub;
}

/** Schemas of the cases leave out `type: object`. */
function typed(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, { type: "object", ...(value as JsonObject) }]),
  );
}
