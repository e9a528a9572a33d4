import type { GroupVersionKind } from "../../../api/group-version.ts";
import type { Json, JsonObject } from "../../../api/json.ts";
import { builtinShape } from "../../../resources/builtin/shapes.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { operationGroup, tagOf } from "./naming.ts";
import { gvk, type OperationFacts, operation } from "./operation.ts";
import { documentName, type KindSchemas, pathsOf } from "./paths.ts";
import { PATCH, WATCH_EVENT } from "./scalar-schemas.ts";
import { Schemas } from "./schemas.ts";

/** The OpenAPI v3 document of one group version. */
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
  return document(paths, schemas);
}

const META_KIND = (kind: string): GroupVersionKind => ({ group: "", version: "v1", kind });

function kindSchemas(schemas: Schemas, { kind, resource }: FoundKind): KindSchemas {
  const { group, version } = kind;
  const object = objectSchema(schemas, { kind, resource });
  const deleteOptions = schemas.builtin("meta/v1.DeleteOptions", META_KIND("DeleteOptions"));
  schemas.builtin("meta/v1.DeleteOptions", { group, version, kind: "DeleteOptions" });
  return {
    object,
    list: schemas.add(`${nameIn(object, kind.kind)}${kind.listKind}`, listSchema(schemas, kind, object)),
    status: schemas.builtin("meta/v1.Status", META_KIND("Status")),
    deleteOptions,
    patch: schemas.leaf(PATCH),
    watchEvent: watchEvent(schemas),
    subresource: (sub) => (sub.kind === undefined ? object : schemas.builtin(typeName(sub.kind), sub.kind)),
  };
}

const objectSchema = (schemas: Schemas, { kind, resource }: FoundKind): JsonObject =>
  resource.custom ? customSchema(schemas, kind) : schemas.reference(kind.shape, kind.kind, kind);

/** The schema of one kind: a reference into the definitions beside it. */
export function kindSchema(found: FoundKind): { root: JsonObject; definitions: JsonObject } {
  const schemas = new Schemas();
  const root = objectSchema(schemas, found);
  return { root, definitions: schemas.definitions };
}

/** `…v1.Pod` → `…v1.`. */
const nameIn = ({ $ref }: JsonObject, kind: string): string =>
  String($ref).slice("#/components/schemas/".length).slice(0, -kind.length);

function typeName({ group, version, kind }: GroupVersionKind): string {
  const table = group === "" ? "core" : (group.split(".")[0] ?? "");
  return `${table}/${version}.${kind}`;
}

const TEXT: JsonObject = { type: "string" };

function listSchema(schemas: Schemas, kind: FoundKind["kind"], object: JsonObject): JsonObject {
  return {
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: TEXT,
      items: { type: "array", items: { default: {}, allOf: [object] } },
      kind: TEXT,
      metadata: { default: {}, allOf: [schemas.builtin("meta/v1.ListMeta")] },
    },
    "x-kubernetes-group-version-kind": [gvk({ ...kind, kind: kind.listKind })],
  };
}

function watchEvent(schemas: Schemas): JsonObject {
  return schemas.add(WATCH_EVENT, {
    type: "object",
    required: ["type", "object"],
    properties: { object: { type: "object" }, type: { type: "string", default: "" } },
    "x-kubernetes-group-version-kind": [gvk(META_KIND("WatchEvent"))],
  });
}

/** As the definition declares it, with what all objects have. */
function customSchema(schemas: Schemas, kind: FoundKind["kind"]): JsonObject {
  const declared = kind.openApiSchema ?? {};
  const properties = (declared.properties ?? {}) as Record<string, Json>;
  return schemas.add(`${kind.group.split(".").reverse().join(".")}.${kind.version}.${kind.kind}`, {
    ...declared,
    type: "object",
    properties: {
      ...properties,
      apiVersion: TEXT,
      kind: TEXT,
      metadata: { allOf: [schemas.reference(builtinShape("meta/v1.ObjectMeta"), "ObjectMeta")] },
    },
    "x-kubernetes-group-version-kind": [gvk(kind)],
  });
}

/** The document of a path that is about no version: `apis/apps`, `version`. */
export function plainDocument(
  path: string,
  facts: Omit<OperationFacts, "method" | "statuses" | "schema">,
  type: string,
): JsonObject {
  const schemas = new Schemas();
  const schema = type === "" ? TEXT : schemas.builtin(`meta/v1.${type}`, META_KIND(type));
  return document(
    { [path]: { get: operation({ ...facts, method: "get", statuses: ["200"], schema }) } },
    schemas,
  );
}

function document(paths: JsonObject, schemas: Schemas): JsonObject {
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: "v1.36.3" },
    paths,
    components: {
      schemas: schemas.definitions,
      securitySchemes: {
        BearerToken: {
          type: "apiKey",
          description: "Bearer Token authentication",
          name: "authorization",
          in: "header",
        },
      },
    },
  };
}
