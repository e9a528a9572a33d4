import { formatTime } from "../../../api/time.ts";
import { goDurationMs } from "../../../go/duration.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Container, Pod, PodReadinessGate, PodStatus } from "../../../types/tables/core/v1-types.ts";
import { findCondition } from "../../shared/conditions.ts";

/** The next step of a pod on a fake node. */
export interface Stage {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly do: "run" | "succeed" | "fail" | "delete";
}

/** Returns the name of a label or annotation of kwok: `pod-complete.stage.kwok.x-k8s.io/delay`. */
const stageKey = (stage: string, name?: string): string =>
  `${stage}.stage.kwok.x-k8s.io${name === undefined ? "" : `/${name}`}`;

const FAILED = "pod-container-running-failed";
const SUCCEEDS_AFTER_MS = 1000;
const FAILS_AFTER_MS = 1000;

/** Returns the next step; undefined if the pod stays as it is. */
export function nextStage(pod: Pod): Stage | undefined {
  const { metadata, status, spec } = pod;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp !== undefined) {
    const deadline = Date.parse(deletionTimestamp);
    const asked = deadline - deletionGracePeriodSeconds * 1000;
    return { do: "delete", at: Math.min(deadline, asked + delayOf(pod, "pod-delete", 0)) };
  }
  if (status?.phase === "Pending" || status?.phase === undefined)
    return { do: "run", at: scheduledAt(pod) + delayOf(pod, "pod-ready", 0) };
  if (status.phase !== "Running") return undefined;
  if (metadata.labels?.[stageKey(FAILED)] === "true")
    return { do: "fail", at: startedAt(pod) + delayOf(pod, FAILED, FAILS_AFTER_MS) };
  const isOfJob = metadata.ownerReferences?.some(({ kind }) => kind === "Job") === true;
  if (!isOfJob || spec?.restartPolicy === "Always" || !isReadyNow(pod)) return undefined;
  return { do: "succeed", at: startedAt(pod) + delayOf(pod, "pod-complete", SUCCEEDS_AFTER_MS) };
}

function delayOf({ metadata }: Pod, stage: string, usual: number): number {
  const text = metadata.annotations?.[stageKey(stage, "delay")];
  return Math.max(0, (text === undefined ? undefined : goDurationMs(text)) ?? usual);
}

const scheduledAt = (pod: Pod): number => transitionOf(pod, "PodScheduled");
const startedAt = (pod: Pod): number => transitionOf(pod, "Ready");

function transitionOf({ status, metadata }: Pod, type: string): number {
  const time = findCondition(status?.conditions, type)?.lastTransitionTime ?? metadata.creationTimestamp;
  return Date.parse(time ?? "") || 0;
}

const isReadyNow = ({ status }: Pod): boolean =>
  findCondition(status?.conditions, "Ready")?.status === "True";

/** Addresses of a pod. */
export interface Place {
  readonly hostIP: string;
  readonly podIP: string;
}

/** Returns the status of a started pod, as its kubelet writes it. */
export function runningStatus(pod: Pod, { hostIP, podIP }: Place, now: number): JsonObject {
  const time = formatTime(now);
  const gates = pod.spec?.readinessGates ?? [];
  const open = gates.filter(
    ({ conditionType }) => findCondition(pod.status?.conditions, conditionType)?.status !== "True",
  );
  return {
    phase: "Running",
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: pod.status?.startTime ?? time,
    conditions: [
      condition("PodReadyToStartContainers", true, time),
      condition("Initialized", true, time),
      open.length === 0 ? condition("Ready", true, time) : notReady(open, time),
      condition("ContainersReady", true, time),
      { ...condition("PodScheduled", true, time), lastTransitionTime: formatTime(scheduledAt(pod)) },
    ],
    containerStatuses: (pod.spec?.containers ?? []).map((container) =>
      containerStatus(container, { running: { startedAt: time } }, true),
    ),
    ...initStatuses(pod, time),
  };
}

const condition = (type: string, holds: boolean, time: string): JsonObject => ({
  type,
  status: holds ? "True" : "False",
  lastProbeTime: null,
  lastTransitionTime: time,
});

