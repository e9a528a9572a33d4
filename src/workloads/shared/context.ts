import type { JsonObject } from "../../json/value.ts";
import type { ApiClient } from "../base/api-client.ts";
import type { ObjectName, ObjectPath } from "../base/controller.ts";
import type { Work, WorkQueue } from "../base/work-queue.ts";
import type { Writer } from "./client.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { ObjectCache } from "./object-cache.ts";

/** Dependencies of a workload controller. */
export interface WorkloadContext {
  readonly cache: ObjectCache;
  /** Client that uses the service account of the controller. */
  readonly api: ApiClient;
  readonly writer: Writer;
  readonly events: EventRecorder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Returns the hash of a pod template for the names of objects that are created from it: ComputeHash of the
   * reference.
   */
  templateHash(template: JsonObject, collisionCount: number | undefined): string;
  /** Returns the API path of an object; undefined for kinds that are not served. */
  pathOf(reference: ObjectName): ObjectPath | undefined;
  /** Creates a queue that processes several keys at the same time, and retries failures. */
  queue(work: Work): WorkQueue;
}

/** A controller. `start` registers its listeners at the cache, before the cache is filled. */
export interface WorkloadController {
  start(context: WorkloadContext): void;
}
