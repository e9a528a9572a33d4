import type { KubeObject } from "../../../../api/meta.ts";
import { atoi } from "../../../../go/atoi.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { setAnnotations, withoutAnnotation } from "../shared/annotations.ts";

/**
 * Annotation with which clients of apps/v1 request a rollback to an earlier revision. The internal version of
 * the reference has a field for it (apps/v1/conversion.go, Convert_v1_Deployment_To_apps_Deployment).
 */
const ROLLBACK_TO = "deprecated.deployment.rollback.to";

const textOf = ({ metadata }: KubeObject): string => metadata.annotations?.[ROLLBACK_TO] ?? "";

const numberIn = (text: string): bigint => atoi(text, "ParseInt");

/** Returns the problem of the annotation, which must be a number. */
export function rollbackProblem(object: KubeObject): string | undefined {
  const text = textOf(object);
  try {
    if (text !== "") numberIn(text);
    return undefined;
  } catch (error) {
    return `failed to parse annotation[${ROLLBACK_TO}]=${text} as int64: ${messageOf(error)}`;
  }
}

/** Writes the number in Go's form. An empty text requests no rollback and is removed. */
export function roundTripRollback(object: KubeObject): void {
  const { annotations } = object.metadata;
  if (annotations?.[ROLLBACK_TO] === undefined) return;
  const { [ROLLBACK_TO]: text, ...others } = annotations;
  setAnnotations(object, text === "" ? others : { ...annotations, [ROLLBACK_TO]: String(numberIn(text)) });
}

/** Returns the requested revision; undefined if no rollback is requested. */
export function rollbackRevision(object: KubeObject): bigint | undefined {
  const text = textOf(object);
  return text === "" ? undefined : numberIn(text);
}

/** Keeps the requested rollback, which is part of the spec, in a write of the status. */
export function keepRollback(object: KubeObject, old: KubeObject): void {
  const { [ROLLBACK_TO]: _sent, ...others } = object.metadata.annotations ?? {};
  const stored = old.metadata.annotations?.[ROLLBACK_TO];
  setAnnotations(object, stored === undefined ? others : { ...others, [ROLLBACK_TO]: stored });
}

/** Removes the annotation, which the internal form does not have. */
export const withoutRollback = (deployment: KubeObject): KubeObject =>
  withoutAnnotation(deployment, ROLLBACK_TO);
