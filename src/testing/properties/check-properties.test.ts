import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/parts/sampled.ts";
import { checkProperties } from "./check-properties.ts";
import { effects, HARMLESS, PLANTED, REQUESTS } from "./planted.tool.ts";

describe("checkProperties finds", () => {
  test.each(sampled(PLANTED))("$title ($planted.property)", async ({ webhooks, planted }) => {
    const found = await checkProperties({ webhooks, requests: REQUESTS, effects });
    const names = found.map(({ property, webhooks: both }) => `${property} ${both.join(" ")}`);
    expect(names).toContain(`${planted?.property} ${planted?.webhooks.join(" ")}`);
    // No other webhook is reported.
    for (const { webhooks: both } of found)
      expect(both.filter((name) => planted?.webhooks.includes(name))).toEqual(both);
  });

  test("the smallest request that shows it", async () => {
    const { webhooks } = PLANTED.find(({ title }) => title.startsWith("one removes")) ?? expect.unreachable();
    const [violation] = await checkProperties({ webhooks, requests: REQUESTS, properties: ["order"] });
    expect(violation?.request).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "rich", labels: { app: "shop" } },
      spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
    });
    expect(violation?.message).toContain(
      "second.example.com before first.example.com comes to another result",
    );
  });
});

test("checkProperties says which field two of them write, and whose value stays", async () => {
  const { webhooks } = PLANTED.find(({ title }) => title === "both set one label") ?? expect.unreachable();
  const [violation] = await checkProperties({ webhooks, requests: REQUESTS, properties: ["writers"] });
  expect(violation?.field).toEqual({ path: "/metadata/labels/tier", values: ["front", "back"], stays: 1 });
});

describe("checkProperties does not complain about", () => {
  test.each(sampled(HARMLESS))("$title", async ({ webhooks }) => {
    expect(await checkProperties({ webhooks, requests: REQUESTS, effects: () => 0 })).toEqual([]);
  });
});
