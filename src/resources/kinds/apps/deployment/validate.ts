import { type Check, collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  DeploymentSpec,
  RollingUpdateDeployment,
  DaemonSetUpdateStrategy as UpdateStrategy,
} from "../../../../types/tables/apps/v1-types.ts";
import { specAndStatus, specOf, validates } from "../../../define/strategy.ts";
import { amountOf, checkAtMost100Percent, checkIntOrPercent } from "../../shared/values/int-or-percent.ts";
import type { StatusRules } from "../../shared/workload/status.ts";
import { checkImmutableSelector } from "../../shared/workload/workload.ts";
import { checkSelectorAndTemplate } from "../replica-set/validate.ts";
import { rollbackRevision } from "./rollback.ts";

/** Validates a Deployment and the revision of a requested rollback. */
export const validatesDeployment = validates((object, old, context) =>
  collectErrors(
    "spec",
    (at) => checkDeployment(specOf(object), old && specOf(old), at, rollbackRevision(object)),
    context,
  ),
);

/** Checks the spec of a Deployment; `old` on update. */
export function checkDeployment(
  spec: DeploymentSpec,
  old: DeploymentSpec | undefined,
  at: FieldReport,
  rollback?: bigint,
): void {
  const { minReadySeconds = 0, progressDeadlineSeconds } = spec;
  at.nonNegative("replicas", spec.replicas);
  checkSelectorAndTemplate(spec, old, at);
  checkStrategy(spec.strategy ?? {}, at.child("strategy"));
  at.nonNegative("minReadySeconds", minReadySeconds);
  at.nonNegative("revisionHistoryLimit", spec.revisionHistoryLimit);
  at.child("rollback").nonNegative("version", rollback);
  at.nonNegative("progressDeadlineSeconds", progressDeadlineSeconds);
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= minReadySeconds) {
    at.child("progressDeadlineSeconds").invalid(
      progressDeadlineSeconds,
      "must be greater than minReadySeconds",
    );
  }
  if (old !== undefined) checkImmutableSelector(spec.selector, old.selector, at.child("selector"));
}

function checkStrategy(strategy: UpdateStrategy, at: FieldReport): void {
  const { type = "", rollingUpdate } = strategy;
  const rolling = at.child("rollingUpdate");
  if (type === "Recreate") {
    if (rollingUpdate !== undefined)
      rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
  } else if (type === "RollingUpdate") {
    if (rollingUpdate === undefined) rolling.required("this should be defaulted and never be nil");
    else checkRollingUpdate(rollingUpdate, rolling);
  } else at.notSupported(internalForm("apps/v1.DeploymentStrategy", strategy), ["Recreate", "RollingUpdate"]);
}

const checkRollingUpdate: Check<RollingUpdateDeployment> = ({ maxUnavailable = 0, maxSurge = 0 }, at) => {
  const unavailable = at.child("maxUnavailable");
  checkIntOrPercent(maxUnavailable, unavailable);
  checkIntOrPercent(maxSurge, at.child("maxSurge"));
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0)
    unavailable.invalid(maxUnavailable, "may not be 0 when `maxSurge` is 0");
  checkAtMost100Percent(maxUnavailable, unavailable);
};

export const DEPLOYMENT_STATUS: StatusRules = {
  counters: [
    "observedGeneration",
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "terminatingReplicas",
    "collisionCount",
  ],
  partOfReplicas: ["updatedReplicas", "readyReplicas", "availableReplicas"],
  readyName: "readyReplicas",
};

export const deploymentBase = specAndStatus("apps/v1.Deployment");
