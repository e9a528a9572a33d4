import { apiRoot } from "../../../../api/group-version.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { FoundKind } from "../../../../resources/registry.ts";
import type { SubresourceDefinition, Verb } from "../../../../resources/resource-definition.ts";
import { subresourcesIn } from "../../../../resources/subresources-in.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { fieldFacts } from "../../../../types/notation/tables.ts";
import type { Shape } from "../../../../types/shape.ts";
import { publishedTexts } from "../schemas/published-texts.ts";
import { schemaName } from "../schemas/schemas.ts";
import { KindOperations, type KindSchemas } from "./kind-operations.ts";
import { LISTING, type OperationFacts, type PathFacts, pathItem } from "./operation.ts";
import { pathParameter, queryParameter } from "./parameters.ts";

/** Returns the options of a connection, `core/v1.PodExecOptions`, as query parameters. */
function optionsOf(typeName: string): JsonObject[] {
  if (fieldFacts(typeName) === undefined) return [];
  const texts = publishedTexts(schemaName(typeName))?.fields ?? {};
  return [...builtinShape(typeName).fields.values()]
    .filter(({ name, shape }) => name !== "apiVersion" && name !== "kind" && !isTime(shape))
    .map(({ name, shape }) => queryParameter(name, parameterType(shape), texts[name]));
}

/** True for times, which are read but not described. */
const isTime = (shape: Shape): boolean => shape.kind === "scalar" && shape.scalar === "time";

/** Returns the type of a parameter; for a list, the type of its items. */
function parameterType(shape: Shape): string {
  if (shape.kind === "list") return parameterType(shape.item);
  if (shape.kind !== "scalar") return "string";
  if (shape.scalar === "boolean") return "boolean";
  return shape.scalar === "int64" || shape.scalar === "int32" ? "integer" : "string";
}

const restOfPath = pathParameter("path", "path to the resource");

const TYPES = ["application/json", "application/yaml"];

/**
 * Describes an operation of a custom kind. The reference has separate code for these documents
 * (apiextensions-apiserver, pkg/controller/openapi/builder/builder.go, buildRoute), which describes less, and
 * a few things differently.
 */
function customOperation({ streams: _streams, ...facts }: OperationFacts): OperationFacts {
  return withBody({ ...facts, types: TYPES, ...OTHERWISE[facts.action ?? ""]?.(facts) });
}

type Change = (facts: OperationFacts) => Partial<OperationFacts>;

const OTHERWISE: Readonly<Record<string, Change>> = {
  get: () => ({ parameters: ["resourceVersion"] }),
  list: ({ description }) => ({ description: description.replace("list or watch", "list") }),
  deletecollection: () => ({ parameters: LISTING }),
  patch: () => ({ statuses: ["200"] }),
};

/** Sets the types of the body to those of the response. The deletion of a collection has no body. */
function withBody({ body, ...facts }: OperationFacts): OperationFacts {
  const any = body?.["*/*"];
  if (body === undefined || facts.action === "deletecollection") return facts;
  return { ...facts, body: any === undefined ? body : Object.fromEntries(TYPES.map((type) => [type, any])) };
}

const LOG_OPTIONS = "core/v1.PodLogOptions";

/** Returns the paths of one resource in one version. */
export function pathsOf(found: FoundKind, schemas: KindSchemas): Record<string, JsonObject> {
  const { resource, kind } = found;
  const writer = new KindPaths(found, schemas);
  const root = apiRoot(kind);
  const inner = resource.namespaced ? `namespaces/{namespace}/${kind.plural}` : kind.plural;
  const paths: Record<string, JsonObject> = { [`${root}/${inner}`]: writer.collection() };
  const has = (verb: Verb): boolean => resource.verbs.includes(verb);
  if (has("get")) paths[`${root}/${inner}/{name}`] = writer.item();
  for (const sub of subresourcesIn(found)) {
    paths[`${root}/${inner}/{name}/${sub.name}`] = writer.subresource(sub);
    if (sub.name === "proxy")
      paths[`${root}/${inner}/{name}/proxy/{path}`] = writer.connection(sub, "WithPath", [restOfPath]);
  }
  if (resource.namespaced && has("list")) paths[`${root}/${kind.plural}`] = writer.everywhere();
  // Only built-in kinds have separate paths for watches.
  if (!has("watch") || resource.custom) return paths;
  const scoped = `${resource.namespaced ? "Namespaced" : ""}${kind.kind}`;
  paths[`${root}/watch/${inner}`] = writer.watch(`${scoped}List`, "watchlist", resource.namespaced);
  paths[`${root}/watch/${inner}/{name}`] = writer.watch(scoped, "watch", resource.namespaced);
  if (resource.namespaced)
    paths[`${root}/watch/${kind.plural}`] = writer.watch(
      `${kind.kind}ListForAllNamespaces`,
      "watchlist",
      false,
    );
  return paths;
}