const notReady = (open: readonly PodReadinessGate[], time: string): JsonObject => ({
  ...condition("Ready", false, time),
  reason: "ReadinessGatesNotReady",
  message: open
    .map(
      ({ conditionType }) =>
        `corresponding condition of pod readiness gate "${conditionType}" does not exist.`,
    )
    .join(", "),
});

/**
 * Returns true if the condition Ready has to be written again, because the conditions of the pod's readiness
 * gates have changed.
 */
export function readinessChanged(pod: Pod): boolean {
  const gates = pod.spec?.readinessGates ?? [];
  if (gates.length === 0 || pod.status?.phase !== "Running") return false;
  const open = gates.some(
    ({ conditionType }) => findCondition(pod.status?.conditions, conditionType)?.status !== "True",
  );
  return isReadyNow(pod) === open;
}

const containerStatus = (container: Container, state: JsonObject, ready: boolean): JsonObject => ({
  name: container.name,
  image: container.image ?? "",
  imageID: "",
  ready,
  started: ready,
  restartCount: 0,
  state,
  lastState: {},
  ...("running" in state ? givenTo(container) : {}),
});

/**
 * Returns the resources that a container got, which are those that it requests. Only pods with this field in
 * their status can be resized.
 */
const givenTo = ({ resources = {} }: Container): JsonObject => ({
  resources,
  ...(resources.requests === undefined ? {} : { allocatedResources: resources.requests }),
});

/** Returns the new resources of the containers if the pod has been resized; undefined otherwise. */
export function resizedStatus({ spec, status }: Pod): JsonObject | undefined {
  const containers = spec?.containers ?? [];
  if (status?.phase !== "Running" || containers.every((one) => hasWhatItAsksFor(one, status)))
    return undefined;
  return { containerStatuses: containers.map((one) => ({ name: one.name, ...givenTo(one) })) };
}

function hasWhatItAsksFor({ name, resources = {} }: Container, { containerStatuses }: PodStatus): boolean {
  const said = containerStatuses?.find((status) => status.name === name)?.resources;
  return said === undefined || semanticEqual(said, resources);
}

/** Returns the statuses of init containers: sidecars (restart policy Always) run, the others have ended. */
function initStatuses({ spec }: Pod, time: string): JsonObject {
  const containers = spec?.initContainers ?? [];
  if (containers.length === 0) return {};
  return {
    initContainerStatuses: containers.map((container) =>
      container.restartPolicy === "Always"
        ? containerStatus(container, { running: { startedAt: time } }, true)
        : {
            ...containerStatus(container, { terminated: ended(0, "Completed", time, time) }, true),
            started: false,
          },
    ),
  };
}

const ended = (exitCode: number, reason: string, startedAt: string, finishedAt: string): JsonObject => ({
  exitCode,
  reason,
  startedAt,
  finishedAt,
});

/**
 * Returns the status of a pod whose containers have ended: with success, or with the failure that its
 * annotations describe.
 */
export function endedStatus(pod: Pod, failed: boolean, now: number): JsonObject {
  const time = formatTime(now);
  const since = pod.status?.startTime ?? time;
  const note = (name: string): string | undefined => pod.metadata.annotations?.[stageKey(FAILED, name)];
  const exitCode = Number(note("exit-code") ?? 1);
  const terminated = failed
    ? {
        ...ended(Number.isInteger(exitCode) ? exitCode : 1, note("reason") ?? "Error", since, time),
        ...(note("message") === undefined ? {} : { message: note("message") }),
      }
    : ended(0, "Completed", since, time);
  const isHit = ({ name }: Container): boolean => (note("container-name") ?? name) === name;
  const because = failed ? { reason: "PodFailed" } : { reason: "PodCompleted" };
  return {
    phase: failed ? "Failed" : "Succeeded",
    conditions: [
      { ...condition("Ready", false, time), ...because },
      { ...condition("ContainersReady", false, time), ...because },
    ],
    containerStatuses: (pod.spec?.containers ?? []).map((container) => ({
      ...containerStatus(
        container,
        { terminated: failed && !isHit(container) ? ended(0, "Completed", since, time) : terminated },
        false,
      ),
    })),
  };
}
