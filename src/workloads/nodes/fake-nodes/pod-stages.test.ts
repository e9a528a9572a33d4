import { describe, expect, test } from "vitest";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { endedStatus, nextStage, readinessChanged, resizedStatus, runningStatus } from "./pod-stages.ts";

const START = Date.parse("2026-07-01T12:00:00Z");
const PLACE = { hostIP: "172.18.0.2", podIP: "10.244.0.2" };

const pending = (metadata: Pod["metadata"] = {}, spec: Pod["spec"] = {}): Pod => ({
  metadata: { creationTimestamp: "2026-07-01T12:00:00Z", ...metadata },
  spec: { containers: [{ name: "a", image: "a:1" }], restartPolicy: "Never", ...spec },
  status: { phase: "Pending" },
});

const started = (pod: Pod): Pod => ({ ...pod, status: runningStatus(pod, PLACE, START) });
const OF_JOB = { ownerReferences: [{ apiVersion: "batch/v1", kind: "Job", name: "j", uid: "j" }] };

describe("nextStage", () => {
  test("pods run at once, or after the delay of their annotation", () => {
    expect(nextStage(pending())).toEqual({ do: "run", at: START });
    const annotations = { "pod-ready.stage.kwok.x-k8s.io/delay": "5s" };
    expect(nextStage(pending({ annotations }))).toEqual({ do: "run", at: START + 5000 });
  });

  test("pods of jobs succeed after a moment, others go on", () => {
    expect(nextStage(started(pending()))).toBeUndefined();
    expect(nextStage(started(pending(OF_JOB)))).toEqual({ do: "succeed", at: START + 1000 });
    expect(nextStage(started(pending(OF_JOB, { restartPolicy: "Always" })))).toBeUndefined();
  });

  test("pods fail that are labelled so", () => {
    const labels = { "pod-container-running-failed.stage.kwok.x-k8s.io": "true" };
    const annotations = { "pod-container-running-failed.stage.kwok.x-k8s.io/delay": "0s" };
    expect(nextStage(started(pending({ labels, annotations })))).toEqual({ do: "fail", at: START });
  });

  test("deleted pods go at once, and with a delay no later than their grace period ends", () => {
    const gone = { deletionTimestamp: "2026-07-01T12:00:40Z", deletionGracePeriodSeconds: 30 };
    expect(nextStage(pending(gone))).toEqual({ do: "delete", at: START + 10_000 });
    const annotations = { "pod-delete.stage.kwok.x-k8s.io/delay": "1h" };
    expect(nextStage(pending({ ...gone, annotations }))).toEqual({ do: "delete", at: START + 40_000 });
  });
});

describe("runningStatus", () => {
  test("waits for readiness gates", () => {
    const spec = { readinessGates: [{ conditionType: "example.com/ready" }] };
    const pod = started(pending({}, spec));
    expect(pod.status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("False");
    expect(readinessChanged(pod)).toBe(false);
    const gate = { type: "example.com/ready", status: "True" };
    const open = { ...pod, status: { ...pod.status, conditions: [...(pod.status?.conditions ?? []), gate] } };
    expect(readinessChanged(open)).toBe(true);
  });

  test("init containers have ended, and those that restart go on", () => {
    const initContainers = [{ name: "i" }, { name: "sidecar", restartPolicy: "Always" }];
    const { initContainerStatuses } = runningStatus(pending({}, { initContainers }), PLACE, START);
    expect(initContainerStatuses).toMatchObject([
      { state: { terminated: { exitCode: 0 } } },
      { state: { running: {} } },
    ]);
  });
});

describe("resizedStatus", () => {
  const container = (cpu: string) => ({ name: "a", image: "a:1", resources: { requests: { cpu } } });

  test("says what containers have been given, as often as that changes", () => {
    const pod = started(pending({}, { containers: [container("1")] }));
    expect(pod.status?.containerStatuses).toMatchObject([
      { resources: { requests: { cpu: "1" } }, allocatedResources: { cpu: "1" } },
    ]);
    expect(resizedStatus(pod)).toBeUndefined();
    expect(resizedStatus({ ...pod, spec: { ...pod.spec, containers: [container("2")] } })).toEqual({
      containerStatuses: [
        { name: "a", resources: { requests: { cpu: "2" } }, allocatedResources: { cpu: "2" } },
      ],
    });
  });
});

describe("endedStatus", () => {
  test("has the exit code and the words of the annotations", () => {
    const prefix = "pod-container-running-failed.stage.kwok.x-k8s.io";
    const annotations = { [`${prefix}/exit-code`]: "137", [`${prefix}/reason`]: "OOMKilled" };
    expect(endedStatus(started(pending({ annotations })), true, START)).toMatchObject({
      phase: "Failed",
      containerStatuses: [{ state: { terminated: { exitCode: 137, reason: "OOMKilled" } } }],
    });
    expect(endedStatus(started(pending()), false, START)).toMatchObject({
      phase: "Succeeded",
      containerStatuses: [{ state: { terminated: { exitCode: 0, reason: "Completed" } } }],
    });
  });
});
