import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { type Json, type JsonObject, record } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import { mandatoryFlowControl } from "../../../boot/flow-control.ts";

/** Returns the spec of an object that every server needs, which cannot be changed. */
const fixedSpec = (kind: "FlowSchema" | "PriorityLevelConfiguration", name: string): Json | undefined =>
  mandatoryFlowControl(kind).find(({ metadata }) => metadata.name === name)?.spec;

/** Checks that a mandatory flow schema has its fixed spec. */
export function checkMandatorySchema(name: string, spec: object, at: FieldReport): void {
  const fixed = fixedSpec("FlowSchema", name);
  if (fixed === undefined || deepEqual(spec, fixed)) return;
  at.invalid(
    internalForm("flowcontrol/v1.FlowSchemaSpec", spec),
    `spec of '${name}' must equal the fixed value`,
  );
}

/** Checks that a mandatory level has its fixed spec; `exempt` may change its part `exempt`. */
export function checkMandatoryLevel(name: string, spec: object, at: FieldReport): void {
  const printed = (): JsonObject => internalForm("flowcontrol/v1.PriorityLevelConfigurationSpec", spec);
  if (name === "catch-all" && !deepEqual(spec, fixedSpec("PriorityLevelConfiguration", name)))
    at.invalid(printed(), "spec of 'catch-all' must equal the fixed value");
  if (name !== "exempt") return;
  const { exempt: _exempt, ...rest } = record(spec);
  if (deepEqual(rest, { type: "Exempt" })) return;
  at.invalid(printed(), "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value");
}
