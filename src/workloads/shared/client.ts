import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import type { ApiClient, ApiResult } from "../base/api-client.ts";
import { collectionPath, type Kind, objectPath, typed } from "./kinds.ts";
import type { ObjectCache } from "./object-cache.ts";

/** Error for a refused request; the message is that of the server. */
export class RequestError extends Error {
  readonly status: number;
  readonly reason: string;
  /** True if the namespace is being deleted: no object can be created in it. */
  readonly isTerminating: boolean;

  constructor({ status, body }: ApiResult) {
    super(typeof body.message === "string" ? body.message : `the server answered ${status}`);
    this.status = status;
    this.reason = typeof body.reason === "string" ? body.reason : "";
    const causes = records(record(body.details).causes);
    this.isTerminating = causes.some(({ reason }) => reason === "NamespaceTerminating");
  }
}

/**
 * Returns true if a request succeeded, false if its status is one of these, such as 404 for an object that is
 * gone. Throws other errors.
 */
export async function unlessAnswered(
  statuses: readonly number[],
  request: Promise<unknown>,
): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof RequestError && statuses.includes(error.status)) return false;
    throw error;
  }
}

/** Writes of a controller. They reject with a RequestError. */
export interface Writer {
  create<T extends KubeObject>(kind: Kind<T>, namespace: string, object: JsonObject): Promise<T>;
  update<T extends KubeObject>(kind: Kind<T>, object: KubeObject, subresource?: "status"): Promise<T>;
  patch<T extends KubeObject>(kind: Kind<T>, object: KubeObject, patch: JsonObject): Promise<T>;
  /** A POST to a subresource, such as `binding`. */
  post(kind: Kind<KubeObject>, object: KubeObject, subresource: string, body: JsonObject): Promise<void>;
  remove(kind: Kind<KubeObject>, object: KubeObject, options?: JsonObject): Promise<void>;
}

/**
 * Returns a client that writes objects, and resolves when the cache contains the written version. The next
 * sync then sees it, so that no object is created twice. Throws RequestError.
 */
export function createWriter(api: ApiClient, cache: ObjectCache): Writer {
  const settled = async (kind: Kind<KubeObject>, answer: ApiResult): Promise<KubeObject> => {
    if (answer.status >= 300) throw new RequestError(answer);
    const object = kubeObject(answer.body);
    await cache.caughtUp(kind, object.metadata?.resourceVersion);
    return object;
  };
  return {
    create: async (kind, namespace, object) =>
      kind.of(await settled(kind, await api.send("POST", collectionPath(kind, namespace), object))),
    update: async (kind, object, subresource) => {
      const path = objectPath(kind, object) + (subresource === undefined ? "" : `/${subresource}`);
      return kind.of(await settled(kind, await api.send("PUT", path, typed(kind, object))));
    },
    patch: async (kind, object, patch) =>
      kind.of(await settled(kind, await api.patch("strategic", objectPath(kind, object), patch))),
    post: async (kind, object, subresource, body) => {
      const answer = await api.send("POST", `${objectPath(kind, object)}/${subresource}`, body);
      if (answer.status >= 300) throw new RequestError(answer);
    },
    remove: async (kind, object, options) => {
      const answer = await api.send("DELETE", objectPath(kind, object), options);
      if (answer.status >= 300) throw new RequestError(answer);
      await cache.gone(kind, object);
    },
  };
}
