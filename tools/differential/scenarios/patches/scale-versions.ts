import type { Json, JsonObject } from "../../../../src/json/value.ts";
import { APPS, DRY, Scenario } from "../scenario.ts";

const STRICT: [string, string][] = [...DRY, ["fieldValidation", "Strict"]];
const CONTROLLERS = "/api/v1/namespaces/{{ns}}/replicationcontrollers";

const selector = { matchLabels: { a: "b" } };
const exists = { matchExpressions: [{ key: "x", operator: "DoesNotExist" }] };
const PARENTS: readonly (readonly [path: string, spec: object])[] = [
  [CONTROLLERS, { replicas: 1, selector: { a: "b" } }],
  [`${APPS}/deployments`, { selector }],
  [`${APPS}/replicasets`, { selector: { ...selector, ...exists } }],
  [`${APPS}/statefulsets`, { serviceName: "s", selector }],
];
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };

const VERSIONS: readonly Json[] = [
  "autoscaling/v1",
  "autoscaling/v2",
  "extensions/v1beta1",
  "apps/v1beta1",
  "apps/v1beta2",
  "apps/v1",
  "v1",
  "",
  "__internal",
  "autoscaling/__internal",
];
const METADATA: readonly JsonObject[] = [
  { name: "b" },
  { name: "" },
  { namespace: "x" },
  { uid: "x" },
  ...["1", "0", "x", "-1", ""].map((resourceVersion) => ({ resourceVersion })),
  { managedFields: [] },
];
const ACCEPTED = [
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
];
const PATCHES: readonly JsonObject[] = [{ status: { replicas: 7, selector: "x" } }, { foo: 1 }];

const scale = (
  replicas: Json,
  metadata: JsonObject = {},
  apiVersion: Json = "autoscaling/v1",
): JsonObject => ({
  apiVersion,
  kind: "Scale",
  metadata: { name: "a", ...metadata },
  spec: { replicas },
});

function odd(s: Scenario, path: string): void {
  for (const apiVersion of VERSIONS) {
    for (const type of ["merge", "strategic"] as const)
      s.patch(type, path, { apiVersion, spec: { replicas: 2 } }, DRY);
    s.put(path, scale(3, {}, apiVersion), DRY);
    s.apply(path, scale(3, {}, apiVersion), "m", true, DRY);
  }
  for (const replicas of [-1, 0, null, "x", 1.5, 2_147_483_648, true]) {
    s.patch("merge", path, { spec: { replicas } }, DRY);
    s.put(path, scale(replicas), DRY);
  }
  for (const metadata of METADATA) {
    s.patch("merge", path, { metadata }, DRY);
    s.put(path, scale(4, metadata), DRY);
    s.apply(path, scale(4, metadata), "m", true, DRY);
  }
  for (const patch of PATCHES) s.patch("merge", path, patch, STRICT);
  s.patch("json", path, [{ op: "replace", path: "", value: [] }], DRY);
}

function ordinary(s: Scenario, parent: string): void {
  const path = `${parent}/a/scale`;
  for (const accept of ACCEPTED) {
    s.get(path, [], { headers: { accept } });
    s.put(path, scale(3), DRY, { headers: { accept } });
  }
  s.post(path, {});
  s.get(path, [["watch", "true"]]);
  s.get(path, [["resourceVersion", "x"]]);
  s.apply(path, scale(5), "m");
  s.apply(path, { ...scale(5), spec: {} }, "m");
}

/** Scales with another version or other metadata. */
export function scaleVersions(): Scenario {
  const s = new Scenario("scale-versions");
  for (const [path, spec] of PARENTS) {
    s.post(path, { metadata: { name: "a" }, spec: { ...spec, template } });
    odd(s, `${path}/a/scale`);
    ordinary(s, path);
  }
  return s;
}
