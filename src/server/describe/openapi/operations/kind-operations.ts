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
  readonly scoped: string;
  readonly #found: FoundKind;
  readonly #schemas: KindSchemas;
  readonly #group: string;
  readonly #common: Pick<OperationFacts, "tag" | "about">;

  constructor(found: FoundKind, schemas: KindSchemas) {
    const { kind, resource } = found;
    this.#found = found;
    this.#schemas = schemas;
    this.#group = operationGroup(kind.group, kind.version);
    this.scoped = `${resource.namespaced ? "Namespaced" : ""}${kind.kind}`;
    this.#common = { tag: tagOf(kind.group, kind.version), about: kind };
  }

  #has(verb: Verb): boolean {
    return this.#found.resource.verbs.includes(verb);
  }

  #id(verb: string, rest = this.scoped): string {
    return `${verb}${this.#group}${operationWord(rest)}`;
  }

  /** Describes the list. `rest`: suffix of the operation's name. */
  list(rest = this.scoped): OperationFacts {
    const id = this.#id("list", rest);
    const what = this.#has("watch") ? "list or watch" : "list";
    const description = `${what} objects of kind ${this.#found.kind.kind}`;
    const shown = { statuses: ["200"], schema: this.#schemas.list, streams: true } as const;
    return { ...this.#common, method: "get", id, description, action: "list", parameters: LISTING, ...shown };
  }

  create(): OperationFacts {
    const { object } = this.#schemas;
    return {
      ...this.#common,
      method: "post",
      id: this.#id("create"),
      description: `create ${withArticle(this.#found.kind.kind)}`,
      action: "post",
      parameters: WRITING,
      body: { "*/*": object },
      statuses: ["200", "201", "202"],
      schema: object,
    };
  }

  deleteCollection(): OperationFacts {
    return {
      ...this.#common,
      method: "delete",
      id: this.#id("delete", `Collection${this.scoped}`),
      description: `delete collection of ${this.#found.kind.kind}`,
      action: "deletecollection",
      parameters: DELETING_MANY,
      body: { "*/*": this.#schemas.deleteOptions },
      statuses: ["200"],
      schema: this.#schemas.status,
    };
  }

  read(sub: string, schema: JsonObject): OperationFacts {
    const description = `read ${this.#part(sub)} ${this.#found.kind.kind}`;
    const id = this.#id("read", this.scoped + capital(sub));
    return { ...this.#common, method: "get", id, description, action: "get", statuses: ["200"], schema };
  }

  replace(sub: string, schema: JsonObject): OperationFacts {
    return {
      ...this.#common,
      method: "put",
      id: this.#id("replace", this.scoped + capital(sub)),
      description: `replace ${this.#part(sub)} ${this.#found.kind.kind}`,
      action: "put",
      parameters: WRITING,
      body: { "*/*": schema },
      statuses: ["200", "201"],
      schema,
    };
  }

  patch(sub: string, schema: JsonObject): OperationFacts {
    // Clients choose the kind of patch by these types: custom resources have no strategic ones.
    const types = this.#found.resource.custom ? PATCH_TYPES : [...PATCH_TYPES, strategic];
    return {
      ...this.#common,
      method: "patch",
      id: this.#id("patch", this.scoped + capital(sub)),
      description: `partially update ${this.#part(sub)} ${this.#found.kind.kind}`,
      action: "patch",
      parameters: PATCHING,
      body: Object.fromEntries(types.map((type) => [type, this.#schemas.patch])),
      statuses: ["200", "201"],
      schema,
    };
  }

  #part(sub: string): string {
    return sub === "" ? "the specified" : `${sub} of the specified`;
  }

  delete(): OperationFacts {
    const { kind, resource } = this.#found;
    return {
      ...this.#common,
      method: "delete",
      id: this.#id("delete"),
      description: `delete ${withArticle(kind.kind)}`,
      action: "delete",
      parameters: DELETING,
      body: { "*/*": this.#schemas.deleteOptions },
      statuses: ["200", "202"],
      // The response to a deletion that only begins is not documented.
      schema:
        resource.strategy.returnDeletedObject && !goesLater(resource)
          ? this.#schemas.object
          : this.#schemas.status,
    };
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
    const { kind } = this.#found.kind;
    const id = this.#id("create", this.scoped + capital(sub.name));
    return {
      ...this.create(),
      id,
      description: `create ${sub.name} of ${withArticle(kind)}`,
      body: { "*/*": schema },
      schema,
    };
  }

  connections(sub: SubresourceDefinition, suffix: string): OperationFacts[] {
    const known = sub.verbs.map((verb) => CONNECT_METHODS[verb]).filter((method) => method !== undefined);
    const methods = new Set([...known, ...(sub.name === "proxy" ? (["head", "options"] as const) : [])]);
    return [...methods].map((method) => ({
      tag: this.#common.tag,
      method,
      id: `connect${this.#group}${capital(method)}${this.scoped}${capital(sub.name)}${suffix}`,
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
