import type { Explanation } from "../../src/explain/explanation.ts";
import { explainOffline } from "../../src/explain/offline/explain-offline.ts";
import { type RequestFlags, requestSpec } from "../../src/explain/offline/request-spec.ts";
import { pointerOf } from "../../src/explain/sources.ts";
import type { JsonObject } from "../../src/json/value.ts";
import type { SetUp } from "./set-up.ts";

/** Flags of the command for a case. */
export function flagsOf(setUp: SetUp): RequestFlags {
  const { operation, subresource, resource, as, dryRun, absent, preconditions, fieldValidation, object } =
    setUp;
  const { resourceVersion } = object.metadata as JsonObject;
  const conditions = { ...preconditions, ...(resourceVersion === undefined ? {} : { resourceVersion }) };
  const pairs = Object.entries(conditions).map(([key, value]) => `${key}=${String(value)}`);
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(subresource === undefined ? {} : { subresource }),
    ...(object.kind === "Scale" ? { resource: "deployments.apps" } : {}),
    ...(resource === undefined ? {} : { resource }),
    ...(as === undefined ? {} : { as }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(absent === undefined ? {} : { absent }),
    ...(pairs.length === 0 ? {} : { precondition: pairs }),
    ...(fieldValidation === undefined ? {} : { validate: fieldValidation }),
  };
}

/** Manifest of the object of the request. */
export const storedBefore = ({ object, surroundings }: SetUp): JsonObject | undefined =>
  surroundings.find(
    ({ kind, metadata }) =>
      kind === object.kind && (metadata as JsonObject).name === (object.metadata as JsonObject).name,
  );

/** The stored object, if the client knows it. */
export const oldOf = (setUp: SetUp): JsonObject | null =>
  setUp.replaces === true ? (storedBefore(setUp) ?? null) : null;

/** A case explained without a server. */
export function explainedOffline(setUp: SetUp, asked = setUp.asked): Promise<Explanation> {
  const { surroundings, configurations, object, answers, wrong, really, absentNamespace } = setUp;
  const stored = surroundings.map((one) => ({
    ...one,
    metadata: { ...(one.metadata as JsonObject), uid: "11111111-1111-1111-1111-111111111111" },
  }));
  return explainOffline({
    manifests: [...stored, ...configurations].map((one) => ({ object: one, line: pointerOf })),
    request: requestSpec(structuredClone(object), oldOf(setUp), flagsOf(setUp)),
    ...(answers && { answers }),
    ...(really && { call: { services: new Map<string, string>() } }),
    ...(absentNamespace && { complete: true }),
    ...(wrong !== undefined && asked !== "" && { asked }),
  });
}
