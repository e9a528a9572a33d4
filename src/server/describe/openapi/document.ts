import type { GroupVersionKind } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { gvk, operationGroup, tagOf } from "./naming.ts";
import type { KindSchemas } from "./operations/kind-operations.ts";
import { type OperationFacts, operation } from "./operations/operation.ts";
import { documentName, pathsOf } from "./operations/paths.ts";
import { metadataField, publishedSchema, publishedSchemaV2, typeFields } from "./schemas/custom-schema.ts";
import { describedSchemas } from "./schemas/describe.ts";
import { OPTIONS_KINDS } from "./schemas/options-kinds.ts";
import { PATCH, RAW_EXTENSION, WATCH_EVENT } from "./schemas/scalar-schemas.ts";
import { Schemas, schemaName } from "./schemas/schemas.ts";

/** Builds the OpenAPI v3 document of one group version. */
export function versionDocument(group: string, version: string, resources: readonly FoundKind[]): JsonObject {
  const schemas = new Schemas();
  const paths: JsonObject = {};
  if (resources.some(({ resource }) => !resource.custom)) {
    const id = `get${operationGroup(group, version)}APIResources`;
    const facts = {
      method: "get",
      id,
      tag: tagOf(group, version),
      description: "get available resources",
    } as const;
    const schema = schemas.builtin("meta/v1.APIResourceList", META_KIND("APIResourceList"));
    paths[`/${documentName(group, version)}/`] = { get: operation({ ...facts, statuses: ["200"], schema }) };
  }
  for (const found of resources) Object.assign(paths, pathsOf(found, kindSchemas(schemas, found)));
  return document(
    paths,
    schemas,
    resources.some(({ resource }) => resource.custom),
  );
}

const META_KIND = (kind: string): GroupVersionKind => ({ group: "", version: "v1", kind });

const OPTIONS = "meta/v1.DeleteOptions";

function kindSchemas(schemas: Schemas, found: FoundKind): KindSchemas {
  const { kind } = found;
  const { group, version } = kind;
  const object = objectSchema(schemas, found);
  // Getters: a schema without a reference to it is not defined.
  return {
    object,
    get list() {
      return schemas.add(`${nameIn(object, kind.kind)}${kind.listKind}`, listSchema(schemas, found, object));
    },
    get status() {
      return schemas.builtin("meta/v1.Status", META_KIND("Status"));
    },
    get deleteOptions() {
      const own = { group, version, kind: "DeleteOptions" };
      const kinds = found.resource.custom ? OPTIONS_KINDS : [META_KIND("DeleteOptions"), own];
      for (const options of kinds) schemas.builtin(OPTIONS, options);
      return schemas.builtin(OPTIONS);
    },
    get patch() {
      return schemas.leaf(PATCH);
    },
    get watchEvent() {
      return watchEvent(schemas, kind);
    },
    subresource: (sub) => (sub.kind === undefined ? object : schemas.builtin(typeName(sub.kind), sub.kind)),
  };
}

const objectSchema = (schemas: Schemas, found: FoundKind): JsonObject =>
  found.resource.custom
    ? customSchema(schemas, found)
    : schemas.reference(found.kind.shape, found.kind.kind, found.kind);

/** Builds the schema of one kind: a reference into the definitions next to it. */
export function kindSchema(found: FoundKind): { root: JsonObject; definitions: JsonObject } {
  const schemas = new Schemas();
  const root = objectSchema(schemas, found);
  return { root, definitions: schemas.definitions };
}

/** Removes the kind from the name of a schema: `…v1.Pod` → `…v1.`. */
const nameIn = ({ $ref }: JsonObject, kind: string): string =>
  String($ref).slice("#/components/schemas/".length).slice(0, -kind.length);

function typeName({ group, version, kind }: GroupVersionKind): string {
  const table = group === "" ? "core" : (group.split(".")[0] ?? "");
  return `${table}/${version}.${kind}`;
}

const TEXT: JsonObject = { type: "string" };

const API_CONVENTIONS = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

function listSchema(schemas: Schemas, { kind, resource }: FoundKind, object: JsonObject): JsonObject {
  const metadata = schemas.builtin("meta/v1.ListMeta");
  const own = resource.custom
    ? {
        items: {
          description: `List of ${kind.plural}. More info: ${API_CONVENTIONS}`,
          type: "array",
          items: object,
        },
        metadata: metadataField("PodList", metadata),
      }
    : { items: { type: "array", items: object }, metadata: { default: {}, allOf: [metadata] } };
  return {
    ...(resource.custom ? { description: `${kind.listKind} is a list of ${kind.kind}` } : {}),
    type: "object",
    required: ["items"],
    // Built-in kinds are described together at the end.
    properties: { ...(resource.custom ? typeFields() : { apiVersion: TEXT, kind: TEXT }), ...own },
    "x-kubernetes-group-version-kind": [gvk({ ...kind, kind: kind.listKind })],
    ...selectable({ kind, resource }),
  };
}

