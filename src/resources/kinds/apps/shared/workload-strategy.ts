import { type ChangeCheck, collectErrors } from "../../../../api/validation/field-report.ts";
import {
  specAndStatus,
  specOf,
  statusOf,
  statusOnly,
  strategy,
  validatesSpec,
} from "../../../define/strategy.ts";
import { repeatMeta } from "../../../define/update-order.ts";
import type { Strategy } from "../../../strategy.ts";
import {
  checkCollisions,
  checkStatus,
  type StatusRules,
  type WorkloadStatus,
} from "../../shared/workload/status.ts";
import { podNameWarnings, templateWarnings } from "../../shared/workload/workload.ts";

/** The strategy of a kind whose controller creates pods from spec.template. */
export function workload<T>(kind: string, check: ChangeCheck<T>, own: Partial<Strategy> = {}): Strategy {
  return strategy({
    ...specAndStatus(`apps/v1.${kind}`),
    ...validatesSpec(check),
    warnings: templateWarnings,
    fillEmptied: (object) => void Object.assign(specOf<object>(object), { replicas: 0 }),
    ...own,
  });
}

/** Strategy of the subresource `status`. `kept`: members of the metadata that keep their stored values. */
export function workloadStatus(rules: StatusRules, kept: Parameters<typeof statusOnly>[1] = []): Strategy {
  const validateUpdate: Strategy["validateUpdate"] = (object, old, context) =>
    collectErrors(
      "status",
      (at) => {
        const status = statusOf<WorkloadStatus>(object);
        checkStatus(status, rules, at);
        if (rules.metaInside) repeatMeta("asUpdate", context, at);
        checkCollisions(
          status.collisionCount,
          statusOf<WorkloadStatus>(old).collisionCount,
          at.child("collisionCount"),
        );
      },
      context,
    );
  return statusOnly({ validateUpdate, repeatsMeta: rules.metaInside ? [] : ["update"] }, kept);
}

export const namesPods: Partial<Strategy> = {
  warnings: (object, old) => [
    ...(old === undefined ? podNameWarnings(object) : []),
    ...templateWarnings(object, old),
  ],
};
