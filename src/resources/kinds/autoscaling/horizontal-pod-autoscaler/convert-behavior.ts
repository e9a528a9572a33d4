import { isJsonObject, type Json, type JsonObject } from "../../../../api/json.ts";
import { stringify } from "../../../../json/stringify.ts";
import { part, parts } from "../../../define/fill.ts";

/** `behavior` as the annotation of autoscaling/v1 holds it: Go's names, everything printed. */
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

/** The other way; undefined when there is none, or nothing in it, or it cannot be read. */
export function behaviorFromText(text: Json | undefined): JsonObject | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? behaviorFromGo(lowerKeys(parsed)) : undefined;
  } catch {
    return undefined;
  }
}

function behaviorFromGo(behavior: JsonObject): JsonObject | undefined {
  const up = part(behavior, "scaleup");
  const down = part(behavior, "scaledown");
  if (up === undefined && down === undefined) return undefined;
  return {
    ...(up === undefined ? {} : { scaleUp: rulesFromGo(up) }),
    ...(down === undefined ? {} : { scaleDown: rulesFromGo(down) }),
  };
}

function rulesFromGo(rules: JsonObject): JsonObject {
  const found: [string, Json | undefined][] = [
    ["stabilizationWindowSeconds", rules.stabilizationwindowseconds],
    ["selectPolicy", rules.selectpolicy],
    ["policies", rules.policies === null ? undefined : policiesFromGo(rules)],
    ["tolerance", rules.tolerance],
  ];
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== null));
}

const policiesFromGo = (rules: JsonObject): Json[] =>
  parts(rules, "policies").map(({ type = "", value = 0, periodseconds = 0 }) => ({
    type,
    value,
    periodSeconds: periodseconds,
  }));

/** Go matches the names of fields without regard to case. */
function lowerKeys(value: Json): JsonObject {
  const lowered = lower(value);
  return isJsonObject(lowered) ? lowered : {};
}

function lower(value: Json): Json {
  if (Array.isArray(value)) return value.map(lower);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toLowerCase(), lower(member ?? null)]),
  );
}
