import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  dns1123SubdomainProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { Event } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import type { WriteContext } from "../../../strategy.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";

const MAX_SHORT = 128;

const MAX_NOTE = 1024;

/**
 * Checks the rules of both versions. `reporter`: name of the field of the reporting controller in this
 * version.
 */
function checkEvent(event: Event, reporter: string, at: FieldReport): void {
  const namespace = event.metadata.namespace ?? "";
  const involved = event.involvedObject?.namespace ?? "";
  const involvedAt = at.root("involvedObject").child("namespace");
  const timed = (event.eventTime ?? null) !== null;
  const fits = involved === "" ? ["", "default"].includes(namespace) : namespace === involved;
  const fitsTimed = involved !== "" || ["default", "kube-system"].includes(namespace);
  if (timed ? !fitsTimed : !fits) involvedAt.invalid(involved, "does not match event.namespace");
  if (timed) checkReport(event, reporter, at);
  at.root("namespace").problems(namespace, dns1123SubdomainProblems(namespace));
}

/** Events with an eventTime must have a reporting controller, instance, action and reason. */
function checkReport(event: Event, reporter: string, at: FieldReport): void {
  const controller = event.reportingComponent ?? "";
  if (controller === "") at.root(reporter).required();
  at.root(reporter).problems(controller, qualifiedNameProblems(controller));
  for (const field of ["reportingInstance", "action", "reason"] as const) {
    const text = event[field] ?? "";
    if (text === "") at.root(field).required();
    checkLength(text, MAX_SHORT, at.root(field));
  }
  checkLength(event.message ?? "", MAX_NOTE, at.root("message"));
}

function checkLength(text: string, max: number, path: FieldReport): void {
  if (byteLength(text) > max) path.invalid("", `can have at most ${max} characters`);
}

function checkSeries({ series }: Event, at: FieldReport): void {
  if (series === undefined) return;
  if ((series.count ?? 0) < 2) at.root("series.count").invalid("", "should be at least 2");
  if ((series.lastObservedTime ?? null) === null) at.root("series.lastObservedTime").required();
}

/** Checks new events of events.k8s.io/v1, after the rules of both versions. */
function checkNewEvent(event: Event, at: FieldReport): void {
  checkSeries(event, at);
  if ((event.eventTime ?? null) === null) at.root("eventTime").required();
  const { type = "", source } = event;
  if (type !== "Normal" && type !== "Warning") at.root("type").invalid("", `has invalid value: ${type}`);
  for (const field of ["firstTimestamp", "lastTimestamp"] as const) {
    if ((event[field] ?? null) !== null) at.root(field).invalid("", "needs to be unset");
  }
  if ((event.count ?? 0) !== 0) at.root("count").invalid("", "needs to be unset");
  if ((source?.component ?? "") !== "" || (source?.host ?? "") !== "")
    at.root("source").invalid("", "needs to be unset");
}

/** Fields that cannot change, and the form in which errors quote absent values and objects. */
const IMMUTABLE: readonly (readonly [
  field: keyof Event & string,
  path: string,
  absent: unknown,
  type?: string,
])[] = [
  ["involvedObject", "involvedObject", {}, "ObjectReference"],
  ["reason", "reason", ""],
  ["message", "message", ""],
  ["source", "source", {}, "EventSource"],
  ["firstTimestamp", "firstTimestamp", null],
  ["lastTimestamp", "lastTimestamp", null],
  ["count", "count", 0],
  ["reason", "reason", ""],
  ["type", "type", ""],
  ["eventTime", "eventTime", null],
  ["action", "action", ""],
  ["related", "related", null, "ObjectReference"],
  ["reportingComponent", "reportingController", ""],
  ["reportingInstance", "reportingInstance", ""],
];

function checkUnchanged(event: Event, old: Event, at: FieldReport): void {
  if (!deepEqual(event.series, old.series)) checkSeries(event, at);
  for (const [field, path, absent, type] of IMMUTABLE) {
    const value: unknown = event[field] ?? absent;
    if (deepEqual(value, old[field] ?? absent)) continue;
    const printed = type !== undefined && value !== null ? coreForm(type, value!) : value;
    at.root(path).invalid(printed, "field is immutable");
  }
}

/**
 * Errors of an event. `isNew`: it has the rules of events.k8s.io/v1, which are stricter (ValidateEventCreate,
 * ValidateEventUpdate).
 */
export function validate(
  object: KubeObject,
  old: KubeObject | undefined,
  isNew: boolean,
  context?: WriteContext,
): FieldError[] {
  const at = new FieldReport("", undefined, context);
  const event = view<Event>(object);
  checkEvent(event, isNew ? "reportingController" : "reportingComponent", at);
  if (!isNew) return at.errors;
  if (old === undefined) {
    at.errors.push(...(context?.meta?.asNew() ?? []));
    checkNewEvent(event, at);
  } else {
    at.errors.push(...(context?.meta?.asUpdate() ?? []));
    checkUnchanged(event, view<Event>(old), at);
  }
  return at.errors;
}
