import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import type { HorizontalPodAutoscaler as Autoscaler } from "../../../types/tables/autoscaling/v2-types.ts";
import { ObjectCache } from "../../shared/object-cache.ts";
import { syncAutoscaler } from "./sync-autoscaler.ts";

const NOW = Date.parse("2026-07-01T12:00:00Z");

const cpu = { type: "Resource", resource: { name: "cpu", target: { averageUtilization: 50 } } };

interface World {
  /** Undefined: the target does not exist. */
  readonly replicas: number | undefined;
  readonly minReplicas?: number;
  /** Number of writes that fail with a conflict. */
  readonly conflicts?: number;
}

/** Syncs an autoscaler for 2 to 4 replicas once, and records the writes and events. */
async function looked({ replicas, minReplicas = 2, conflicts = 0 }: World) {
  const said: string[] = [];
  const sizes: unknown[] = [];
  let left = conflicts;
  const autoscaler: Autoscaler = {
    metadata: { namespace: "default", name: "h" },
    spec: {
      minReplicas,
      maxReplicas: 4,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "t" },
      metrics: [cpu],
    },
  };
  let status: Autoscaler["status"];
  const fail = () => Promise.reject(new Error("not here"));
  const say = (_: unknown, reason: string): number => said.push(reason);
  const able = await syncAutoscaler(
    {
      cache: new ObjectCache(),
      now: () => NOW,
      templateHash: () => "",
      pathOf: () => ({ path: "/t", namespaced: true }),
      queue: () => ({ add: () => {}, addLater: () => {}, stop: async () => {} }),
      events: { normal: say, warning: say },
      api: {
        get: async () =>
          replicas === undefined
            ? { status: 404, body: { message: 'deployments.apps "t" not found' } }
            : { status: 200, body: { spec: { replicas }, status: { selector: "app=t" } } },
        send: async (_, __, body: JsonObject = {}) => {
          if (left-- > 0) return { status: 409, body: { message: "conflict" } };
          sizes.push(body.spec);
          return { status: 200, body };
        },
        patch: fail,
      },
      writer: {
        create: fail,
        patch: fail,
        post: fail,
        remove: fail,
        update: async (kind, object) => {
          status = object.status as Autoscaler["status"];
          return kind.of(object);
        },
      },
    },
    autoscaler,
  );
  const conditions = (status?.conditions ?? []).map(
    ({ type, status: is, reason }) => `${type} ${is} ${reason}`,
  );
  return { able, said, sizes, status, conditions };
}

describe("syncAutoscaler", () => {
  test("keeps the size between its bounds", async () => {
    const low = await looked({ replicas: 1 });
    expect(low).toMatchObject({ able: true, said: ["SuccessfulRescale"], sizes: [{ replicas: 2 }] });
    expect(low.status).toMatchObject({
      currentReplicas: 1,
      desiredReplicas: 2,
      lastScaleTime: "2026-07-01T12:00:00Z",
    });
    expect((await looked({ replicas: 9, conflicts: 2 })).sizes).toEqual([{ replicas: 4 }]);
    expect(await looked({ replicas: 9, conflicts: 9 })).toMatchObject({
      able: false,
      said: ["FailedRescale"],
      conditions: ["AbleToScale False FailedUpdateScale"],
    });
  });

  test("says that there are no metrics, and leaves the size as it is", async () => {
    const { conditions, said, sizes, status } = await looked({ replicas: 3 });
    expect(conditions).toEqual([
      "AbleToScale True SucceededGetScale",
      "ScalingActive False FailedGetResourceMetric",
    ]);
    expect(said).toEqual(["FailedGetResourceMetric", "FailedComputeMetricsReplicas"]);
    expect(sizes).toEqual([]);
    expect(status).toMatchObject({ currentReplicas: 3, currentMetrics: [{ type: "" }] });
  });

  test("leaves a target of size zero alone, and says when there is none", async () => {
    expect(await looked({ replicas: 0 })).toMatchObject({
      said: [],
      sizes: [],
      conditions: ["AbleToScale True SucceededGetScale", "ScalingActive False ScalingDisabled"],
    });
    expect(await looked({ replicas: undefined })).toMatchObject({
      able: false,
      said: ["FailedGetScale"],
      conditions: ["AbleToScale False FailedGetScale"],
    });
  });
});
