import { describe, expect, test } from "vitest";
import type {
  PersistentVolume as Volume,
  PersistentVolumeClaim as VolumeClaim,
} from "../../types/tables/core/v1-types.ts";
import { bestVolume, isBoundTo, mismatch } from "./match.ts";

const volumeOf = (name: string, storage: string, spec: Volume["spec"] = {}): Volume => ({
  metadata: { name, labels: { name } },
  spec: { capacity: { storage }, accessModes: ["ReadWriteOnce"], ...spec },
  status: { phase: "Available" },
});

const claimOf = (storage: string, spec: VolumeClaim["spec"] = {}): VolumeClaim => ({
  metadata: { namespace: "default", name: "c", uid: "1" },
  spec: { resources: { requests: { storage } }, accessModes: ["ReadWriteOnce"], ...spec },
});

const best = (claim: VolumeClaim, volumes: readonly Volume[], isDelayed = false): string | undefined =>
  bestVolume(claim, volumes, isDelayed)?.metadata.name;

describe("bestVolume", () => {
  const sizes = [volumeOf("big", "10Gi"), volumeOf("fits", "2Gi"), volumeOf("small", "500Mi")];

  test("is the smallest that is large enough, of those with the fewest access modes", () => {
    expect(best(claimOf("1Gi"), sizes)).toBe("fits");
    expect(best(claimOf("20Gi"), sizes)).toBeUndefined();
    const shared = volumeOf("shared", "1Gi", { accessModes: ["ReadWriteOnce", "ReadOnlyMany"] });
    expect(best(claimOf("1Gi"), [shared, ...sizes])).toBe("fits");
    expect(best(claimOf("1Gi", { accessModes: ["ReadOnlyMany"] }), [shared, ...sizes])).toBe("shared");
  });

  test("has the class, the mode and the labels that the claim wants", () => {
    const gold = volumeOf("gold", "1Gi", { storageClassName: "gold" });
    const block = volumeOf("block", "1Gi", { volumeMode: "Block" });
    const all = [gold, block, ...sizes];
    expect(best(claimOf("1Gi", { storageClassName: "gold" }), all)).toBe("gold");
    expect(best(claimOf("1Gi", { volumeMode: "Block" }), all)).toBe("block");
    expect(best(claimOf("1Gi", { selector: { matchLabels: { name: "big" } } }), all)).toBe("big");
  });

  test("is the one that names the claim, also while the class waits for a consumer", () => {
    const reserved = volumeOf("reserved", "50Gi", { claimRef: { namespace: "default", name: "c" } });
    const taken = volumeOf("taken", "1Gi", { claimRef: { namespace: "default", name: "d" } });
    expect(best(claimOf("1Gi"), [taken, ...sizes, reserved])).toBe("reserved");
    expect(best(claimOf("1Gi"), [taken, ...sizes], true)).toBeUndefined();
    expect(best(claimOf("1Gi"), [taken, ...sizes, reserved], true)).toBe("reserved");
  });

  test("is none that is bound, released or on its way out", () => {
    const released = { ...volumeOf("a", "1Gi"), status: { phase: "Released" } };
    const dying = volumeOf("b", "1Gi");
    dying.metadata.deletionTimestamp = "2026-07-01T12:00:00Z";
    expect(best(claimOf("1Gi"), [released, dying])).toBeUndefined();
  });
});

test("isBoundTo accepts a volume that waits for a claim of this name, and none of an older claim", () => {
  const bound = (uid?: string): boolean => {
    const claimRef = { namespace: "default", name: "c", ...(uid === undefined ? {} : { uid }) };
    return isBoundTo(volumeOf("a", "1Gi", { claimRef }), claimOf("1Gi"));
  };
  expect([bound(), bound("1"), bound("2")]).toEqual([true, true, false]);
});

test("mismatch says why a volume that was asked for does not fit", () => {
  expect(mismatch(volumeOf("a", "1Gi"), claimOf("1Gi"))).toBeUndefined();
  expect(mismatch(volumeOf("a", "1Gi"), claimOf("2Gi"))).toBe("requested PV is too small");
  expect(mismatch(volumeOf("a", "1Gi", { storageClassName: "b" }), claimOf("1Gi"))).toBe(
    "storageClassName does not match",
  );
  expect(mismatch(volumeOf("a", "1Gi", { volumeMode: "Block" }), claimOf("1Gi"))).toBe(
    "incompatible volumeMode",
  );
  expect(mismatch(volumeOf("a", "1Gi"), claimOf("1Gi", { accessModes: ["ReadOnlyMany"] }))).toBe(
    "incompatible accessMode",
  );
});
