import type { FieldReport } from "../../../../api/field-path.ts";

export interface FlowObject<T> {
  readonly metadata: { readonly name?: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: T;
  readonly status?: FlowStatus;
}

interface FlowStatus {
  readonly conditions?: readonly { readonly type?: string }[];
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
