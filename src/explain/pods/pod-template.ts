import { isJsonObject, type JsonObject, record } from "../../json/value.ts";
import type { Path } from "../sources.ts";

/** The template of pods in an object. */
export interface PodTemplate {
  /** JSON pointer to it. */
  readonly at: string;
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
}

/** Returns the template from which pods of this object are made; undefined if it has none. */
export function podTemplate(object: JsonObject | null): PodTemplate | undefined {
  const spec = record(object?.spec);
  const job = record(record(spec.jobTemplate).spec);
  const [at, found] = isJsonObject(job.template)
    ? ["/spec/jobTemplate/spec/template", job.template]
    : ["/spec/template", spec.template];
  if (!isJsonObject(found) || !Array.isArray(record(found.spec).containers)) return undefined;
  return { at, metadata: record(found.metadata), spec: record(found.spec) };
}

/** The path of the spec of the pods that are made from an object, or of a pod itself. */
export function podSpecPath(object: JsonObject): Path {
  const { at = "" } = podTemplate(object) ?? {};
  return [...at.split("/").slice(1), "spec"];
}
