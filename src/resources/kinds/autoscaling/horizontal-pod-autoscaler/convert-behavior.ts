import { stringify } from "../../../../json/stringify.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { part, parts } from "../../../define/fill.ts";
import { fromAnnotation } from "./convert-annotations.ts";

/** Prints `behavior` as in the annotation of autoscaling/v1: with Go's names and all members. */
export function behaviorToText(behavior: JsonObject): string {
  return stringify({
    ScaleUp: rulesToGo(part(behavior, "scaleUp")),
    ScaleDown: rulesToGo(part(behavior, "scaleDown")),
  });
}

function rulesToGo(rules: JsonObject | undefined): Json {
  if (rules === undefined) return null;
  const policies = parts(rules, "policies").map(({ type = "", value = 0, periodSeconds = 0 }) => ({
    Type: type,
    Value: value,
    PeriodSeconds: periodSeconds,
  }));
  return {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies: Array.isArray(rules.policies) ? policies : null,
    Tolerance: rules.tolerance ?? null,
  };
}

const BEHAVIOR_TYPE = "autoscaling/v2.HorizontalPodAutoscalerBehavior";

/** Parses `behavior` from the annotation; undefined if it is absent or empty, or if it cannot be parsed. */
export function behaviorFromText(text: Json | undefined): JsonObject | undefined {
  const behavior = fromAnnotation(text, BEHAVIOR_TYPE);
  return behavior?.scaleUp === undefined && behavior?.scaleDown === undefined ? undefined : behavior;
}
