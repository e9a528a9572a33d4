import type { KubeObject } from "../../api/meta.ts";
import { badRequest, internalError, plainError } from "../../api/status.ts";
import { type FieldError, invalid } from "../../api/validation/field-error.ts";
import { quote } from "../../go/quote.ts";
import type { VersionScale } from "../resource-definition.ts";
import type { ScalePaths } from "./definition-types.ts";
import { nestedInteger, nestedText, splitPath, WrongType, withNestedValue } from "./nested-value.ts";

const MAX_INT32 = 2147483647;

/**
 * Replicas in a Scale of an object without replicas (customresource/etcd.go, UpdatedObject): an update must
 * set them.
 */
export const NEVER_SET = -2147483648;

/** Reads and writes the scale of a custom resource, at the paths of its definition. */
export function customScale({
  specReplicasPath,
  statusReplicasPath,
  labelSelectorPath = "",
}: ScalePaths): VersionScale {
  const [spec, status, selector] = [specReplicasPath, statusReplicasPath, labelSelectorPath].map(splitPath);
  return {
    read(object, missing) {
      return readable(() => {
        const replicas = nestedInteger(object, spec ?? []) ?? missing;
        if (replicas === undefined)
          throw internalError(`the spec replicas field ${quote(specReplicasPath)} does not exist`);
        return {
          replicas,
          statusReplicas: nestedInteger(object, status ?? []) ?? 0,
          selector: labelSelectorPath === "" ? undefined : nestedText(object, selector ?? []),
        };
      });
    },
    write(object, replicas) {
      if (replicas === NEVER_SET)
        throw badRequest(`the spec replicas field ${quote(specReplicasPath)} cannot be empty`);
      return withNestedValue(object, spec ?? [], replicas);
    },
  };
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof WrongType ? plainError(error.message, error) : error;
  }
}

/** Validates the replicas in the spec: the scale endpoint can only show numbers from 0 to 2^31 - 1. */
export function validateSpecReplicas(
  object: KubeObject,
  { specReplicasPath: path }: ScalePaths,
): FieldError[] {
  return replicasErrors(object, path);
}

/** Like `validateSpecReplicas`, for the status. The selector must be a text. */
export function validateStatusReplicas(object: KubeObject, paths: ScalePaths): FieldError[] {
  const { statusReplicasPath, labelSelectorPath } = paths;
  const errors = replicasErrors(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return errors;
  const problem = problemOf(() => void nestedText(object, splitPath(labelSelectorPath)));
  return problem === undefined ? errors : [...errors, invalid(labelSelectorPath, "", problem)];
}

function replicasErrors(object: KubeObject, path: string): FieldError[] {
  let replicas = 0;
  const problem = problemOf(() => {
    replicas = nestedInteger(object, splitPath(path)) ?? 0;
  });
  if (problem !== undefined) return [invalid(path, 0, problem)];
  if (replicas < 0) return [invalid(path, replicas, "should be a non-negative integer")];
  return replicas > MAX_INT32
    ? [invalid(path, replicas, `should be less than or equal to ${MAX_INT32}`)]
    : [];
}

function problemOf(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof WrongType) return error.message;
    throw error;
  }
}
