import { expect, it } from "vitest";
import { checkFlags } from "./check-flags.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { serveOptions } from "./serve-options.ts";

const DEFAULTS = Object.fromEntries(
  Object.values(serveOptions())
    .flat()
    .map((option) => [option.attributeName(), option.defaultValue]),
) as unknown as ServeFlags;
const V1BETA1 = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  plural: "mutatingwebhookconfigurations",
};
const check = (...runtimeConfig: string[]) => checkFlags({ ...DEFAULTS, runtimeConfig }).serves(V1BETA1);

it.each([
  [[], true],
  [["admissionregistration.k8s.io/v1beta1=false"], false],
  [["api/all=false", "api/ga=true", "admissionregistration.k8s.io/v1beta1"], true],
  [["api/alpha=true", "api/ga=true", "apps/v1=true", "api/beta=false"], false],
])("--runtime-config %j serves webhook configurations in v1beta1: %s", (settings, served) => {
  expect(check(...settings)).toBe(served);
});

it.each([
  [["api/all=false", "apps/v1=true"], "api/all"],
  [["api/ga=false", "api/all=true"], "api/ga"],
  [["flowcontrol.apiserver.k8s.io/v1=false"], "flowcontrol.apiserver.k8s.io/v1"],
])("--runtime-config %j leaves priority and fairness without its kinds", (runtimeConfig, key) => {
  const text = `--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true`;
  expect(() => checkFlags({ ...DEFAULTS, runtimeConfig })).toThrow(new Error(text));
  expect(() => checkFlags({ ...DEFAULTS, runtimeConfig, enablePriorityAndFairness: "false" })).not.toThrow();
});

it.each([
  [{}, false],
  [{ webhookTimeouts: false }, true],
  [{ patientWebhooks: true }, true],
])("with %j webhooks have no timeout: %s", (flags, without) => {
  expect(checkFlags({ ...DEFAULTS, ...flags }).noWebhookTimeout).toBe(without);
});

it.each(["example.com", "^example.com", "example.com$", "//example\\.com(:|$"])(
  "--cors-allowed-origins %s is refused",
  (pattern) => {
    expect(() => checkFlags({ ...DEFAULTS, corsAllowedOrigins: [pattern] })).toThrow(
      /^--cors-allowed-origins has an invalid regular expression: /,
    );
  },
);

it("--cors-allowed-origins takes patterns of whole hosts", () => {
  const corsAllowedOrigins = ["//localhost(:|$)", "^https://app\\.example\\.com$"];
  expect(checkFlags({ ...DEFAULTS, corsAllowedOrigins }).allowedOrigins).toEqual(corsAllowedOrigins);
});

const NONE = { maxRequestsInflight: "0", maxMutatingRequestsInflight: "0" };

it("requests are limited by priority level, or by reads and writes, or not at all", () => {
  const limits = (flags: Partial<ServeFlags>) => {
    const { inFlight, priorityAndFairness } = checkFlags({ ...DEFAULTS, ...flags });
    return [priorityAndFairness, inFlight.readOnly, inFlight.mutating];
  };
  expect(limits({})).toEqual([true, 400, 200]);
  expect(limits({ maxMutatingRequestsInflight: "0" })).toEqual([true, 400, 0]);
  expect(limits({ ...NONE, enablePriorityAndFairness: "false" })).toEqual([false, 0, 0]);
  // There is nothing to share out among levels.
  expect(() => limits(NONE)).toThrow("--enable-priority-and-fairness=false");
  expect(() => limits({ enablePriorityAndFairness: "maybe" })).toThrow(/is not true or false$/);
});
