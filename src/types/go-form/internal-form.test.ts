import { expect, test } from "vitest";
import { tableNames, typeNamesOf } from "../notation/tables.ts";
import { internalFields, internalForm } from "./internal-form.ts";

const texts = tableNames().flatMap((table) =>
  typeNamesOf(table).map((name) => internalFields(`${table}.${name}`) ?? ""),
);

test("internalFields names only fields that types have", () => {
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => /undefined|^ | {2}| $/.test(text))).toEqual([]);
});

test("internalFields spells names as Go does, and takes what an internal type has differently", () => {
  expect(internalFields("core/v1.FCVolumeSource")).toBe(
    "TargetWWNs:? Lun:? FSType=fsType:s ReadOnly:b WWIDs=wwids:?",
  );
  expect(internalFields("core/v1.PersistentVolumeClaimTemplate")).toBe(
    "@metadata Spec:core/v1.PersistentVolumeClaimSpec",
  );
  expect(internalFields("core/v1.None")).toBeUndefined();
});

test("internalForm prints a pod's fields in the order of its type", () => {
  const names = Object.keys(internalForm("core/v1.PodSpec", {}));
  expect(names.slice(-3)).toEqual(["HostnameOverride", "SchedulingGroup", "EvictionResponders"]);
  expect(names).toContain("DeprecatedServiceAccount");
});

test("internalForm prints fields that only older versions have", () => {
  const names = Object.keys(internalForm("certificates/v1.PodCertificateRequestSpec", {}));
  expect(names.slice(-4)).toEqual([
    "PKIXPublicKey",
    "ProofOfPossession",
    "StubPKCS10Request",
    "UnverifiedUserAnnotations",
  ]);
});
