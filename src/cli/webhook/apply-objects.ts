import { kubeObject } from "../../api/object/kube-object.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Loaded } from "../../testing/load-manifests.ts";
import type { ApiClient } from "../../workloads/base/api-client.ts";

/** Writes objects into a cluster as one that owns them. */
export class Applier {
  readonly #cluster: Cluster;
  readonly #api: ApiClient;

  constructor(cluster: Cluster, api: ApiClient) {
    this.#cluster = cluster;
    this.#api = api;
  }

  /** Applies objects one after the other, as they are given. Throws with the server's first refusal. */
  async apply(objects: readonly JsonObject[]): Promise<void> {
    for (const object of objects) await this.#apply(object, "");
  }

  /** Does the same for objects of files. The error begins with the place of the object: `file.yaml:12`. */
  async applyFiles(loaded: readonly Loaded[]): Promise<void> {
    for (const { object, line } of loaded)
      try {
        await this.#apply(object, "");
      } catch (error) {
        throw new Error(`${line === undefined ? "" : `${line([])}: `}${messageOf(error)}`, { cause: error });
      }
  }

  /** Does the same as `apply`, but as a dry run: nothing is stored. */
  async tryOut(objects: readonly JsonObject[]): Promise<void> {
    for (const object of objects) await this.#apply(object, "&dryRun=All");
  }

  /** Deletes the objects of `before` that are not among `now`. */
  async deleteGone(before: readonly JsonObject[], now: readonly JsonObject[]): Promise<void> {
    const kept = new Set(now.map((object) => this.#pathOf(object)));
    for (const path of before.map((object) => this.#pathOf(object)))
      if (!kept.has(path)) await this.#api.send("DELETE", path);
  }

  async #apply(object: JsonObject, more: string): Promise<void> {
    const path = `${this.#pathOf(object)}?fieldManager=sallyport-webhook-dev&force=true${more}`;
    const { status, body } = await this.#api.patch("apply", path, object);
    if (status < 400) return;
    const { kind, metadata } = kubeObject(object);
    throw new Error(`${kind} ${metadata.name}: ${body.message ?? status}`);
  }

  #pathOf(object: JsonObject): string {
    const { apiVersion = "", kind = "", metadata } = kubeObject(object);
    const { namespace = "default", name = "" } = metadata;
    const found = this.#cluster.pathOf({ apiVersion, kind, namespace, name });
    if (found !== undefined) return found.path;
    throw new Error(`${kind} of ${apiVersion} is not served here: is its definition missing?`);
  }
}