function watchEvent(schemas: Schemas, { group, version }: FoundKind["kind"]): JsonObject {
  const kind = "WatchEvent";
  const kinds = [META_KIND(kind), ...(group === "" ? [] : [{ group, version, kind }])];
  return schemas.add(WATCH_EVENT, {
    type: "object",
    properties: { object: { allOf: [schemas.leaf(RAW_EXTENSION)] }, type: { type: "string", default: "" } },
    required: ["type", "object"],
    "x-kubernetes-group-version-kind": kinds.map(gvk),
  });
}

function customSchema(schemas: Schemas, found: FoundKind): JsonObject {
  const metadata = schemas.reference(builtinShape("meta/v1.ObjectMeta"), "ObjectMeta");
  return schemas.add(customName(found), {
    ...publishedSchema(found.kind.openApiSchema, metadata),
    ...aboutCustom(found),
  });
}

const customName = ({ kind }: FoundKind): string =>
  `${kind.group.split(".").reverse().join(".")}.${kind.version}.${kind.kind}`;

const aboutCustom = (found: FoundKind): JsonObject => ({
  "x-kubernetes-group-version-kind": [gvk(found.kind)],
  ...selectable(found),
});

function selectable({ kind, resource }: FoundKind): JsonObject {
  const paths = resource.custom ? [...kind.selectableFields.keys()] : [];
  if (paths.length === 0) return {};
  return { "x-kubernetes-selectable-fields": paths.map((fieldPath) => ({ fieldPath })) };
}

/**
 * Returns the schema of a custom kind for OpenAPI v2, with its name; the declared schema alone is not
 * sufficient for it.
 */
export function customSchemaV2(found: FoundKind): [string, JsonObject] {
  const metadata = { $ref: `#/components/schemas/${schemaName("meta/v1.ObjectMeta")}` };
  return [
    customName(found),
    { ...publishedSchemaV2(found.kind.openApiSchema, metadata), ...aboutCustom(found) },
  ];
}

/** Builds the document of a path without a version: `apis/apps`, `version`. */
export function plainDocument(
  path: string,
  facts: Omit<OperationFacts, "method" | "statuses" | "schema">,
  { type, media }: PlainAnswer,
): JsonObject {
  const schemas = new Schemas();
  const schema = plainSchema(schemas, type);
  return document(
    { [path]: { get: operation({ ...facts, method: "get", statuses: ["200"], schema, ...media }) } },
    schemas,
  );
}

/** Response of an operation that returns no object of a kind. */
export interface PlainAnswer {
  /** Type of meta/v1, or `Info` of versions; absent: a text. */
  readonly type?: string;
  /** Media types, if they differ from those of objects. */
  readonly media?: { readonly types: readonly string[] };
}

function plainSchema(schemas: Schemas, type: string | undefined): JsonObject {
  if (type === undefined) return TEXT;
  if (type === "Info") return schemas.add(VERSION_INFO, versionInfo);
  if (type === "APIGroupList") schemas.builtin("meta/v1.APIGroup", META_KIND("APIGroup"));
  return schemas.builtin(`meta/v1.${type}`, META_KIND(type));
}

const VERSION_INFO = "io.k8s.apimachinery.pkg.version.Info";
const OPTIONAL = ["emulationMajor", "emulationMinor", "minCompatibilityMajor", "minCompatibilityMinor"];
const ALWAYS = [
  "major",
  "minor",
  "gitVersion",
  "gitCommit",
  "gitTreeState",
  "buildDate",
  "goVersion",
  "compiler",
  "platform",
];
const versionInfo: JsonObject = {
  type: "object",
  required: ALWAYS,
  properties: Object.fromEntries(
    [...ALWAYS, ...OPTIONAL]
      .sort()
      .map((name) => [name, OPTIONAL.includes(name) ? TEXT : { ...TEXT, default: "" }]),
  ),
};

function document(paths: JsonObject, schemas: Schemas, custom = false): JsonObject {
  return {
    openapi: "3.0.0",
    info: custom ? CUSTOM_INFO : { title: "Kubernetes" },
    paths,
    components: {
      ...(Object.keys(schemas.definitions).length === 0 ? {} : { schemas: describedSchemas(schemas) }),
      ...(custom ? {} : { securitySchemes: SECURITY }),
    },
  };
}

const CUSTOM_INFO = { title: "Kubernetes CRD Swagger", version: "v0.1.0" };
const SECURITY = {
  BearerToken: {
    type: "apiKey",
    description: "Bearer Token authentication",
    name: "authorization",
    in: "header",
  },
};
