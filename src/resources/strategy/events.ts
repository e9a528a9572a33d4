import type { FieldReport } from "../../api/field-path.ts";
import type { Json } from "../../api/json.ts";
import {
  byteLength,
  dns1123SubdomainProblems,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  qualifiedNameProblems,
} from "../../api/name-format.ts";
import type { Strategy } from "../kind.ts";
import { deepEqual } from "./deep-equal.ts";
import { type GoTypes, goForm } from "./go-form/go-form.ts";
import { strategy, validatesObject } from "./strategy.ts";
import { checkImmutable } from "./workload.ts";

/** An event in its hub form, the core group's. */
interface Event {
  readonly metadata: { readonly namespace?: string };
  readonly involvedObject?: { readonly namespace?: string };
  readonly related?: object;
  readonly eventTime?: string | null;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly count?: number;
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly action?: string;
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string | null };
}

const LENGTHS = [
  ["reportingInstance", 128],
  ["action", 128],
  ["reason", 128],
] as const;
const MAX_NOTE_BYTES = 1024;

const GO_TYPES: GoTypes = {
  EventSource: "Component:s Host:s",
  ObjectReference:
    "Kind:s Namespace:s Name:s UID=uid:s APIVersion=apiVersion:s ResourceVersion:s FieldPath:s",
};

const isSet = (time: string | null | undefined): boolean =>
  time !== undefined && time !== null && time !== "";

/** What holds in both groups; only events with a time are of the new kind. `controller`: the name of that field. */
function checkAnyEvent(event: Event, controller: string, at: FieldReport): void {
  if (isSet(event.eventTime)) checkTimedEvent(event, controller, at);
  else checkInvolvedNamespace(event, ["", "default"], at);
  const { namespace = "" } = event.metadata;
  at.check("namespace", namespace, dns1123SubdomainProblems);
}

/** `without`: namespaces of events about objects that have none. */
function checkInvolvedNamespace(
  { metadata, involvedObject }: Event,
  without: readonly string[],
  at: FieldReport,
): void {
  const { namespace = "" } = metadata;
  const { namespace: involved = "" } = involvedObject ?? {};
  const fits = involved === "" ? without.includes(namespace) : namespace === involved;
  if (!fits)
    at.child("involvedObject").child("namespace").invalid(involved, "does not match event.namespace");
}

function checkTimedEvent(event: Event, controller: string, at: FieldReport): void {
  const { involvedObject, reportingComponent, message = "" } = event;
  // Here it may also be another namespace than that of the object.
  if ((involvedObject?.namespace ?? "") === "") checkInvolvedNamespace(event, ["default", "kube-system"], at);
  at.require(controller, reportingComponent);
  at.check(controller, reportingComponent, qualifiedNameProblems);
  for (const [name, max] of LENGTHS) {
    at.require(name, event[name]);
    checkLength(event[name] ?? "", max, at.child(name));
  }
  checkLength(message, MAX_NOTE_BYTES, at.child("message"));
}

function checkLength(text: string, max: number, at: FieldReport): void {
  if (byteLength(text) > max) at.invalid("", `can have at most ${max} characters`);
}

/** What is asked for in events.k8s.io only. */
function checkNewEvent(event: Event, at: FieldReport): void {
  const { type = "", count = 0, source = {} } = event;
  checkSeries(event, at);
  if (!isSet(event.eventTime)) at.child("eventTime").required();
  if (type !== "Normal" && type !== "Warning") at.child("type").invalid("", `has invalid value: ${type}`);
  if (isSet(event.firstTimestamp)) at.child("firstTimestamp").invalid("", "needs to be unset");
  if (isSet(event.lastTimestamp)) at.child("lastTimestamp").invalid("", "needs to be unset");
  if (count !== 0) at.child("count").invalid("", "needs to be unset");
  if ((source.component ?? "") !== "" || (source.host ?? "") !== "")
    at.child("source").invalid("", "needs to be unset");
}

function checkSeries({ series }: Event, at: FieldReport): void {
  if (series === undefined) return;
  if ((series.count ?? 0) < 2) at.child("series").child("count").invalid("", "should be at least 2");
  if (!isSet(series.lastObservedTime)) at.child("series").child("lastObservedTime").required();
}

/** Fields that no update changes, in the order of the reference, which looks at the reason twice. */
const IMMUTABLE: readonly (readonly [name: keyof Event, printedAs?: string, type?: string])[] = [
  ["involvedObject", "involvedObject", "ObjectReference"],
  ["reason"],
  ["message"],
  ["source", "source", "EventSource"],
  ["firstTimestamp"],
  ["lastTimestamp"],
  ["count"],
  ["reason"],
  ["type"],
  ["eventTime"],
  ["action"],
  ["related", "related", "ObjectReference"],
  ["reportingComponent", "reportingController"],
  ["reportingInstance"],
];

function checkChangedEvent(event: Event, old: Event, at: FieldReport): void {
  if (!deepEqual(event.series as unknown as Json, old.series as unknown as Json)) checkSeries(event, at);
  for (const [name, path = name, type] of IMMUTABLE) {
    const value = event[name];
    const printed =
      type !== undefined && typeof value === "object" && value !== null
        ? goForm(GO_TYPES, type, value)
        : value;
    checkImmutable(value, old[name], at.child(path), printed ?? "");
  }
}

/** Events of the core group: lax, for the sake of old clients. */
export const coreEventStrategy = strategy({
  nameProblems: nameIsPathSegment,
  allowCreateOnUpdate: true,
  garbageCollected: false,
  repeatsMeta: [],
  ...validatesObject<Event>((event, _old, at) => checkAnyEvent(event, "reportingComponent", at)),
});

/** Events of events.k8s.io: the same objects, looked at more closely. */
const eventStrategy = strategy({
  nameProblems: nameIsDnsSubdomain,
  allowCreateOnUpdate: true,
  garbageCollected: false,
  repeatsMeta: ["update"],
  ...validatesObject<Event>((event, old, at) => {
    checkAnyEvent(event, "reportingController", at);
    if (old === undefined) checkNewEvent(event, at);
    else checkChangedEvent(event, old, at);
  }),
});

export const eventsStrategies: ReadonlyMap<string, Strategy> = new Map([
  ["events.k8s.io/events", eventStrategy],
]);
