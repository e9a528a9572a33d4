import type { KubeObject, ObjectMeta } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Job, JobStatus } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { Writer } from "../../shared/client.ts";
import { JOBS, type Kind, nameOfKind, PODS } from "../../shared/kinds.ts";
import { ObjectCache } from "../../shared/object-cache.ts";
import { TRACKING } from "./finished.ts";
import { type JobContext, syncJob } from "./sync-job.ts";

/** Test fixture: one Job and its pods in memory. */
export interface JobWorld {
  now: number;
  readonly said: readonly string[];
  /** Delays that the last sync requested, in milliseconds. */
  readonly waits: readonly number[];
  readonly job: Job;
  readonly status: JobStatus;
  /** Its pods in the order of their creation. */
  readonly pods: readonly Pod[];
  /** Pods that have not ended and are not being deleted. */
  readonly live: readonly Pod[];
  /** Syncs the Job until nothing changes. */
  settle(): Promise<void>;
  /** Ends a pod: `end(pod, "Failed", { code: 42 })`. `ago`: seconds since the end. */
  end(pod: Pod | undefined, phase: string, how?: { code?: number; ago?: number; condition?: string }): void;
  change(spec: Job["spec"]): void;
  /** Deletes a pod. With a finalizer, it only gets a deletion timestamp. */
  remove(pod: Pod | undefined): void;
}

export const NOW = Date.parse("2026-07-01T12:00:00Z");

const LABELS = { app: "j" };

export function jobWorld(spec: Job["spec"]): JobWorld {
  const cache = new ObjectCache();
  for (const kind of [JOBS, PODS]) cache.keep(kind);
  const said: string[] = [];
  const waits: number[] = [];
  let version = 0;
  const put = (kind: Kind<KubeObject>, object: KubeObject): KubeObject => {
    const metadata: ObjectMeta = { ...object.metadata, resourceVersion: String(++version) };
    const stored = { ...object, apiVersion: kind.apiVersion, kind: kind.kind, metadata };
    const isGone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
    cache.apply({ kind: nameOfKind(kind), object: stored, deleted: isGone });
    return stored;
  };
  const remove = (kind: Kind<KubeObject>, object: KubeObject): void => {
    const known = cache.get(kind, "default", object.metadata.name ?? "") ?? object;
    put(kind, { ...known, metadata: { ...known.metadata, deletionTimestamp: "2026-07-01T12:00:00Z" } });
  };
  const writer: Writer = {
    create: async (kind, namespace, { metadata, ...body }) => {
      const { generateName, ...meta } = metadata as ObjectMeta;
      const name = `${generateName}${version}`;
      const creationTimestamp = new Date(world.now).toISOString();
      return kind.of(
        put(kind, { ...body, metadata: { ...meta, name, uid: name, namespace, creationTimestamp } }),
      );
    },
    update: async (kind, object) => kind.of(put(kind, object)),
    patch: async (kind, object, { metadata }) => {
      const known = cache.get(kind, "default", object.metadata.name ?? "") ?? object;
      return kind.of(put(kind, { ...known, metadata: patched(known.metadata, metadata as JsonObject) }));
    },
    post: () => Promise.reject(new Error("not here")),
    remove: async (kind, object) => remove(kind, object),
  };
  const say = (_: KubeObject, reason: string, message: string): number => said.push(`${reason}: ${message}`);
  const context: JobContext = {
    backoffs: new Map(),
    cache,
    writer,
    api: {
      get: async () => ({ status: 200, body: world.job }),
      send: () => Promise.reject(new Error("not here")),
      patch: () => Promise.reject(new Error("not here")),
    },
    events: { normal: say, warning: say },
    now: () => world.now,
    templateHash: () => "",
    pathOf: () => undefined,
    queue: () => ({ add: () => {}, addLater: () => {}, stop: async () => {} }),
  };
  const world: JobWorld = {
    now: NOW,
    said,
    waits,
    get job() {
      const found = cache.get(JOBS, "default", "j");
      if (found === undefined) throw new Error("the Job is gone");
      return found;
    },
    get status() {
      return world.job.status ?? {};
    },
    get pods() {
      return cache.controlledBy(PODS, world.job);
    },
    get live() {
      return world.pods.filter(
        ({ metadata, status }) => metadata.deletionTimestamp === undefined && status?.phase === undefined,
      );
    },
    async settle() {
      for (let before = -1; before !== version; ) {
        before = version;
        waits.length = 0;
        await syncJob(context, world.job, (wait) => waits.push(wait));
      }
    },
    end(pod, phase, { code = 1, ago = 0, condition } = {}) {
      if (pod === undefined) throw new Error("no such pod");
      const finishedAt = new Date(world.now - ago * 1000).toISOString();
      const terminated = { exitCode: phase === "Failed" ? code : 0, finishedAt };
      const conditions = condition === undefined ? [] : [{ type: condition, status: "True" }];
      const status = { phase, conditions, containerStatuses: [{ name: "a", state: { terminated } }] };
      put(PODS, { ...pod, status });
    },
    change: (more) => void put(JOBS, { ...world.job, spec: { ...world.job.spec, ...more } }),
    remove(pod) {
      if (pod !== undefined) remove(PODS, pod);
    },
  };
  const template = {
    metadata: { labels: LABELS },
    spec: { restartPolicy: "Never", containers: [{ name: "a" }] },
  };
  const filled = { parallelism: 1, backoffLimit: 6, selector: { matchLabels: LABELS }, template, ...spec };
  put(JOBS, { metadata: { name: "j", namespace: "default", uid: "j" }, spec: filled });
  return world;
}

function patched(metadata: ObjectMeta, patch: JsonObject): ObjectMeta {
  const gone = (patch["$deleteFromPrimitiveList/finalizers"] ?? []) as string[];
  const added = (patch.finalizers ?? []) as string[];
  const kept = (metadata.finalizers ?? []).filter((finalizer) => !gone.includes(finalizer));
  const { ownerReferences = metadata.ownerReferences } = patch as Pick<ObjectMeta, "ownerReferences">;
  return {
    ...metadata,
    finalizers: [...kept, ...added],
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
  };
}

export const isCounted = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING) !== true;
