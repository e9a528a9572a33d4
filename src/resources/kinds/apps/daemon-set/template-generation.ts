import type { KubeObject } from "../../../../api/meta.ts";
import { atoi } from "../../../../go/atoi.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import { countGeneration, keepField } from "../../../define/strategy.ts";
import { templateOf } from "../../shared/workload/workload.ts";
import { withoutAnnotation } from "../shared/annotations.ts";

/**
 * Annotation that shows clients of apps/v1 the number of changes of the template; 0 until the server has
 * counted. The internal version of the reference has a field for it.
 */
export const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** Returns the problem of the annotation, which must be a number. */
export function templateGenerationProblem({ metadata }: KubeObject): string | undefined {
  const text = metadata.annotations?.[TEMPLATE_GENERATION];
  if (text === undefined) return undefined;
  try {
    atoi(text, "ParseInt");
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Removes the annotation of the template's generation, which is a field in the reference's internal version. */
export const withoutTemplateGeneration = (daemonSet: KubeObject): KubeObject =>
  withoutAnnotation(daemonSet, TEMPLATE_GENERATION);

/** Sets the number of changes of the template, which the server counts from 1. */
export function startTemplateGeneration(object: KubeObject): void {
  const sent = Number(object.metadata.annotations?.[TEMPLATE_GENERATION]) || 0;
  setTemplateGeneration(object, Math.max(1, sent));
}

/**
 * True if an update does not change the template: then there are no warnings about it
 * (registry/apps/daemonset/strategy.go, WarningsOnUpdate).
 */
export const sameTemplateGeneration = (object: KubeObject, old: KubeObject | undefined): boolean =>
  old !== undefined && generationOf(object) === generationOf(old);

const generationOf = ({ metadata }: KubeObject): number =>
  Number(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);

/** Keeps the status, and counts the generation and that of the template. */
export function prepareDaemonSetForUpdate(object: KubeObject, old: KubeObject): void {
  keepField(object, old, "status");
  const changed = !sameMeaning("core/v1.PodTemplateSpec", templateOf(object), templateOf(old));
  const before = generationOf(old);
  if (before > 0 || changed) setTemplateGeneration(object, before + (changed ? 1 : 0));
  countGeneration(object, old, ["spec"], "apps/v1.DaemonSet");
}

/** Keeps the generation of the template, which is part of the spec, in a write of the status. */
export function keepTemplateGeneration(object: KubeObject, old: KubeObject): void {
  setTemplateGeneration(object, generationOf(old));
}

/** Writes the generation of the template into its annotation. */
export function setTemplateGeneration({ metadata }: KubeObject, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}
