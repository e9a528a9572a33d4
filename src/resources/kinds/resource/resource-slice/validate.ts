import type { KubeObject } from "../../../../api/meta.ts";
import { given } from "../../../../api/object/emptied.ts";
import { namedText } from "../../../../api/validation/field-error.ts";
import type { Check, FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import { quote } from "../../../../go/quote.ts";
import type { Json } from "../../../../json/value.ts";
import type { Device, ResourceSliceSpec as SliceSpec } from "../../../../types/tables/resource/v1-types.ts";
import { specOf } from "../../../define/strategy.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";
import { checkNodeSelector } from "../../shared/pod-template/scheduling/affinity.ts";
import { checkCsiDriverName } from "../../shared/volume-sources/source-checks.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { checkPoolName } from "../shared/device-parts.ts";
import { checkSet, checkWrittenSet } from "../shared/lists.ts";
import { checkCounterNames, checkDevice } from "./device.ts";

const MAX_DEVICES = 128;

/** Limit for devices with taints or counters, which are larger. */
const MAX_ELABORATE_DEVICES = 64;

const MAX_COUNTER_SETS = 8;

const ONE_PLACE =
  "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

/** Checks the spec of a ResourceSlice; `old` on update. */
export function checkSlice(spec: SliceSpec, old: SliceSpec | undefined, at: FieldReport): void {
  checkCsiDriverName(spec.driver ?? "", at.child("driver"));
  checkPool(spec.pool ?? {}, at.child("pool"));
  if (old !== undefined) {
    checkImmutable(spec.pool?.name, old.pool?.name, at.child("pool.name"), () => spec.pool?.name ?? "");
    checkImmutable(spec.driver, old.driver, at.child("driver"), () => spec.driver ?? "");
    checkImmutable(spec.nodeName, old.nodeName, at.child("nodeName"), () => namedText(spec.nodeName));
  }
  checkPlaces(spec, at);
  const { devices, sharedCounters } = spec;
  if (given(spec, "sharedCounters") !== undefined && given(spec, "devices") !== undefined)
    at.invalid("", "only one of `sharedCounters` or `devices` is allowed");
  const max = devices?.some(isElaborate) ? MAX_ELABORATE_DEVICES : MAX_DEVICES;
  const check = (device: Device, here: FieldReport): void => {
    const before = old?.devices?.find(({ name = "" }) => name === (device.name ?? ""));
    checkDevice(device, before, spec.perDeviceNodeSelection === true, here);
  };
  checkWrittenSet(devices, { max, check, keyOf: ({ name = "" }) => name }, at.child("devices"));
  checkSet(
    sharedCounters,
    { max: MAX_COUNTER_SETS, check: checkCounters, keyOf: ({ name = "" }) => name },
    at.child("sharedCounters"),
    "resource/v1.CounterSet",
  );
}

const isElaborate = ({ taints = [], consumesCounters = [] }: Device): boolean =>
  taints.length + consumesCounters.length > 0;

const checkPool: Check<NonNullable<SliceSpec["pool"]>> = (
  { name = "", generation = 0, resourceSliceCount = 0 },
  at,
) => {
  checkPoolName(name, at.child("name"));
  if (resourceSliceCount <= 0)
    at.child("resourceSliceCount").invalid(resourceSliceCount, "must be greater than zero");
  if (generation < 0) at.child("generation").invalid(generation, "must be greater than or equal to zero");
};

function checkPlaces(spec: SliceSpec, at: FieldReport): void {
  const places: string[] = [];
  const { nodeName, nodeSelector } = spec;
  if (nodeName === "")
    at.child("nodeName").invalid(nodeName, "must be either unset or set to a non-empty string");
  else if (nodeName !== undefined) {
    places.push("`nodeName`");
    at.check("nodeName", nodeName, dns1123SubdomainProblems);
  }
  if (nodeSelector !== undefined) {
    places.push("`nodeSelector`");
    const path = at.child("nodeSelector");
    checkNodeSelector(nodeSelector, false, path);
    const { nodeSelectorTerms: terms } = nodeSelector;
    if (terms?.length !== 1)
      path
        .child("nodeSelectorTerms")
        .invalid(printedTerms(nodeSelector), "must have exactly one node selector term");
  }
  for (const name of ["allNodes", "perDeviceNodeSelection"] as const) {
    if (spec[name] === true) places.push(`\`${name}\``);
    if (spec[name] === false) at.child(name).invalid(false, "must be either unset or set to true");
  }
  if (places.length === 0) at.required(ONE_PLACE);
  if (places.length > 1) at.invalid(`{${places.join(", ")}}`, `${ONE_PLACE}, but multiple fields are set`);
}

const checkCounters: Check<NonNullable<SliceSpec["sharedCounters"]>[number]> = (
  { name, counters = {} },
  at,
) => {
  at.declared.requireFormat("name", name, dns1123LabelProblems);
  checkCounterNames(counters, at.child("counters"));
};

/** Prints the terms of a node selector with the names of the reference's internal fields. */
const printedTerms = (selector: object): Json => coreForm("NodeSelector", selector).NodeSelectorTerms ?? null;

/** Warning about upper-case letters in the name of the driver. */
export function driverWarnings(object: KubeObject): string[] {
  const { driver = "" } = specOf<SliceSpec>(object);
  if (driver === driver.toLowerCase()) return [];
  return [`spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`];
}
