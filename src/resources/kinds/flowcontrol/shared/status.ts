import type { FieldReport } from "../../../../api/field-path.ts";
import type { FlowSchemaStatus as FlowStatus } from "../fields/v1-types.ts";

export interface FlowObject<T> {
  readonly metadata: { readonly name?: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: T;
  readonly status?: FlowStatus;
}

export function checkStatus({ conditions }: FlowStatus, at: FieldReport): void {
  const seen = new Set<string>();
  conditions?.forEach(({ type = "" }, i) => {
    const path = at.child("conditions").index(i);
    if (seen.has(type)) path.child("type").duplicate(type);
    seen.add(type);
    path.require("type", type);
  });
}
