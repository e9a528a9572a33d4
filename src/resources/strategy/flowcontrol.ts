import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import type { KubeObject } from "../../api/meta.ts";
import { specAndStatus, statusOnly, strategy, validatesObject, view } from "../define/strategy.ts";
import type { Strategy } from "../kind.ts";
import { checkFlowSchema, type FlowSchemaSpec } from "./flowcontrol/flow-schema.ts";
import { checkMandatoryLevel, checkMandatorySchema } from "./flowcontrol/mandatory.ts";
import { checkPriorityLevel, type PriorityLevelSpec } from "./flowcontrol/priority-level.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";

interface FlowObject<T> {
  readonly metadata: { readonly name?: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: T;
  readonly status?: FlowStatus;
}

interface FlowStatus {
  readonly conditions?: readonly { readonly type?: string }[];
}

const GROUP = "flowcontrol.apiserver.k8s.io";
const ZERO_SHARES = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

function checkStatus({ conditions }: FlowStatus, at: FieldReport): void {
  const seen = new Set<string>();
  conditions?.forEach(({ type = "" }, i) => {
    const path = at.child("conditions").index(i);
    if (seen.has(type)) path.child("type").duplicate(type);
    seen.add(type);
    path.require("type", type);
  });
}

function checkSchema(object: FlowObject<FlowSchemaSpec>, _old: unknown, at: FieldReport): void {
  const { metadata, spec = {}, status = {} } = object;
  checkFlowSchema(metadata.name ?? "", spec, at.child("spec"));
  checkMandatorySchema(metadata.name ?? "", spec, at.child("spec"));
  checkStatus(status, at.child("status"));
}

function checkLevel(object: FlowObject<PriorityLevelSpec>, _old: unknown, at: FieldReport): void {
  const { metadata, spec = {}, status = {} } = object;
  if (metadata.annotations !== undefined && Object.hasOwn(metadata.annotations, ZERO_SHARES)) {
    at.child("metadata").child("annotations").forbidden(`annotation '${ZERO_SHARES}' is forbidden`);
  }
  checkPriorityLevel(metadata.name ?? "", spec, at.child("spec"));
  checkMandatoryLevel(metadata.name ?? "", spec, at.child("spec"));
  checkStatus(status, at.child("status"));
}

const flowStatus = statusOnly(
  {
    repeatsMeta: [],
    validateUpdate: (object: KubeObject) =>
      collectErrors("status", (at) => checkStatus(view<FlowObject<unknown>>(object).status ?? {}, at)),
  },
  "metadata",
);

export const flowcontrolStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  [
    `${GROUP}/flowschemas`,
    strategy({
      ...specAndStatus("flowcontrol/v1.FlowSchema"),
      ...validatesObject(checkSchema),
      repeatsMeta: ["create"],
    }),
  ],
  [`${GROUP}/flowschemas/status`, flowStatus],
  [
    `${GROUP}/prioritylevelconfigurations`,
    strategy({
      ...specAndStatus("flowcontrol/v1.PriorityLevelConfiguration"),
      ...validatesObject(checkLevel),
      repeatsMeta: ["create"],
    }),
  ],
  [`${GROUP}/prioritylevelconfigurations/status`, flowStatus],
]);
