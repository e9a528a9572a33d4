import { PATCH_MEDIA_TYPES } from "../../../../api/exchange/patch-media-types.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { FoundKind } from "../../../../resources/registry.ts";
import type { SubresourceDefinition, Verb } from "../../../../resources/resource-definition.ts";
import { goesLater } from "../../../handle/remove/deletion-rules.ts";
import { capital, operationGroup, operationWord, tagOf, withArticle } from "../naming.ts";
import {
  DELETING,
  DELETING_MANY,
  LISTING,
  OBJECTS,
  type OperationFacts,
  PATCHING,
  WRITING,
} from "./operation.ts";

/** Schemas that the operations of one kind refer to. */
export interface KindSchemas {
  readonly object: JsonObject;
  readonly list: JsonObject;
  readonly status: JsonObject;
  readonly deleteOptions: JsonObject;
  readonly patch: JsonObject;
  readonly watchEvent: JsonObject;
  /** Returns the schema of the bodies and responses of a subresource. */
  readonly subresource: (sub: SubresourceDefinition) => JsonObject;
}

const { json, merge, strategic, apply } = PATCH_MEDIA_TYPES;
const PATCH_TYPES = [apply, json, merge];
const DEPRECATED = "deprecated: use the 'watch' parameter with a list operation instead";

/** Operations of a kind's objects and their subresources. */
export class KindOperations {
  /** Suffix of most operation names: `NamespacedPod`. */
  readonly #scoped: string;
  readonly #found: FoundKind;
  readonly #schemas: KindSchemas;
  readonly #group: string;
  readonly #common: Pick<OperationFacts, "tag" | "about">;

  constructor(found: FoundKind, schemas: KindSchemas) {
    const { kind, resource } = found;
    this.#found = found;
    this.#schemas = schemas;
    this.#group = operationGroup(kind.group, kind.version);
    this.#scoped = `${resource.namespaced ? "Namespaced" : ""}${kind.kind}`;
    this.#common = { tag: tagOf(kind.group, kind.version), about: kind };
  }

