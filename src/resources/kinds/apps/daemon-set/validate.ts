import type { Check, FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, selectorHasInvalidValues } from "../../../../api/validation/label-selector.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  DaemonSetSpec,
  RollingUpdateDaemonSet,
  DaemonSetUpdateStrategy as UpdateStrategy,
} from "../../../../types/tables/apps/v1-types.ts";
import { specAndStatus } from "../../../define/strategy.ts";
import { amountOf, checkAtMost100Percent, checkIntOrPercent } from "../../shared/values/int-or-percent.ts";
import type { StatusRules } from "../../shared/workload/status.ts";
import {
  checkImmutableSelector,
  checkPodTemplate,
  checkRunsForEver,
  checkSelectorNotEmpty,
  checkTemplateMatches,
  trySelector,
} from "../../shared/workload/workload.ts";
import { workloadStatus } from "../shared/workload-strategy.ts";

/** Checks the spec of a DaemonSet; `old` on update. */
export function checkDaemonSet(spec: DaemonSetSpec, old: DaemonSetSpec | undefined, at: FieldReport): void {
  if (old !== undefined) checkImmutableSelector(spec.selector, old.selector, at.child("selector"));
  const template = at.child("template");
  checkLabelSelector(spec.selector ?? undefined, at.child("selector"), {
    allowInvalidValues: selectorHasInvalidValues(old?.selector ?? undefined),
  });
  const selector = trySelector(spec.selector);
  if (selector !== undefined) checkTemplateMatches(selector, spec.template, template);
  if (spec.selector) checkSelectorNotEmpty(spec.selector, "daemonset", at.child("selector"));
  checkPodTemplate(spec.template, old?.template, template);
  checkRunsForEver(spec.template, "DaemonSet", template);
  at.nonNegative("minReadySeconds", spec.minReadySeconds);
  checkUpdateStrategy(spec.updateStrategy ?? {}, at.child("updateStrategy"));
  at.nonNegative("revisionHistoryLimit", spec.revisionHistoryLimit);
}

function checkUpdateStrategy(strategy: UpdateStrategy, at: FieldReport): void {
  const { type = "", rollingUpdate } = strategy;
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate") {
    at.notSupported(internalForm("apps/v1.DaemonSetUpdateStrategy", strategy), ["RollingUpdate", "OnDelete"]);
  } else if (rollingUpdate === undefined) at.child("rollingUpdate").required();
  else checkRollingUpdate(rollingUpdate, at.child("rollingUpdate"));
}

const checkRollingUpdate: Check<RollingUpdateDaemonSet> = ({ maxUnavailable = 0, maxSurge = 0 }, at) => {
  const [unavailable, surge] = [at.child("maxUnavailable"), at.child("maxSurge")];
  checkIntOrPercent(maxUnavailable, unavailable);
  checkIntOrPercent(maxSurge, surge);
  checkAtMost100Percent(maxUnavailable, unavailable);
  checkAtMost100Percent(maxSurge, surge);
  const [some, more] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (some && more) surge.invalid(maxSurge, "may not be set when maxUnavailable is non-zero");
  if (!some && !more) unavailable.required("cannot be 0 when maxSurge is 0");
};

const DAEMON_SET_STATUS: StatusRules = {
  counters: [
    "currentNumberScheduled",
    "numberMisscheduled",
    "desiredNumberScheduled",
    "numberReady",
    "observedGeneration",
    "updatedNumberScheduled",
    "numberAvailable",
    "numberUnavailable",
    "collisionCount",
  ],
  partOfReplicas: [],
};

export const daemonSetBase = specAndStatus("apps/v1.DaemonSet");

export const ofDaemonSetStatus = workloadStatus(DAEMON_SET_STATUS);
