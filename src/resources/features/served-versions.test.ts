import { expect, test } from "vitest";
import { ipAddress } from "../kinds/networking/ip-address/definition.ts";
import { withServedVersions } from "./served-versions.ts";

const versionsIn = (minor: number): string[] =>
  withServedVersions(() => true, minor)(ipAddress).versions.map(({ version }) => version);

test("withServedVersions leaves out versions that the emulated Kubernetes has removed", () => {
  expect(versionsIn(36)).toEqual(["v1", "v1beta1"]);
  expect(versionsIn(37)).toEqual(["v1"]);
});
