import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import type { Converter } from "../../../define/converter.ts";

const V1 = "resource.k8s.io/v1";
const V1BETA1 = "resource.k8s.io/v1beta1";

/** Fields of a request in v1beta1 that v1 has in `exactly`, in the order of v1beta1. */
const EXACTLY = [
  "deviceClassName",
  "selectors",
  "allocationMode",
  "count",
  "adminAccess",
  "tolerations",
  "capacity",
];

interface Both {
  toHub(spec: JsonObject): JsonObject;
}

type Change = (item: JsonObject) => JsonObject;

/** Returns a converter that changes the items of a list; `toHub` of `both` changes the spec, too. */
function converterAt(path: readonly string[], toHub: Change, fromHub: Change, both?: Both): Converter {
  const change = (object: KubeObject, apiVersion: string, items: Change): KubeObject =>
    ({ ...changedAt(object, path, items), apiVersion }) as KubeObject;
  return {
    toHub: (object) => {
      const made = change(object, V1, toHub);
      return both === undefined || !isJsonObject(made.spec) ? made : { ...made, spec: both.toHub(made.spec) };
    },
    fromHub: (object) => change(object, V1BETA1, fromHub),
  };
}

function changedAt(parent: JsonObject, [name = "", ...rest]: readonly string[], items: Change): JsonObject {
  const member = parent[name];
  if (rest.length > 0)
    return isJsonObject(member) ? { ...parent, [name]: changedAt(member, rest, items) } : parent;
  if (!Array.isArray(member)) return parent;
  return { ...parent, [name]: member.map((item): Json => (isJsonObject(item) ? items(item) : item)) };
}

const isSet = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== "" && value !== 0;

/**
 * Converts a request to the form of v1: it is an exact one if it has a class or any other field of an exact
 * request.
 */
function exactRequest({ name, firstAvailable, ...request }: JsonObject): JsonObject {
  const exactly = Object.fromEntries(
    EXACTLY.flatMap((field) => {
      const value = request[field];
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
  return {
    name: name ?? "",
    ...(Object.values(exactly).some(isSet) ? { exactly } : {}),
    ...(firstAvailable === undefined ? {} : { firstAvailable }),
  };
}

function plainRequest({ name, exactly, firstAvailable }: JsonObject): JsonObject {
  return {
    name: name ?? "",
    deviceClassName: "",
    ...(isJsonObject(exactly) ? exactly : {}),
    ...(firstAvailable === undefined ? {} : { firstAvailable }),
  };
}

const plainDevice = ({ basic, ...device }: JsonObject): JsonObject => ({
  ...device,
  ...(isJsonObject(basic) ? basic : {}),
});

const basicDevice = ({ name, ...device }: JsonObject): JsonObject => ({ name: name ?? "", basic: device });

/** Removes zero values, because v1 has pointers there. */
function withoutZeros(spec: JsonObject): JsonObject {
  const { nodeName, allNodes, ...rest } = spec;
  return {
    ...rest,
    ...(isSet(nodeName) ? { nodeName: nodeName ?? "" } : {}),
    ...(allNodes === true ? { allNodes } : {}),
  };
}

/** Converters of claims, templates and slices, from kubernetes/pkg/apis/resource/v1beta1/conversion.go. */
export const claimConverter = converterAt(["spec", "devices", "requests"], exactRequest, plainRequest);
export const templateConverter = converterAt(
  ["spec", "spec", "devices", "requests"],
  exactRequest,
  plainRequest,
);
export const sliceConverter = converterAt(["spec", "devices"], plainDevice, basicDevice, {
  toHub: (spec) => withoutZeros(spec),
});
