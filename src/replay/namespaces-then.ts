import { isJsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { formatTime } from "../api/time.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import { Document } from "../json/document.ts";
import type { RecordedNamespace, RecordedRequest } from "../recording/recording.ts";
import type { Storage } from "../storage/storage.ts";

/** Namespaces as they were when each request came; those that the manifests declare are as they declare them. */
export interface NamespacesThen {
  /** Afterwards admission sees the namespace of this request. */
  prepare(request: RecordedRequest): Promise<void>;
}

/** So many are kept at a time, however many the recording names. */
const MOST_NAMESPACES = 1_000;

export function createNamespacesThen(
  cluster: Cluster,
  storage: Storage,
  manifests: readonly Manifest[],
): NamespacesThen {
  const declared = new Set(manifests.flatMap(({ object }) => nameOfNamespace(object)));
  /** What each one is like now, in the order in which they were used. */
  const kept = new Map<string, string>();

  async function put(name: string, state: RecordedNamespace): Promise<void> {
    const key = `/registry/namespaces/${name}`;
    const current = storage.getCached(key);
    const seal = (revision: number): Document => new Document(namespaceOf(name, state, revision));
    const result =
      current === undefined
        ? await storage.create(key, seal)
        : await storage.update(key, current.revision, seal);
    if (result.kind === "written") await seen(result.entry.revision);
  }

  async function seen(revision: number): Promise<void> {
    const namespaces = cluster.registry().resource("", "namespaces");
    if (namespaces !== undefined) await cluster.views.seen(namespaces, revision);
  }

  async function remove(name: string): Promise<void> {
    kept.delete(name);
    const current = storage.getCached(`/registry/namespaces/${name}`);
    if (current === undefined) return;
    const removed = await storage.delete(current.key, current.revision);
    if (removed.kind === "written") await seen(removed.entry.revision);
  }

  async function removeOldest(): Promise<void> {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size > MOST_NAMESPACES) await remove(oldest);
  }

  return {
    async prepare({ namespace, namespaceState, decision }) {
      if (namespace === "" || declared.has(namespace)) return;
      if (namespaceState === null && isMissing(namespace, decision.message)) return remove(namespace);
      const state = namespaceState ?? NOTHING_KNOWN;
      const text = JSON.stringify(state);
      const isSame = kept.get(namespace) === text;
      kept.delete(namespace);
      kept.set(namespace, text);
      if (isSame) return;
      await put(namespace, state);
      await removeOldest();
    },
  };
}

const NOTHING_KNOWN: RecordedNamespace = { labels: {}, terminating: false };

const nameOfNamespace = ({ kind, metadata }: Manifest["object"]): string[] =>
  kind === "Namespace" && isJsonObject(metadata) && typeof metadata.name === "string" ? [metadata.name] : [];

/** The request was refused because there was none. */
const isMissing = (namespace: string, message: string): boolean =>
  message === `namespaces "${namespace}" not found`;

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
