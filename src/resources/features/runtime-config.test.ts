import { describe, expect, test } from "vitest";
import { servedVersions } from "../kinds/served-versions.ts";

const isServed = (settings: readonly string[], group: string, version: string, plural = "x"): boolean =>
  servedVersions(settings)({ group, version, plural });

describe("--runtime-config", () => {
  test("leaves the versions that are on by default", () => {
    expect(isServed([], "", "v1")).toBe(true);
    expect(isServed([], "networking.k8s.io", "v1beta1")).toBe(false);
    expect(isServed([], "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicies")).toBe(false);
    expect(isServed([], "admissionregistration.k8s.io", "v1beta1", "mutatingwebhookconfigurations")).toBe(
      true,
    );
  });

  test.each([
    [["networking.k8s.io/v1beta1=true"], "networking.k8s.io", "v1beta1", true],
    [["networking.k8s.io/v1beta1"], "networking.k8s.io", "v1beta1", true],
    [["apps/v1=false"], "apps", "v1", false],
    [["apps/v1=F"], "apps", "v1", false],
    [["/v1=false"], "", "v1", false],
    [["v1=false"], "", "v1", false],
    [["api/v1=false"], "", "v1", false],
    [["api/legacy=false"], "", "v1", true],
    [["apps/v1=false", "apps/v1=true"], "apps", "v1", true],
    [["apps/v1=false,batch/v1=true"], "apps", "v1", false],
    [["api/all=true"], "networking.k8s.io", "v1beta1", true],
    [["api/beta=true"], "networking.k8s.io", "v1beta1", true],
    [["api/beta=true", "networking.k8s.io/v1beta1=false"], "networking.k8s.io", "v1beta1", false],
    [["networking.k8s.io/v1beta1=false", "api/beta=true"], "networking.k8s.io", "v1beta1", false],
    [["api/alpha=true"], "networking.k8s.io", "v1beta1", false],
    [["api/beta=false", "api/all=true"], "networking.k8s.io", "v1beta1", false],
    [["api/all=false", "apps/v1=true"], "batch", "v1", false],
    [["api/all=false", "apps/v1=true"], "apps", "v1", true],
    [["api/ga=false", "apps/v1=true"], "batch", "v1", false],
  ] as const)("%j: %s/%s is served: %s", (settings, group, version, expected) => {
    expect(isServed(settings, group, version)).toBe(expected);
  });

  test("a resource counts more than its version", () => {
    const settings = ["apps/v1/deployments=true", "apps/v1=false"];
    expect(isServed(settings, "apps", "v1", "deployments")).toBe(true);
    expect(isServed(settings, "apps", "v1", "daemonsets")).toBe(false);
    expect(isServed(["/v1/pods=false"], "", "v1", "pods")).toBe(false);
  });

  test.each([
    [["api/all=false"], "invalid runtime-config with only api/all=false"],
    [["foo"], "runtime-config invalid key foo"],
    [["a/b/c/d=true"], "runtime-config invalid key a/b/c/d"],
    [["foo/v1=true", "bar/v1/x"], "unknown api groups bar/v1,foo/v1"],
    [["api/beta=maybe"], "invalid value api/beta=maybe"],
    [["api/beta"], "invalid value api/beta="],
    [["apps/v9=true"], "group version apps/v9 that has not been registered"],
    [
      ["apps/v1=maybe"],
      'invalid value of apps/v1: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      ["apps/v1/Deployments=true"],
      'invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase plural, not "Deployments"',
    ],
    [
      ["coordination.k8s.io/v1beta1=true"],
      "--runtime-config: this server cannot set coordination.k8s.io/v1beta1=true",
    ],
  ])("%j is refused", (settings, text) => {
    expect(() => servedVersions(settings)).toThrow(new Error(text));
  });
});
