import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { Device, DeviceTaint } from "../../../../types/tables/resource/v1-types.ts";
import { checkNodeSelector } from "../../shared/pod-template/scheduling/affinity.ts";
import { checkAttribute, valuesIn } from "../shared/device-attribute.ts";
import { checkBindings, checkQualifiedName } from "../shared/device-parts.ts";
import { checkSet, checkWrittenList } from "../shared/lists.ts";
import { checkCapacity } from "./capacity.ts";

const MAX_COUNTERS = 32;

const MAX_PROPERTIES = 32;

const MAX_VALUES = 48;

const MAX_TAINTS = 16;

const MAX_CONSUMPTIONS = 2;

/** Length limit of a key: domain, slash and name. */
const MAX_KEY_LENGTH = 63 + 1 + 32;

/**
 * Checks one device of a ResourceSlice. `old`: the old device of the same name. `ownPlace`: true if each
 * device specifies its own nodes.
 */
export function checkDevice(
  device: Device,
  old: Device | undefined,
  ownPlace: boolean,
  at: FieldReport,
): void {
  const { attributes = {}, capacity = {}, taints, consumesCounters } = device;
  at.check("name", device.name, dns1123LabelProblems);
  const properties = Object.keys(attributes).length + Object.keys(capacity).length;
  if (properties > MAX_PROPERTIES)
    at.invalid(properties, `the total number of attributes and capacities must not exceed ${MAX_PROPERTIES}`);
  const values = Object.values(attributes).reduce((sum, attribute) => sum + valuesIn(attribute), 0);
  if (values > MAX_VALUES)
    at.invalid(values, `the total number of attribute values must not exceed ${MAX_VALUES}`);
  checkEntries(attributes, checkAttribute, at.child("attributes"));
  const shared = device.allowMultipleAllocations === true;
  if (old === undefined || !deepEqual(old.capacity, device.capacity))
    checkEntries(capacity, (value, here) => checkCapacity(value, shared, here), at.child("capacity"));
  if (old === undefined || !deepEqual(old.taints, taints))
    checkWrittenList(taints, MAX_TAINTS, checkTaint, at.child("taints"));
  checkSet(
    consumesCounters,
    { max: MAX_CONSUMPTIONS, check: checkConsumption, keyOf: ({ counterSet = "" }) => counterSet },
    at.child("consumesCounters"),
    "resource/v1.DeviceCounterConsumption",
  );
  checkPlace(device, ownPlace, at);
  checkBindings(device, at);
}

type Consumption = NonNullable<Device["consumesCounters"]>[number];

/** Checks keys and values. Errors of a key have the path of the map. */
function checkEntries<T>(
  map: Readonly<Record<string, T>>,
  check: (value: T, at: FieldReport) => void,
  at: FieldReport,
): void {
  for (const [key, value] of Object.entries(map)) {
    checkQualifiedName(key, at);
    check(value, at.key(shortened(key)));
  }
}

/** Shortens a long key in the middle (truncateIfTooLong). */
function shortened(key: string): string {
  if (key.length <= MAX_KEY_LENGTH) return key;
  const kept = MAX_KEY_LENGTH - 3;
  return `${key.slice(0, Math.floor((kept + 1) / 2))}...${key.slice(key.length - Math.floor(kept / 2))}`;
}

/** Checks a taint of a device. */
export function checkTaint({ key = "", value = "", effect = "" }: DeviceTaint, at: FieldReport): void {
  at.check("key", key, qualifiedNameProblems);
  at.checkIfSet("value", value, labelValueProblems);
  at.declared.requireSupported("effect", effect, ["NoExecute", "NoSchedule", "None"]);
}

function checkConsumption({ counterSet, counters = {} }: Consumption, at: FieldReport): void {
  at.declared.requireFormat("counterSet", counterSet, dns1123LabelProblems);
  checkCounterNames(counters, at.child("counters"));
}

/** Checks the names in a set of counters, or in the counters that a device consumes. */
export function checkCounterNames(counters: object, at: FieldReport): void {
  const names = Object.keys(counters);
  if (names.length === 0) at.declared.required();
  else if (names.length > MAX_COUNTERS) at.tooMany(names.length, MAX_COUNTERS);
  else for (const name of names) at.declared.problems(name, dns1123LabelProblems(name));
}

const ONE_PLACE =
  "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";

const NO_PLACE =
  "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec";

function checkPlace(device: Device, ownPlace: boolean, at: FieldReport): void {
  const { nodeName, nodeSelector, allNodes } = device;
  if (!ownPlace) {
    if (nodeName !== undefined || nodeSelector !== undefined || allNodes !== undefined)
      at.invalid(null, NO_PLACE);
    return;
  }
  const places: string[] = [];
  if (nodeName === "") at.child("nodeName").invalid(nodeName, "must not be empty");
  else if (nodeName !== undefined) {
    places.push("`nodeName`");
    at.check("nodeName", nodeName, dns1123SubdomainProblems);
  }
  if (nodeSelector !== undefined) {
    places.push("`nodeSelector`");
    checkNodeSelector(nodeSelector, false, at.child("nodeSelector"));
  }
  if (allNodes === true) places.push("`allNodes`");
  if (allNodes === false) at.child("allNodes").invalid(false, "must be either unset or set to true");
  if (places.length === 0) at.required(ONE_PLACE);
  if (places.length > 1) at.invalid(`{${places.join(", ")}}`, ONE_PLACE);
}
