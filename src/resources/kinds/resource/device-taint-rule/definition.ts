import type { KubeObject } from "../../../../api/meta.ts";
import { formatTime } from "../../../../api/time.ts";
import type { DeviceTaint, DeviceTaintRuleSpec as Spec } from "../../../../types/tables/resource/v1-types.ts";
import { at, since } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { countGeneration, specAndStatus, specOf, validatesSpec } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { fillTaintRule } from "./defaults.ts";
import { checkTaintRule, statusChecks } from "./validate.ts";

const TYPE = "resource/v1.DeviceTaintRule";

const base = specAndStatus(TYPE);

/** DeviceTaintRule, stored in v1beta2. v1 is served since 1.37. */
export const deviceTaintRule = defineResource({
  group: "resource.k8s.io",
  kind: "DeviceTaintRule",
  scope: "Cluster",
  storedVersion: "v1beta2",
  versions: [
    { version: "v1", defaults: fillTaintRule, since: 37 },
    { version: "v1beta2", defaults: fillTaintRule, since: 36 },
  ],
  columns: [
    NAME,
    column`Key: ${textAt("spec.taint.key")} The taint key to be applied to a device. Must be a label name.`,
    column`Value: ${textAt("spec.taint.value")} The taint value corresponding to the taint key. Must be a label value.`,
    column`Effect: ${textAt("spec.taint.effect")} The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them.\n\nValid effects are None, NoSchedule and NoExecute. PreferNoSchedule as used for nodes is not valid here. More effects may get added in the future. Consumers must treat unknown effects like None.`,
    column`TimeAdded: ${addedSince} TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified. Added automatically during create or update if not set.\n\nIn addition, in a DeviceTaintRule a value provided during an update gets replaced with the current time if the provided value is the same as the old one and the new effect is different. Changing the key and/or value while keeping the effect unchanged is possible and does not update the time stamp because the eviction which uses it is either already started (NoExecute) or not started yet (NoEffect, NoSchedule).`,
    AGE,
  ],
  subresources: [status({ ...statusChecks, allowUnconditionalUpdate: false }, "metadata")],
  strategy: {
    ...base,
    allowUnconditionalUpdate: false,
    prepareForUpdate(object, old, context) {
      base.prepareForUpdate(object, old, context);
      stampNewEffect(taintOf(object), taintOf(old), context.now);
      countGeneration(object, old, ["spec"], TYPE);
    },
    ...validatesSpec(checkTaintRule),
  },
});

const taintOf = (object: KubeObject): DeviceTaint => specOf<Spec>(object).taint ?? {};

/** Sets the time of a new effect, unless the client has changed it. */
function stampNewEffect(taint: DeviceTaint, old: DeviceTaint, now: number): void {
  if (taint.effect !== old.effect && taint.timeAdded === old.timeAdded) taint.timeAdded = formatTime(now);
}

function addedSince(object: KubeObject, now: number): string {
  const added = at(object, "spec.taint.timeAdded");
  return added === undefined ? "" : since(added, now);
}