class KindPaths {
  readonly #found: FoundKind;
  readonly #schemas: KindSchemas;
  readonly #operations: KindOperations;

  constructor(found: FoundKind, schemas: KindSchemas) {
    this.#found = found;
    this.#schemas = schemas;
    this.#operations = new KindOperations(found, schemas);
  }

  get #namespaced(): boolean {
    return this.#found.resource.namespaced;
  }

  #has(verb: Verb): boolean {
    return this.#found.resource.verbs.includes(verb);
  }

  #path(operations: readonly OperationFacts[], shared: PathFacts): JsonObject {
    return pathItem(this.#found.resource.custom ? operations.map(customOperation) : operations, shared);
  }

  collection(): JsonObject {
    const operations: OperationFacts[] = [];
    if (this.#has("list")) operations.push(this.#operations.list());
    if (this.#has("create")) operations.push(this.#operations.create());
    if (this.#has("deletecollection")) operations.push(this.#operations.deleteCollection());
    return this.#path(operations, { namespaced: this.#namespaced });
  }

  everywhere(): JsonObject {
    const listed = this.#operations.list(`${this.#found.kind.kind}ForAllNamespaces`);
    return this.#path([listed], { namespaced: false });
  }

  item(): JsonObject {
    const { kind } = this.#found.kind;
    const operations: OperationFacts[] = [this.#operations.read("", this.#schemas.object)];
    if (this.#has("update")) operations.push(this.#operations.replace("", this.#schemas.object));
    if (this.#has("delete")) operations.push(this.#operations.delete());
    if (this.#has("patch")) operations.push(this.#operations.patch("", this.#schemas.object));
    return this.#path(operations, { namespaced: this.#namespaced, kind });
  }

  subresource(sub: SubresourceDefinition): JsonObject {
    if (sub.style === "connect") return this.connection(sub, "", []);
    const { kind, resource } = this.#found;
    const about = resource.custom ? kind : (sub.kind ?? kind);
    const shared = { namespaced: this.#namespaced, kind: about.kind };
    if (sub.style === "get")
      return this.#path([this.#operations.readText(sub)], { ...shared, own: optionsOf(LOG_OPTIONS) });
    const operations = this.#operations.writes(sub, this.#schemas.subresource(sub));
    return this.#path(
      operations.map((facts) => ({ ...facts, about })),
      shared,
    );
  }

  connection(sub: SubresourceDefinition, suffix: string, more: readonly JsonObject[]): JsonObject {
    const about = sub.kind ?? this.#found.kind;
    const own = [...optionsOf(`core/v1.${about.kind}`), ...more];
    const operations = this.#operations.connections(sub, suffix).map((facts) => ({ ...facts, about }));
    return this.#path(operations, { namespaced: this.#namespaced, kind: about.kind, own, plain: true });
  }

  watch(rest: string, action: "watch" | "watchlist", namespaced: boolean): JsonObject {
    const { kind } = this.#found.kind;
    const shared = { namespaced, ...(action === "watch" ? { kind } : {}) };
    return this.#path([this.#operations.watch(rest, action)], shared);
  }
}

/** Name of a version's document: `apis/apps/v1`. */
export const documentName = (group: string, version: string): string => apiRoot({ group, version }).slice(1);
