import { describe, expect, test } from "vitest";
import type { OwnerReference } from "../../../api/meta.ts";
import type { StatefulSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { belongsToFormerPod, hasOtherController, wantedOwners } from "./claim-owners.ts";

const setOf = (whenDeleted: string, whenScaled: string): StatefulSet => ({
  metadata: { name: "db", uid: "s" },
  spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } },
});
const POD: Pod = { metadata: { name: "db-1", uid: "p" } };

const ref = (kind: string, name: string, uid: string): OwnerReference => ({
  apiVersion: kind === "Pod" ? "v1" : "apps/v1",
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
});
const SET_REF = ref("StatefulSet", "db", "s");
const POD_REF = ref("Pod", "db-1", "p");

const ownership = (set: StatefulSet, inRange: boolean, ...ownerReferences: OwnerReference[]) => ({
  set,
  pod: POD,
  inRange,
  claim: { metadata: { name: "data-db-1", ownerReferences } },
});

describe("wantedOwners", () => {
  test.each([
    ["Retain", "Retain", true, []],
    ["Retain", "Retain", false, []],
    ["Delete", "Retain", true, [SET_REF]],
    ["Delete", "Retain", false, [SET_REF]],
    ["Retain", "Delete", true, []],
    ["Retain", "Delete", false, [POD_REF]],
    ["Delete", "Delete", true, [SET_REF]],
    ["Delete", "Delete", false, [POD_REF]],
  ])("whenDeleted %s, whenScaled %s, in range: %s", (whenDeleted, whenScaled, inRange, wanted) => {
    const set = setOf(whenDeleted, whenScaled);
    for (const now of [[], [SET_REF], [POD_REF], [SET_REF, POD_REF]]) {
      const isRight = JSON.stringify(now) === JSON.stringify(wanted);
      expect(wantedOwners(ownership(set, inRange, ...now))).toEqual(isRight ? undefined : wanted);
    }
  });

  test("makes an owner that is no controller one, and keeps others", () => {
    const other = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "a" };
    const { controller, ...plain } = SET_REF;
    expect(wantedOwners(ownership(setOf("Delete", "Retain"), true, other, plain))).toEqual([other, SET_REF]);
  });

  test("leaves the claim to another controller, and to a set or pod that is gone", () => {
    const other = ref("Other", "a", "a");
    const set = setOf("Delete", "Retain");
    expect(wantedOwners(ownership(set, true, other))).toBeUndefined();
    expect(hasOtherController(ownership(set, true, other))).toBe(true);
    expect(hasOtherController(ownership(setOf("Retain", "Retain"), true, other))).toBe(false);
    expect(wantedOwners(ownership(set, true, SET_REF, other))).toEqual([other]);
    expect(wantedOwners(ownership(set, true, { ...SET_REF, uid: "former" }))).toBeUndefined();
    const former = { metadata: { name: "c", ownerReferences: [{ ...POD_REF, uid: "former" }] } };
    expect(belongsToFormerPod(former, POD)).toBe(true);
  });
});
