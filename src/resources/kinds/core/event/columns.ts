import type { KubeObject } from "../../../../api/meta.ts";
import { trimSpace } from "../../../../go/space.ts";
import { isJsonObject, type Json } from "../../../../json/value.ts";
import { count, since, text } from "../../../define/cell.ts";
import { column, NAME, type ShownColumn, textAt, wide } from "../../../define/column.ts";

const firstSeen = (object: KubeObject): Json | undefined => object.firstTimestamp ?? object.eventTime;

function lastSeen(object: KubeObject): Json | undefined {
  const { series } = object;
  return isJsonObject(series) ? series.lastObservedTime : (object.lastTimestamp ?? firstSeen(object));
}

function timesSeen(object: KubeObject): number {
  const { series } = object;
  return isJsonObject(series) ? count(series, "count") : count(object, "count") || 1;
}

function involved(object: KubeObject): string {
  const name = text(object, "involvedObject.name");
  const kind = text(object, "involvedObject.kind").toLowerCase();
  return name === "" ? kind : `${kind}/${name}`;
}

function eventSource(object: KubeObject): string {
  const component = text(object, "source.component", text(object, "reportingComponent"));
  const instance = text(object, "source.host", text(object, "reportingInstance"));
  return instance === "" ? component : `${component}, ${instance}`;
}

/** Columns of events in both groups. */
export const columns: readonly ShownColumn[] = [
  column`Last Seen: ${(object, now) => since(lastSeen(object), now)} The time at which the most recent occurrence of this event was recorded.`,
  column`Type: ${textAt("type")} Type of this event (Normal, Warning), new types could be added in the future`,
  column`Reason: ${textAt("reason")} This should be a short, machine understandable string that gives the reason for the transition into the object's current status.`,
  column`Object: ${involved} The object that this event is about.`,
  wide`Subobject: ${textAt("involvedObject.fieldPath")} If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.`,
  wide`Source: ${eventSource} The component reporting this event. Should be a short machine understandable string.`,
  column`Message: ${(object) => trimSpace(text(object, "message"))} A human-readable description of the status of this operation.`,
  wide`First Seen: ${(object, now) => since(firstSeen(object), now)} The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)`,
  wide`Count: ${timesSeen} The number of times this event has occurred.`,
  { ...NAME, priority: 1 },
];
