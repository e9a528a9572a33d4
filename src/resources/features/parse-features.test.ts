import { describe, expect, test } from "vitest";
import { shownGates } from "./features.ts";
import { parseFeatures } from "./parse-features.ts";

const refusal = (version: string[], gates: string[] = []): string => {
  try {
    parseFeatures(version, gates);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

describe("--emulated-version", () => {
  test.each([
    [["1.35"]],
    [["kube=1.35"]],
    [["v1.35"]],
    [["kube=1.35.0"]],
    [["kube= 1.35"]],
    [["1.035"]],
    [["1.35.x"]],
  ])("%j is 1.35", (settings) => expect(parseFeatures(settings, []).minor).toBe(35));

  // Results of kube-apiserver 1.36.3.
  test.each([
    [["1.36.3"], "patch version not allowed, got: kube=1.36.3"],
    [["foo=1.35"], "component not registered: foo"],
    [["=1.35"], "component not registered: "],
    [["1.35", "kube=1.34"], "duplicate version flag, kube=1.35 and kube=1.34"],
    [["abc"], 'could not parse "abc" as version'],
    [["a=b=c"], 'could not parse "b=c" as version'],
    [["1"], 'illegal version string "1"'],
    [["1.x"], 'illegal version string "1.x"'],
  ])("refuses %j", (settings, text) => expect(refusal(settings)).toBe(text));

  // The oldest version of kube-apiserver is 1.33, which this server does not have.
  test.each(["1.38", "2.0", "1.33", "0.37"])("%s is refused with the versions that there are", (version) => {
    expect(refusal([version])).toBe(
      `Kubernetes ${version} is not supported; there are 1.34, 1.35, 1.36 and 1.37`,
    );
  });
});

describe("--feature-gates", () => {
  test.each([
    ["Foo=true", "unrecognized feature gate: Foo"],
    ["=true", "unrecognized feature gate: "],
    ["ImageVolume=false", "cannot set feature gate ImageVolume to false, feature is locked to true"],
    ["ImageVolume", "missing bool value for ImageVolume"],
    [
      "ImageVolume=maybe",
      'invalid value of ImageVolume=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      "kube:EnvFiles=false,HostnameOverride=false",
      "set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use",
    ],
    ["foo:EnvFiles=false", "component not registered: foo"],
    ["a:b:ImageVolume=true", "component not registered: a"],
    ["DRADeviceTaints=false,Foo=true,ImageVolume=false", "unrecognized feature gate: Foo"],
    [
      "ContainerRestartRules=false",
      "RestartAllContainersOnContainerExits is enabled, but depends on features that are disabled: [ContainerRestartRules]",
    ],
  ])("refuses %s", (settings, text) => expect(refusal([], settings.split(","))).toBe(text));

  test("a gate of a later version is refused", () => {
    expect(refusal(["1.35"], ["AtomicFIFO=true"])).toBe(
      "cannot set feature gate AtomicFIFO to true, feature is PreAlpha at emulated version 1.35, min compatibility version 1.34",
    );
  });

  test("a gate that this server has in one state only is refused in the other", () => {
    expect(refusal([], ["OpenAPIEnums=false"])).toBe(
      "--feature-gates: this server cannot set OpenAPIEnums=false",
    );
    expect(refusal([], ["OpenAPIEnums=true"])).toBe("");
  });

  test("gates that this server has in both states may be set", () => {
    const gate = "AllowUnsafeMalformedObjectDeletion";
    expect(parseFeatures([], [`${gate}=false`]).isOn(gate)).toBe(false);
    expect(parseFeatures(["1.36"], [`${gate}=true`]).isOn(gate)).toBe(true);
  });

  test("gates of other components may be set", () => {
    expect(refusal([], ["KubeletCrashLoopBackOffMax=false", "kube:AllAlpha=false".slice(5)])).toBe("");
  });

  test("the last value counts", () => {
    const features = parseFeatures([], ["AtomicFIFO=F", " AtomicFIFO = 1 "]);
    expect(features.isOn("AtomicFIFO")).toBe(true);
  });
});

test("each version shows the gates that it has", () => {
  const shown = (version: string) =>
    new Map(shownGates(parseFeatures([version], [])).map((one) => [one.gate, one]));
  expect([shown("1.36").size, shown("1.35").size, shown("1.34").size]).toEqual([218, 189, 169]);
  expect(shown("1.34").get("ImageVolume")).toEqual({ gate: "ImageVolume", stage: "beta", isOn: false });
  expect(shown("1.35").get("ImageVolume")).toEqual({ gate: "ImageVolume", stage: "beta", isOn: true });
  expect(shown("1.36").get("ImageVolume")).toEqual({ gate: "ImageVolume", stage: "ga", isOn: true });
  expect(shown("1.34").has("AtomicFIFO")).toBe(false);
  expect(shown("1.37").get("NativeHistograms")).toMatchObject({ stage: "beta", isOn: true });
  expect(shown("1.37").get("DeclarativeValidationTakeover")).toMatchObject({
    stage: "deprecated",
    isOn: false,
  });
});
