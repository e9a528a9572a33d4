import { PATCH_MEDIA_TYPES } from "../api/exchange/patch-media-types.ts";
import type { UserInfo } from "../api/meta.ts";
import { type JsonObject, membersOf } from "../json/value.ts";
import type { Result } from "./result.ts";

/** Names an object. Default of `namespace` for namespaced kinds: `default`. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Options of one request. Default: none. */
export interface RequestOptions {
  /** True for a dry run: everything is done except for the storage. */
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  readonly subresource?: string;
  /** Additional query parameters. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The format of a patch: JSON Patch, JSON Merge Patch, or the strategic merge patch of Kubernetes.
 * `Client.apply` is for server-side apply.
 */
export type PatchType = "json" | "merge" | "strategic";

/** Requests as one user. A refusal is a result, never an exception. */
export interface Client {
  create<T extends Writable>(object: T, options?: RequestOptions): Promise<Result<T>>;
  /** `T`: the expected type of the object. It is not checked. */
  get<T extends object = object>(ref: ObjectRef | Writable, options?: RequestOptions): Promise<Result<T>>;
  list(ref: Omit<ObjectRef, "name">, options?: RequestOptions): Promise<Result>;
  /** Replaces the object. */
  update<T extends Writable>(object: T, options?: RequestOptions): Promise<Result<T>>;
  /** Patches the object. By default a list is a JSON patch and an object a merge patch; `type` changes that. */
  patch<T extends object = object>(
    ref: ObjectRef | Writable,
    patch: JsonObject | readonly JsonObject[],
    options?: RequestOptions & { readonly type?: PatchType },
  ): Promise<Result<T>>;
  /** Server-side apply with the field manager `test`, or with `fieldManager`. */
  apply<T extends Writable>(
    object: T,
    options?: RequestOptions & { readonly force?: boolean },
  ): Promise<Result<T>>;
  delete(
    ref: ObjectRef | Writable,
    options?: RequestOptions & { readonly body?: JsonObject },
  ): Promise<Result>;
  deleteCollection(ref: Omit<ObjectRef, "name">, options?: RequestOptions): Promise<Result>;
  /** Makes any request. `url`: path and query as in the request line. A body that is an object is sent as JSON. */
  raw(
    method: string,
    url: string,
    body?: JsonObject | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Result>;
}

/**
 * An object to be written, of `sallyport/kinds` or any other type. Its metadata needs `name` or
 * `generateName`.
 */
export type Writable = NamedMembers | (NamedMembers & Readonly<Record<string, unknown>>);

/** The fields that the client reads; objects can have more. */
export interface NamedMembers {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: object;
}

/** A user. A name alone is a user with the group `system:authenticated` only. */
export type User = string | (Pick<UserInfo, "username"> & Partial<UserInfo>);

/** Sends a request. `url` has the path and the query; an object as body is sent as JSON, a text as it is. */
export type Send = <T extends object = object>(
  method: string,
  url: string,
  body?: object | string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Result<T>>;

/** Returns the path of an object; throws an Error for kinds that are not served. `name`: "" for the collection. */
export type Locate = (
  ref: { readonly apiVersion: string; readonly kind: string; readonly namespace?: string },
  name: string,
) => string;

/** Returns the verbs over `send`. `locate` returns the path of a collection or of a named object. */
export function createClient(send: Send, locate: Locate): Client {
  const at = (
    target: ObjectRef | Writable,
    named: boolean,
    options: RequestOptions = {},
    query: Readonly<Record<string, string>> = {},
  ): string => {
    const { apiVersion = "", kind = "", namespace, name } = refOf(target);
    const path = locate(
      { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }) },
      named ? name : "",
    );
    return (
      path + (options.subresource === undefined ? "" : `/${options.subresource}`) + queryOf(options, query)
    );
  };
  return {
    create: (object, options) => {
      const named = options?.subresource !== undefined;
      return send("POST", at(object, named, options), object, options?.headers);
    },
    get: (ref, options) => send("GET", at(ref, true, options), undefined, options?.headers),
    list: (ref, options) =>
      send("GET", at({ ...ref, name: "" }, false, options), undefined, options?.headers),
    update: (object, options) => send("PUT", at(object, true, options), object, options?.headers),
    patch: (ref, patch, options) => {
      const type = options?.type ?? (Array.isArray(patch) ? "json" : "merge");
      const headers = { ...options?.headers, "content-type": PATCH_MEDIA_TYPES[type] };
      return send("PATCH", at(ref, true, options), JSON.stringify(patch), headers);
    },
    apply: (object, options) => {
      const query = {
        fieldManager: options?.fieldManager ?? "test",
        ...(options?.force === true ? { force: "true" } : {}),
      };
      const headers = { ...options?.headers, "content-type": PATCH_MEDIA_TYPES.apply };
      return send("PATCH", at(object, true, options, query), object, headers);
    },
    delete: (ref, options) => send("DELETE", at(ref, true, options), options?.body, options?.headers),
    deleteCollection: (ref, options) =>
      send("DELETE", at({ ...ref, name: "" }, false, options), undefined, options?.headers),
    raw: send,
  };
}

const isWritable = (target: ObjectRef | Writable): target is Writable =>
  "metadata" in target && target.metadata !== undefined;

function refOf(target: ObjectRef | Writable): {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name: string;
} {
  if (!isWritable(target)) return target;
  const metadata = membersOf<ObjectRef>(target.metadata);
  const { apiVersion = "", kind = "" } = target;
  const { name = "", namespace } = metadata;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}

function queryOf(
  { dryRun, fieldManager, query }: RequestOptions,
  more: Readonly<Record<string, string>>,
): string {
  const all = new URLSearchParams({
    ...(dryRun === true ? { dryRun: "All" } : {}),
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...more,
    ...query,
  });
  return all.size === 0 ? "" : `?${all}`;
}
