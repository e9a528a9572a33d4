import { expect, test } from "vitest";
import { builtinResources } from "../kinds/index.ts";

test("what the reference has stored in an earlier version is read as the newest one", () => {
  const policies = builtinResources({ v1beta1Registration: false }).find(
    ({ plural }) => plural === "mutatingadmissionpolicies",
  );
  const read = (version: string) =>
    policies?.fromStore?.({ apiVersion: `admissionregistration.k8s.io/${version}`, metadata: { name: "a" } });
  const expected = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: "a" } };
  expect(["v1beta1", "v1"].map(read)).toEqual([expected, expected]);
});
