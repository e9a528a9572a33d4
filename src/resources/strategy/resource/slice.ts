import type { FieldReport } from "../../../api/field-path.ts";
import { byteLength, dns1123LabelProblems, dns1123SubdomainProblems } from "../../../api/name-format.ts";
import { checkCsiDriverName } from "../pod-template/source-checks.ts";
import { checkImmutable } from "../workload.ts";
import { checkQualifiedName } from "./device-parts.ts";
import { checkSet } from "./lists.ts";
import type { Device, DeviceAttribute, SliceSpec } from "./types.ts";

const MAX_DEVICES = 128;
/** With taints or counters, which make devices bigger. */
const MAX_ELABORATE_DEVICES = 64;
const MAX_COUNTER_SETS = 8;
const MAX_COUNTERS = 32;
const MAX_PROPERTIES = 32;
const MAX_POOL_BYTES = 253;
const ONE_PLACE =
  "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

/** spec of a ResourceSlice; `old` on update. What capacities say is taken as it is. */
export function checkSlice(spec: SliceSpec, old: SliceSpec | undefined, at: FieldReport): void {
  checkCsiDriverName(spec.driver ?? "", at.child("driver"));
  checkPool(spec.pool ?? {}, at.child("pool"));
  if (old !== undefined) {
    checkImmutable(spec.pool?.name, old.pool?.name, at.child("pool").child("name"), spec.pool?.name ?? "");
    checkImmutable(spec.driver, old.driver, at.child("driver"), spec.driver ?? "");
    checkImmutable(spec.nodeName, old.nodeName, at.child("nodeName"), spec.nodeName ?? null);
  }
  checkPlaces(spec, at);
  const { devices, sharedCounters } = spec;
  if (sharedCounters !== undefined && devices !== undefined) {
    at.invalid("", "only one of `sharedCounters` or `devices` is allowed");
  }
  const max = devices?.some(isElaborate) ? MAX_ELABORATE_DEVICES : MAX_DEVICES;
  checkSet(devices, max, checkDevice, ({ name = "" }) => name, at.child("devices"));
  checkSet(
    sharedCounters,
    MAX_COUNTER_SETS,
    checkCounters,
    ({ name = "" }) => name,
    at.child("sharedCounters"),
  );
}

const isElaborate = ({ taints = [], consumesCounters = [] }: Device): boolean =>
  taints.length + consumesCounters.length > 0;

function checkPool(
  { name = "", generation = 0, resourceSliceCount = 0 }: NonNullable<SliceSpec["pool"]>,
  at: FieldReport,
): void {
  if (at.require("name", name)) {
    if (byteLength(name) > MAX_POOL_BYTES) at.child("name").tooLong(MAX_POOL_BYTES);
    for (const part of name.split("/")) at.check("name", part, dns1123SubdomainProblems);
  }
  if (resourceSliceCount <= 0)
    at.child("resourceSliceCount").invalid(resourceSliceCount, "must be greater than zero");
  if (generation < 0) at.child("generation").invalid(generation, "must be greater than or equal to zero");
}

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
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    const path = at.child("nodeSelector").child("nodeSelectorTerms");
    if (terms.length === 0) path.required("must have at least one node selector term");
    if (terms.length !== 1)
      path.invalid(terms.length === 0 ? null : terms, "must have exactly one node selector term");
  }
  for (const name of ["allNodes", "perDeviceNodeSelection"] as const) {
    if (spec[name] === true) places.push(`\`${name}\``);
    if (spec[name] === false) at.child(name).invalid(false, "must be either unset or set to true");
  }
  if (places.length === 0) at.required(ONE_PLACE);
  if (places.length > 1) at.invalid(`{${places.join(", ")}}`, `${ONE_PLACE}, but multiple fields are set`);
}

function checkDevice({ name, attributes = {}, capacity = {} }: Device, at: FieldReport): void {
  at.check("name", name, dns1123LabelProblems);
  const properties = Object.keys(attributes).length + Object.keys(capacity).length;
  if (properties > MAX_PROPERTIES) {
    at.invalid(properties, `the total number of attributes and capacities must not exceed ${MAX_PROPERTIES}`);
  }
  for (const [key, attribute] of Object.entries(attributes)) {
    const path = at.child("attributes").key(key);
    checkQualifiedName(key, path);
    checkAttribute(attribute, path);
  }
  for (const key of Object.keys(capacity)) checkQualifiedName(key, at.child("capacity").key(key));
}

const MAX_VALUE_BYTES = 64;
const IDENTIFIER = String.raw`(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const NUMBER = String.raw`(0|[1-9]\d*)`;
const SEMVER = new RegExp(
  String.raw`^${NUMBER}\.${NUMBER}\.${NUMBER}(-${IDENTIFIER}(\.${IDENTIFIER})*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$`,
);
const LISTS = ["bools", "ints", "strings", "versions"] as const;

/** One value, of one of four types, or a list of such. */
function checkAttribute(attribute: DeviceAttribute, at: FieldReport): void {
  const { string, version } = attribute;
  if (string !== undefined) checkText(string, at.child("string"));
  if (version !== undefined) checkVersion(version, at.child("version"));
  for (const name of LISTS) {
    if (attribute[name]?.length === 0) at.child(name).invalid([], "must not be empty if specified");
  }
  attribute.strings?.forEach((item, i) => {
    checkText(item, at.child("strings").index(i));
  });
  attribute.versions?.forEach((item, i) => {
    checkVersion(item, at.child("versions").index(i));
  });
  const given = Object.values(attribute).filter((value) => value !== undefined && value !== null);
  if (given.length === 1) return;
  at.invalid(given.length === 0 ? "" : attribute, "exactly one value must be specified");
}

function checkText(value: string, at: FieldReport): void {
  if (byteLength(value) > MAX_VALUE_BYTES) at.tooLong(MAX_VALUE_BYTES);
}

function checkVersion(value: string, at: FieldReport): void {
  if (!SEMVER.test(value)) at.invalid(value, "must be a string compatible with semver.org spec 2.0.0");
  checkText(value, at);
}

function checkCounters(
  { name, counters = {} }: NonNullable<SliceSpec["sharedCounters"]>[number],
  at: FieldReport,
): void {
  at.requireFormat("name", name, dns1123LabelProblems);
  const keys = Object.keys(counters);
  if (keys.length === 0) at.child("counters").required();
  if (keys.length > MAX_COUNTERS) at.child("counters").tooMany(keys.length, MAX_COUNTERS);
  else for (const key of keys) at.child("counters").key(key).problems(key, dns1123LabelProblems(key));
}
