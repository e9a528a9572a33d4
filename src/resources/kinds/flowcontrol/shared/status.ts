import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { FlowSchemaStatus as FlowStatus } from "../../../../types/tables/flowcontrol/v1-types.ts";
import { statusOnly, validatesStatus } from "../../../define/strategy.ts";

/** Status endpoint of both kinds. */
export const flowStatus = statusOnly(
  { repeatsMeta: [], ...validatesStatus<FlowStatus>((status, _old, at) => checkStatus(status, at)) },
  "metadata",
);

/** The fields of both kinds of the group that are checked. */
export interface FlowObject<T> {
  readonly metadata: { readonly name?: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: T;
  readonly status?: FlowStatus;
}

/** Checks that each condition has a type of its own. */
export function checkStatus({ conditions }: FlowStatus, at: FieldReport): void {
  const seen = new Set<string>();
  at.eachOf("conditions", conditions, ({ type = "" }, path) => {
    path.child("type").distinctNamed(type, seen);
    path.require("type", type);
  });
}
