import type { JsonObject } from "../../api/json.ts";
import type { ApiClient } from "../api-client.ts";
import type { ObjectName, ObjectPath } from "../controller.ts";
import type { Work, WorkQueue } from "../work-queue.ts";
import type { Writer } from "./client.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { ObjectCache } from "./object-cache.ts";

/** What a workload controller works with. */
export interface WorkloadContext {
  readonly cache: ObjectCache;
  /** As the controller's service account. */
  readonly api: ApiClient;
  readonly writer: Writer;
  readonly events: EventRecorder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The hash in the names of what is made of a template: ComputeHash of the reference. */
  templateHash(template: JsonObject, collisionCount: number | undefined): string;
  /** Where an object of a kind lies in the API; undefined for kinds that are not served. */
  pathOf(reference: ObjectName): ObjectPath | undefined;
  /** Works on keys, some at a time, and tries again what fails. */
  queue(work: Work): WorkQueue;
}

/** One controller; `start` says to the cache what it has to hear of, before the cache is filled. */
export interface WorkloadController {
  start(context: WorkloadContext): void;
}
