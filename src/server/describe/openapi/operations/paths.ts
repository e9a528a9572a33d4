import { apiRoot } from "../../../../api/group-version.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { FoundKind } from "../../../../resources/registry.ts";
import type { SubresourceDefinition, Verb } from "../../../../resources/resource-definition.ts";
import { subresourcesIn } from "../../../../resources/subresources-in.ts";
import { optionsOf, pathParameter } from "./connect-options.ts";
import { customOperation } from "./custom-operation.ts";
import { KindOperations, type KindSchemas } from "./kind-operations.ts";
import { type OperationFacts, type PathFacts, pathItem } from "./operation.ts";

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
    if (sub.name === "proxy") paths[`${root}/${inner}/{name}/${sub.name}/{path}`] = writer.proxyPath(sub);
  }
  if (resource.namespaced && has("list")) paths[`${root}/${kind.plural}`] = writer.everywhere();
  // Only built-in kinds have separate paths for watches.
  if (!has("watch") || resource.custom) return paths;
  paths[`${root}/watch/${inner}`] = writer.watchCollection();
  paths[`${root}/watch/${inner}/{name}`] = writer.watchItem();
  if (resource.namespaced) paths[`${root}/watch/${kind.plural}`] = writer.watchEverywhere();
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
    if (sub.style === "connect") return this.#connection(sub, "", []);
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

  /** Builds the path `…/proxy/{path}`. */
  proxyPath(sub: SubresourceDefinition): JsonObject {
    return this.#connection(sub, "WithPath", [pathParameter]);
  }

  #connection(sub: SubresourceDefinition, suffix: string, more: readonly JsonObject[]): JsonObject {
    const about = sub.kind ?? this.#found.kind;
    const own = [...optionsOf(`core/v1.${about.kind}`), ...more];
    const operations = this.#operations.connections(sub, suffix).map((facts) => ({ ...facts, about }));
    return this.#path(operations, { namespaced: this.#namespaced, kind: about.kind, own, plain: true });
  }

  watchCollection(): JsonObject {
    return this.#watch(`${this.#operations.scoped}List`, "watchlist", this.#namespaced);
  }

  watchEverywhere(): JsonObject {
    return this.#watch(`${this.#found.kind.kind}ListForAllNamespaces`, "watchlist", false);
  }

  watchItem(): JsonObject {
    return this.#watch(this.#operations.scoped, "watch", this.#namespaced);
  }

  #watch(rest: string, action: "watch" | "watchlist", namespaced: boolean): JsonObject {
    const { kind } = this.#found.kind;
    const shared = { namespaced, ...(action === "watch" ? { kind } : {}) };
    return this.#path([this.#operations.watch(rest, action)], shared);
  }
}

/** Name of a version's document: `apis/apps/v1`. */
export const documentName = (group: string, version: string): string => apiRoot({ group, version }).slice(1);
