import { describe, expect, test } from "vitest";
import type { Pod, PersistentVolumeClaim as VolumeClaim } from "../../types/tables/core/v1-types.ts";
import { usesClaim } from "./protect-claims.ts";

const podWith = (volume: object, { node = "n", gone = false } = {}): Pod => ({
  metadata: {
    name: "p",
    uid: "p",
    ...(gone ? { deletionTimestamp: "2026-07-01T12:00:00Z", deletionGracePeriodSeconds: 0 } : {}),
  },
  spec: { ...(node === "" ? {} : { nodeName: node }), volumes: [{ name: "v", ...volume }] },
});
const claim: VolumeClaim = { metadata: { name: "c" } };
const owner = { apiVersion: "v1", kind: "Pod", name: "p", uid: "p", controller: true };
const own: VolumeClaim = { metadata: { name: "p-v", ownerReferences: [owner] } };

describe("usesClaim", () => {
  test("is true for a pod on a node that names the claim", () => {
    const volume = { persistentVolumeClaim: { claimName: "c" } };
    expect(usesClaim(podWith(volume), claim)).toBe(true);
    expect(usesClaim(podWith(volume), own)).toBe(false);
    expect(usesClaim(podWith(volume, { node: "" }), claim)).toBe(false);
  });

  test("is true for the claim that was made for the pod, until the pod has shut down", () => {
    expect(usesClaim(podWith({ ephemeral: {} }), own)).toBe(true);
    expect(usesClaim(podWith({ ephemeral: {} }, { gone: true }), own)).toBe(false);
    expect(usesClaim(podWith({ ephemeral: {} }), { metadata: { name: "p-v" } })).toBe(false);
  });
});