  #has(verb: Verb): boolean {
    return this.#found.resource.verbs.includes(verb);
  }

  #id(verb: string, rest = this.#scoped): string {
    return `${verb}${this.#group}${operationWord(rest)}`;
  }

  /** Describes the list. `rest`: suffix of the operation's name. */
  list(rest = this.#scoped): OperationFacts {
    const id = this.#id("list", rest);
    const what = this.#has("watch") ? "list or watch" : "list";
    const description = `${what} objects of kind ${this.#found.kind.kind}`;
    const shown = { statuses: ["200"], schema: this.#schemas.list, streams: true } as const;
    return { ...this.#common, method: "get", id, description, action: "list", parameters: LISTING, ...shown };
  }

  create(): OperationFacts {
    const { object } = this.#schemas;
    const about = { parameters: WRITING, body: { "*/*": object }, schema: object };
    const description = `create ${withArticle(this.#found.kind.kind)}`;
    return this.#facts("post", this.#id("create"), description, ["200", "201", "202"], about);
  }

  deleteCollection(): OperationFacts {
    const { deleteOptions, status: schema } = this.#schemas;
    const id = this.#id("delete", `Collection${this.#scoped}`);
    const description = `delete collection of ${this.#found.kind.kind}`;
    const about = { parameters: DELETING_MANY, body: { "*/*": deleteOptions }, schema };
    return { ...this.#facts("delete", id, description, ["200"], about), action: "deletecollection" };
  }

  read(sub: string, schema: JsonObject): OperationFacts {
    return this.#facts("get", this.#partId("read", sub), `read ${this.#part(sub)}`, ["200"], { schema });
  }

  replace(sub: string, schema: JsonObject): OperationFacts {
    const about = { parameters: WRITING, body: { "*/*": schema }, schema };
    const description = `replace ${this.#part(sub)}`;
    return this.#facts("put", this.#partId("replace", sub), description, ["200", "201"], about);
  }

  patch(sub: string, schema: JsonObject): OperationFacts {
    // Clients choose the kind of patch by these types: custom resources have no strategic ones.
    const types = this.#found.resource.custom ? PATCH_TYPES : [...PATCH_TYPES, strategic];
    const body = Object.fromEntries(types.map((type) => [type, this.#schemas.patch]));
    const description = `partially update ${this.#part(sub)}`;
    const about = { parameters: PATCHING, body, schema };
    return this.#facts("patch", this.#partId("patch", sub), description, ["200", "201"], about);
  }

  delete(): OperationFacts {
    const { kind, resource } = this.#found;
    const { object, status, deleteOptions } = this.#schemas;
    // The response to a deletion that only begins is not documented.
    const schema = resource.strategy.returnDeletedObject && !goesLater(resource) ? object : status;
    const about = { parameters: DELETING, body: { "*/*": deleteOptions }, schema };
    return this.#facts(
      "delete",
      this.#id("delete"),
      `delete ${withArticle(kind.kind)}`,
      ["200", "202"],
      about,
    );
  }

  #facts(
    method: OperationFacts["method"],
    id: string,
    description: string,
    statuses: OperationFacts["statuses"],
    about: Pick<OperationFacts, "parameters" | "body" | "schema">,
  ): OperationFacts {
    return { ...this.#common, method, id, description, action: method, statuses, ...about };
  }

  #part(sub: string): string {
    return `${sub === "" ? "" : `${sub} of `}the specified ${this.#found.kind.kind}`;
  }

  #partId(verb: string, sub: string): string {
    return this.#id(verb, this.#scoped + capital(sub));
  }

  /** Describes the read of a log: a text, or a text with the media type that the client prefers. */
  readText(sub: SubresourceDefinition): OperationFacts {
    return { ...this.read(sub.name, { type: "string" }), types: [...OBJECTS, "text/plain"] };
  }

  writes(sub: SubresourceDefinition, schema: JsonObject): OperationFacts[] {
    const operations: OperationFacts[] = [];
    if (sub.verbs.includes("get")) operations.push(this.read(sub.name, schema));
    if (sub.verbs.includes("update")) operations.push(this.replace(sub.name, schema));
    if (sub.verbs.includes("create")) operations.push(this.#createPart(sub, schema));
    if (sub.verbs.includes("patch")) operations.push(this.patch(sub.name, schema));
    return operations;
  }

  #createPart(sub: SubresourceDefinition, schema: JsonObject): OperationFacts {
    const description = `create ${sub.name} of ${withArticle(this.#found.kind.kind)}`;
    const id = this.#partId("create", sub.name);
    return { ...this.create(), id, description, body: { "*/*": schema }, schema };
  }

  connections(sub: SubresourceDefinition, suffix: string): OperationFacts[] {
    const known = sub.verbs.map((verb) => CONNECT_METHODS[verb]).filter((method) => method !== undefined);
    const methods = new Set([...known, ...(sub.name === "proxy" ? (["head", "options"] as const) : [])]);
    return [...methods].map((method) => ({
      tag: this.#common.tag,
      method,
      id: `connect${this.#group}${capital(method)}${this.#scoped}${capital(sub.name)}${suffix}`,
      description: `connect ${method.toUpperCase()} requests to ${sub.name} of ${this.#found.kind.kind}`,
      action: "connect",
      statuses: ["200"],
      schema: { type: "string" },
      types: ["*/*"],
    }));
  }

  watch(rest: string, action: "watch" | "watchlist"): OperationFacts {
    const { kind } = this.#found.kind;
    const description =
      action === "watch"
        ? `watch changes to an object of kind ${kind}. ${DEPRECATED}, filtered to a single item with the 'fieldSelector' parameter.`
        : `watch individual changes to a list of ${kind}. ${DEPRECATED}.`;
    const shown = { statuses: ["200"], schema: this.#schemas.watchEvent, streams: true } as const;
    const id = this.#id("watch", rest);
    return { ...this.#common, method: "get", id, description, action, parameters: LISTING, ...shown };
  }
}

const CONNECT_METHODS: Readonly<Partial<Record<string, "get" | "put" | "post" | "delete" | "patch">>> = {
  get: "get",
  create: "post",
  update: "put",
  patch: "patch",
  delete: "delete",
};
