import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { injectionAdvice } from "./call-advice.ts";

const certificate = (apiVersion: string): JsonObject => ({
  ...{ apiVersion, kind: "Certificate", metadata: { name: "hook-tls", namespace: "ops" } },
  spec: { dnsNames: ["hook.ops.svc"] },
});

test.each([
  ["cert-manager.io/v1", {}, /inject-ca-from: ops\/hook-tls$/],
  // Knative has a kind of the same name.
  ["networking.internal.knative.dev/v1alpha1", {}, /^$/],
  [
    "cert-manager.io/v1",
    { "cert-manager.io/inject-ca-from-secret": "ops/hook" },
    /inject-ca-from-secret is there/,
  ],
  ["cert-manager.io/v1", { "cert-manager.io/inject-apiserver-ca": "true" }, /cainjector/],
  // The cainjector reads neither.
  ["cert-manager.io/v1", { "cert-manager.io/inject-ca-form": "ops/hook-tls" }, /lacks the annotation/],
  ["cert-manager.io/v1", { "cert-manager.io/inject-apiserver-ca": "false" }, /lacks the annotation/],
])("injectionAdvice() with a Certificate of %s and the annotations %j", (apiVersion, annotations, says) => {
  const source = { object: certificate(apiVersion), line: () => undefined };
  const sources = { find: () => source, names: () => ["hook-tls"] };
  const configuration = { metadata: { annotations } };
  expect(injectionAdvice({ namespace: "ops", name: "hook" }, configuration, sources)).toMatch(says);
});
