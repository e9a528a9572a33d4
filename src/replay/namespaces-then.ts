import type { KubeObject } from "../api/meta.ts";
import { Document } from "../api/object/document.ts";
import { formatTime } from "../api/time.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import { isJsonObject, type JsonObject, record } from "../json/value.ts";
import type { RecordedDecision, RecordedNamespace, RecordedRequest } from "../recording/recording.ts";
import type { Storage } from "../storage/storage.ts";

/** Highest number of namespaces that are kept at a time, for any number in the recording. */
const MOST_NAMESPACES = 1_000;

/** Namespaces as they were at the time of each request. Those that manifests declare have the declared form. */
export class NamespacesThen {
  readonly #cluster: Cluster;
  readonly #storage: Storage;
  readonly #declared: ReadonlySet<string>;
  /** Declared namespaces that were missing at the time of the last request that named them. */
  readonly #absent = new Map<string, JsonObject>();
  /** Current state of each namespace, in the order of use. */
  readonly #kept = new Map<string, string>();
  /** Namespaces whose labels are not known: they are assumed to have none. */
  readonly unknown = new Set<string>();

  constructor(cluster: Cluster, storage: Storage, manifests: readonly Manifest[]) {
    this.#cluster = cluster;
    this.#storage = storage;
    this.#declared = new Set(manifests.flatMap(({ object }) => nameOfNamespace(object)));
  }

  /** Stores the namespace of this request, so that admission sees it. */
  async prepare({ namespace, namespaceState, decision, resource }: RecordedRequest): Promise<void> {
    if (namespace === "") return;
    if (isMissing(namespace, decision)) return this.#remove(namespace);
    if (this.#declared.has(namespace)) return this.#restore(namespace);
    const isItself = resource.group === "" && resource.resource === "namespaces";
    if (namespaceState === null && !isItself && this.unknown.size < MOST_NAMESPACES)
      this.unknown.add(namespace);
    const state = namespaceState ?? NOTHING_KNOWN;
    const text = JSON.stringify(state);
    const isSame = this.#kept.get(namespace) === text;
    this.#kept.delete(namespace);
    this.#kept.set(namespace, text);
    if (isSame) return;
    await this.#put(namespace, (revision) => namespaceOf(namespace, state, revision));
    await this.#removeOldest();
  }

  /** A declared namespace as it is declared. */
  async #restore(name: string): Promise<void> {
    const object = this.#absent.get(name);
    if (object === undefined) return;
    this.#absent.delete(name);
    await this.#put(name, (revision) => ({
      ...object,
      metadata: { ...record(object.metadata), resourceVersion: String(revision) },
    }));
  }

  async #put(name: string, objectOf: (revision: number) => KubeObject | JsonObject): Promise<void> {
    const key = `/registry/namespaces/${name}`;
    const current = this.#storage.getCached(key);
    const seal = (revision: number): Document => new Document(objectOf(revision));
    const result =
      current === undefined
        ? await this.#storage.create(key, seal)
        : await this.#storage.update(key, current.revision, seal);
    if (result.kind === "written") await this.#seen(result.entry.revision);
  }

  async #remove(name: string): Promise<void> {
    this.#kept.delete(name);
    const current = this.#storage.getCached(`/registry/namespaces/${name}`);
    if (current === undefined) return;
    if (this.#declared.has(name)) this.#absent.set(name, record(current.document.value));
    const removed = await this.#storage.delete(current.key, current.revision);
    if (removed.kind === "written") await this.#seen(removed.entry.revision);
  }

  async #removeOldest(): Promise<void> {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_NAMESPACES) await this.#remove(oldest);
  }

  async #seen(revision: number): Promise<void> {
    const namespaces = this.#cluster.registry().resource("", "namespaces");
    if (namespaces !== undefined) await this.#cluster.views.seen(namespaces, revision);
  }
}

const NOTHING_KNOWN: RecordedNamespace = { labels: {}, terminating: false };

const nameOfNamespace = ({ kind, metadata }: Manifest["object"]): string[] =>
  kind === "Namespace" && isJsonObject(metadata) && typeof metadata.name === "string" ? [metadata.name] : [];

/**
 * The request was refused because its namespace did not exist. The recorded state may be of a later time: a running server
 * adds it when it sends the request, and a log knows a deleted namespace as it was last.
 */
const isMissing = (namespace: string, { allowed, code, message }: RecordedDecision): boolean =>
  !allowed && code === 404 && message === `namespaces "${namespace}" not found`;

function namespaceOf(name: string, { labels, terminating }: RecordedNamespace, revision: number): KubeObject {
  const now = formatTime(Date.now());
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: {
      name,
      uid: `namespace-${name}`,
      resourceVersion: String(revision),
      creationTimestamp: now,
      labels: { ...labels, "kubernetes.io/metadata.name": name },
      ...(terminating && { deletionTimestamp: now }),
    },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: terminating ? "Terminating" : "Active" },
  };
}
