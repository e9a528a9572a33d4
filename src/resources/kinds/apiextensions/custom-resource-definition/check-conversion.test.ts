import { expect, test } from "vitest";
import { checkConversion } from "./check-conversion.ts";

const DEMANDS = { validCaBundle: true, knownReviewVersions: true } as Parameters<typeof checkConversion>[2];

test("a Service without a name lacks a namespace, and the other way round", () => {
  const fieldsOf = (service: { name: string; namespace: string }): string[] =>
    checkConversion(
      {
        strategy: "Webhook",
        webhook: { conversionReviewVersions: ["v1"], clientConfig: { service: { ...service, port: 443 } } },
      },
      "spec.conversion",
      DEMANDS,
    ).map(({ field }) => field);
  const at = "spec.conversion.webhookClientConfig.service";
  expect(fieldsOf({ name: "", namespace: "n" })).toEqual([`${at}.namespace`]);
  expect(fieldsOf({ name: "x", namespace: "" })).toEqual([`${at}.name`]);
  expect(fieldsOf({ name: "x", namespace: "n" })).toEqual([]);
});
