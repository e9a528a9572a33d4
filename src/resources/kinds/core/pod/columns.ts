import type { KubeObject } from "../../../../api/meta.ts";
import { oncePerObject } from "../../../../async/once.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { at, count, flag, items, since, text } from "../../../define/cell.ts";

/** Ready and all containers: `1/2`. */
export function readyContainers(pod: KubeObject): string {
  const { ready, total } = stateOf(pod);
  return `${ready}/${total}`;
}

/** State of a pod in one word, such as `CrashLoopBackOff` (printPod). */
export const podReason = (pod: KubeObject): string => stateOf(pod).reason;

/** Number of restarts, and the time since the last one: `3 (5m ago)`. */
export function podRestarts(pod: KubeObject, now: number): string {
  const { restarts, lastRestart } = stateOf(pod);
  return restarts === 0 || lastRestart === undefined
    ? String(restarts)
    : `${restarts} (${since(lastRestart, now)} ago)`;
}

/** Fulfilled gates and all of them: `1/2`; `<none>` without any. */
export function readinessGates(pod: KubeObject): string {
  const gates = items(pod, "spec.readinessGates");
  if (gates.length === 0) return "<none>";
  const conditions = items(pod, "status.conditions");
  const open = gates.filter((gate) => {
    const condition = conditions.find(({ type }) => type === gate.conditionType);
    return condition?.status === "True";
  });
  return `${open.length}/${gates.length}`;
}

/** Returns the state of a pod, which several cells of a row use. */
const stateOf: (pod: KubeObject) => PodState = oncePerObject((pod) => new PodState(pod));

/** Counts of containers, and the status text of a pod. */
class PodState {
  ready = 0;
  total: number;
  restarts = 0;
  lastRestart: string | undefined;
  reason: string;
  readonly #pod: KubeObject;
  #sidecarRestarts = 0;
  #lastSidecarRestart: string | undefined;

  constructor(pod: KubeObject) {
    this.#pod = pod;
    this.total =
      items(pod, "spec.containers").length + items(pod, "spec.initContainers").filter(isSidecar).length;
    this.reason = text(pod, "status.reason", text(pod, "status.phase"));
    if (this.#condition("PodScheduled")?.reason === "SchedulingGated") this.reason = "SchedulingGated";
    const initializing = this.#readInitContainers();
    if (!initializing || this.#condition("Initialized")?.status === "True") this.#readContainers();
    this.#readDeletion();
  }

  #condition(type: string): JsonObject | undefined {
    return items(this.#pod, "status.conditions").find((condition) => condition.type === type);
  }

  /** Returns true while an init container has not completed. */
  #readInitContainers(): boolean {
    const specs = items(this.#pod, "spec.initContainers");
    const statuses = items(this.#pod, "status.initContainerStatuses");
    for (const [i, status] of statuses.entries()) {
      const sidecar = specs.some((spec) => spec.name === status.name && isSidecar(spec));
      this.#countInitRestarts(status, sidecar);
      const reason = initReason(status, sidecar, i, specs.length);
      if (reason === undefined) {
        if (sidecar && !isDone(status) && flag(status, "ready")) this.ready++;
        continue;
      }
      this.reason = reason;
      return true;
    }
    return false;
  }

  #countInitRestarts(status: JsonObject, sidecar: boolean): void {
    const last = finishedAt(status);
    this.restarts += count(status, "restartCount");
    this.lastRestart = later(this.lastRestart, last);
    if (!sidecar) return;
    this.#sidecarRestarts += count(status, "restartCount");
    this.#lastSidecarRestart = later(this.#lastSidecarRestart, last);
  }

  /** Reads the containers in reverse order, so that the first container with a reason decides the status text. */
  #readContainers(): void {
    this.restarts = this.#sidecarRestarts;
    this.lastRestart = this.#lastSidecarRestart;
    let running = false;
    let failure = "";
    for (const status of [...items(this.#pod, "status.containerStatuses")].reverse()) {
      this.restarts += count(status, "restartCount");
      this.lastRestart = later(this.lastRestart, finishedAt(status));
      const reason = containerReason(status);
      if (reason !== undefined) {
        this.reason = reason;
        if (
          at(status, "state.waiting.reason") === undefined &&
          count(status, "state.terminated.exitCode") !== 0
        ) {
          failure = reason;
        }
      } else if (flag(status, "ready") && at(status, "state.running") !== undefined) {
        running = true;
        this.ready++;
      }
    }
    if (this.reason === "Completed") this.reason = this.#completedReason(running, failure);
  }

  #completedReason(running: boolean, failure: string): string {
    if (running && this.#condition("Ready")?.status === "True") return "Running";
    if (failure !== "") return failure;
    return running ? "NotReady" : this.reason;
  }

  #readDeletion(): void {
    if (this.#pod.metadata.deletionTimestamp === undefined) return;
    const phase = text(this.#pod, "status.phase");
    if (text(this.#pod, "status.reason") === "NodeLost") this.reason = "Unknown";
    else if (phase !== "Failed" && phase !== "Succeeded") this.reason = "Terminating";
  }
}

const isSidecar = (container: JsonObject): boolean => container.restartPolicy === "Always";

const isDone = (status: JsonObject): boolean =>
  at(status, "state.terminated") !== undefined && count(status, "state.terminated.exitCode") === 0;

const finishedAt = (status: JsonObject): string => text(status, "lastState.terminated.finishedAt");

const later = (known: string | undefined, found: string): string | undefined =>
  found !== "" && (known === undefined || Date.parse(found) > Date.parse(known)) ? found : known;

/** Reason why the pod still waits for an init container; undefined if it does not wait. */
function initReason(status: JsonObject, sidecar: boolean, index: number, total: number): string | undefined {
  if (isDone(status) || (sidecar && flag(status, "started"))) return undefined;
  if (at(status, "state.terminated") !== undefined) return `Init:${terminatedReason(status)}`;
  const waiting = text(status, "state.waiting.reason");
  return waiting !== "" && waiting !== "PodInitializing" ? `Init:${waiting}` : `Init:${index}/${total}`;
}

function containerReason(status: JsonObject): string | undefined {
  const waiting = text(status, "state.waiting.reason");
  if (waiting !== "") return waiting;
  return at(status, "state.terminated") === undefined ? undefined : terminatedReason(status);
}

function terminatedReason(status: JsonObject): string {
  const reason = text(status, "state.terminated.reason");
  if (reason !== "") return reason;
  const signal = count(status, "state.terminated.signal");
  return signal === 0 ? `ExitCode:${count(status, "state.terminated.exitCode")}` : `Signal:${signal}`;
}

const completed = (reason: string, message: string): readonly JsonObject[] => [
  { type: "Completed", status: "True", reason, message },
];

const SUCCEEDED = completed("Succeeded", "The pod has completed successfully.");

const FAILED = completed("Failed", "The pod failed.");

/** Returns the conditions of a row, which mark pods that have ended. */
export function podRowConditions(pod: KubeObject): readonly JsonObject[] | undefined {
  const phase = text(pod, "status.phase");
  return phase === "Succeeded" ? SUCCEEDED : phase === "Failed" ? FAILED : undefined;
}
