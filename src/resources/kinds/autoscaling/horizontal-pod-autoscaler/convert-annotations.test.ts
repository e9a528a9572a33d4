import { expect, test } from "vitest";
import { fromAnnotation, listFromAnnotation } from "./convert-annotations.ts";

const METRIC = "autoscaling/v1.MetricSpec";
const BEHAVIOR = "autoscaling/v2.HorizontalPodAutoscalerBehavior";

test("listFromAnnotation() finds fields without regard to case, and takes null for an empty item", () => {
  const text = '[{"TYPE":"Resource","Resource":{"Name":"memory","targetAverageUtilization":50}},null]';
  expect(listFromAnnotation(text, METRIC)).toEqual([
    { type: "Resource", resource: { name: "memory", targetAverageUtilization: 50 } },
    { type: "" },
  ]);
});

test.each(["", "x", "{}", "[1]", '[{"type":1}]'])("listFromAnnotation() takes nothing from %j", (text) => {
  expect(listFromAnnotation(text, METRIC)).toBeUndefined();
});

test("fromAnnotation() makes quantities canonical, and takes nothing when one is wrong", () => {
  expect(fromAnnotation('{"ScaleDown":{"Tolerance":"0.1"}}', BEHAVIOR)).toEqual({
    scaleDown: { tolerance: "100m" },
  });
  expect(fromAnnotation('{"ScaleDown":{"Tolerance":"x"}}', BEHAVIOR)).toBeUndefined();
});
