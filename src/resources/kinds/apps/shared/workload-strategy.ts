import type { FieldError } from "../../../../api/field-error.ts";
import { collectErrors, type FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { specAndStatus, specOf, statusOnly, strategy, view } from "../../../define/strategy.ts";
import { repeatMeta } from "../../../define/update-order.ts";
import type { Strategy } from "../../../kind.ts";
import { podNameWarnings, templateWarnings } from "../../shared/workload/workload.ts";
import { checkCollisions, checkStatus, type StatusRules, type WorkloadStatus } from "./status.ts";

export type SpecCheck<T> = (spec: T, old: T | undefined, at: FieldReport) => void;

/** A kind that makes pods from spec.template. */
export function workload<T>(kind: string, check: SpecCheck<T>, own: Partial<Strategy> = {}): Strategy {
  const validate = (object: KubeObject, old?: KubeObject): FieldError[] =>
    collectErrors("spec", (at) => check(specOf<T>(object), old && specOf<T>(old), at));
  return strategy({
    ...specAndStatus(`apps/v1.${kind}`),
    validateCreate: (object) => validate(object),
    validateUpdate: (object, old) => validate(object, old),
    warningsOnCreate: (object) => templateWarnings(object),
    warningsOnUpdate: (object, old) => templateWarnings(object, old),
    ...own,
  });
}

export function workloadStatus(rules: StatusRules, kept: Parameters<typeof statusOnly>[1] = []): Strategy {
  const statusOf = (object: KubeObject): WorkloadStatus =>
    view<{ status?: WorkloadStatus }>(object).status ?? {};
  const validateUpdate: Strategy["validateUpdate"] = (object, old, context) =>
    collectErrors("status", (at) => {
      const status = statusOf(object);
      checkStatus(status, rules, at);
      if (rules.metaInside) repeatMeta("asUpdate", context, at);
      checkCollisions(status.collisionCount, statusOf(old).collisionCount, at.child("collisionCount"));
    });
  return statusOnly({ validateUpdate, repeatsMeta: rules.metaInside ? [] : ["update"] }, kept);
}

export const namesPods: Partial<Strategy> = {
  warningsOnCreate: (object) => [...podNameWarnings(object), ...templateWarnings(object)],
};
