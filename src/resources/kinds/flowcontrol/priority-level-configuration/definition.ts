import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { at } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, unset, within, zero } from "../../../define/fill.ts";
import { specAndStatus, validatesObject } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import type { Cell } from "../../../kind.ts";
import { flowStatus } from "../shared/status.ts";
import { checkLevel } from "./validate.ts";

/** Defaults of exempt and limited levels. */
const fillPriorityLevel: ApplyDefaults = (level) =>
  within(level, "spec", (spec) => {
    within(spec, "exempt", (exempt) => {
      unset(exempt, "nominalConcurrencyShares", 0);
      unset(exempt, "lendablePercent", 0);
    });
    within(spec, "limited", fillLimited);
  });

function fillLimited(limited: JsonObject): void {
  unset(limited, "nominalConcurrencyShares", 30);
  unset(limited, "lendablePercent", 0);
  within(limited, "limitResponse", (response) =>
    within(response, "queuing", (queuing) => {
      zero(queuing, "handSize", 8);
      zero(queuing, "queues", 64);
      zero(queuing, "queueLengthLimit", 50);
    }),
  );
}

export const priorityLevelConfiguration = defineResource({
  group: "flowcontrol.apiserver.k8s.io",
  kind: "PriorityLevelConfiguration",
  scope: "Cluster",
  versions: [{ version: "v1", defaults: fillPriorityLevel }],
  columns: [
    NAME,
    column`Type: ${textAt("spec.type")} \`type\` indicates whether this priority level is subject to limitation on request execution.  A value of \`"Exempt"\` means that requests of this priority level are not subject to a limit (and thus are never queued) and do not detract from the capacity made available to other priority levels.  A value of \`"Limited"\` means that (a) requests of this priority level _are_ subject to limits and (b) some of the server's limited capacity is made available exclusively to this priority level. Required.`,
    column`NominalConcurrencyShares: ${(object) => numberOrNone(object, "spec.limited.nominalConcurrencyShares")} \`nominalConcurrencyShares\` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level. This is the number of execution seats available at this priority level. This is used both for requests dispatched from this priority level as well as requests dispatched from other priority levels borrowing seats from this level. The server's concurrency limit (ServerCL) is divided among the Limited priority levels in proportion to their NCS values:\n\nNominalCL(i)  = ceil( ServerCL * NCS(i) / sum_ncs ) sum_ncs = sum[priority level k] NCS(k)\n\nBigger numbers mean a larger nominal concurrency limit, at the expense of every other priority level.\n\nIf not specified, this field defaults to a value of 30.\n\nSetting this field to zero supports the construction of a "jail" for this priority level that is used to hold some request(s)`,
    column`Queues: ${(object) => numberOrNone(object, "spec.limited.limitResponse.queuing.queues")} \`queues\` is the number of queues for this priority level. The queues exist independently at each apiserver. The value must be positive.  Setting it to 1 effectively precludes shufflesharding and thus makes the distinguisher method of associated flow schemas irrelevant.  This field has a default value of 64.`,
    column`HandSize: ${(object) => numberOrNone(object, "spec.limited.limitResponse.queuing.handSize")} \`handSize\` is a small positive number that configures the shuffle sharding of requests into queues.  When enqueuing a request at this priority level the request's flow identifier (a string pair) is hashed and the hash value is used to shuffle the list of queues and deal a hand of the size specified here.  The request is put into one of the shortest queues in that hand. \`handSize\` must be no larger than \`queues\`, and should be significantly smaller (so that a few heavy flows do not saturate most of the queues).  See the user-facing documentation for more extensive guidance on setting this field.  This field has a default value of 8.`,
    column`QueueLengthLimit: ${(object) => numberOrNone(object, "spec.limited.limitResponse.queuing.queueLengthLimit")} \`queueLengthLimit\` is the maximum number of requests allowed to be waiting in a given queue of this priority level at a time; excess requests are rejected.  This value must be positive.  If not specified, it will be defaulted to 50.`,
    AGE,
  ],
  subresources: [status(flowStatus)],
  strategy: {
    ...specAndStatus("flowcontrol/v1.PriorityLevelConfiguration"),
    ...validatesObject(checkLevel),
    repeatsMeta: ["create"],
  },
});

/** The number at a path; `<none>` for other values. */
function numberOrNone(object: KubeObject, path: string): Cell {
  const value = at(object, path);
  return typeof value === "number" ? value : "<none>";
}
