import type { Json, JsonObject } from "../../../src/json/value.ts";
import { RESOURCES, type Resource } from "../kinds/resources.ts";
import type { Random } from "../random.ts";

/** Type that a body declares. An absent member is not written at all. */
export interface SaidType {
  readonly apiVersion?: Json;
  readonly kind?: Json;
}

const META_KINDS = [
  "Status",
  "List",
  "DeleteOptions",
  "WatchEvent",
  "CreateOptions",
  "UpdateOptions",
  "PatchOptions",
  "ListOptions",
  "GetOptions",
  "APIVersions",
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
  "Table",
  "PartialObjectMetadata",
];
const TRANSIENT: readonly (readonly [string, string])[] = [
  ["autoscaling/v1", "Scale"],
  ["policy/v1", "Eviction"],
  ["v1", "Binding"],
  ["authentication.k8s.io/v1", "TokenRequest"],
  ["authentication.k8s.io/v1", "TokenReview"],
  ["v1", "PodProxyOptions"],
  ["v1", "SerializedReference"],
  ["meta.k8s.io/v1", "Table"],
  ["meta.k8s.io/v1", "PartialObjectMetadata"],
];
const ODD_VERSIONS: readonly Json[] = [
  "",
  null,
  5,
  {},
  [],
  "v2",
  "v1beta1",
  "example.com/v1",
  "a/b/c",
  "/v1",
  "v1/",
  "/",
  "__internal",
  "V1",
  " v1",
  "<v1>",
];
const ODD_KINDS: readonly Json[] = [
  "",
  null,
  5,
  {},
  true,
  ["Pod"],
  "pod",
  "Unknown",
  "a<b>&c",
  'quo"te',
  "é",
];

/** A type that is seldom the one of the resource. */
export function saidType(random: Random, own: Resource): SaidType {
  const { apiVersion, kind, group } = own;
  const turn = random.int(0, 13);
  if (turn === 0) return { apiVersion };
  if (turn === 1) return { kind };
  if (turn === 2) return {};
  if (turn === 3) return { apiVersion, kind: random.pick(ODD_KINDS) };
  if (turn === 4) return { apiVersion: random.pick(ODD_VERSIONS), kind };
  if (turn === 5) return { apiVersion: random.pick(ODD_VERSIONS), kind: random.pick(ODD_KINDS) };
  if (turn === 6) return { apiVersion: random.pick([apiVersion, "v1"]), kind: random.pick(META_KINDS) };
  if (turn === 7) return { apiVersion, kind: `${kind}List` };
  if (turn === 8) return typeOf(random.pick(TRANSIENT));
  if (turn === 9) return otherVersion(random, group, kind, apiVersion);
  if (turn === 10) return { kind: random.pick(RESOURCES).kind };
  if (turn === 11) return { apiVersion: random.pick(RESOURCES).apiVersion, kind };
  if (turn === 12) return { apiVersion, kind };
  const { apiVersion: version, kind: other } = random.pick(RESOURCES);
  return { apiVersion: version, kind: other };
}

const typeOf = ([apiVersion, kind]: readonly [string, string]): SaidType => ({ apiVersion, kind });

const otherVersion = (random: Random, group: string, kind: string, own: string): SaidType => {
  const others = RESOURCES.filter((one) => one.group === group && one.apiVersion !== own);
  const made = random.pick(["v1", "v1beta1", "v1alpha1", "v2", "v9", "__internal"]);
  const version = group === "" ? made : `${group}/${made}`;
  return { apiVersion: others.length > 0 ? random.pick(others).apiVersion : version, kind };
};

/** A body of that type: the fields of `base`, or items of a list. */
export function retyped(random: Random, base: JsonObject, said: SaidType): JsonObject {
  const { apiVersion: _version, kind: _kind, ...rest } = base;
  const fields = String(said.kind).endsWith("List") && random.chance(0.7) ? listFields(random, base) : rest;
  return { ...said, ...fields } as JsonObject;
}

const listFields = (random: Random, base: JsonObject): JsonObject => ({
  metadata: random.pick<Json>([{}, { resourceVersion: "1" }, { name: "x" }]),
  items: random.pick<Json>([[], [base], [base, base], null]),
});
