import type { Json, JsonObject } from "../../../src/json/value.ts";
import { BOAT_GROUP, BOAT_LISTS } from "../kinds/boat.ts";
import type { Random } from "../random.ts";
import type { Topic, Walk } from "./walk.ts";

const PROPERTIES: JsonObject = {
  size: { type: "integer", minimum: 1, description: "How long it is.\n\nIn metres." },
  oars: { type: "integer", default: 2 },
  weight: { type: "number" },
  name: { type: "string", maxLength: 20 },
  wooden: { type: "boolean" },
  built: { type: "string", format: "date-time" },
  ...BOAT_LISTS,
  port: { "x-kubernetes-int-or-string": true },
  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  selector: { type: "string" },
};

const COLUMNS: readonly JsonObject[] = [
  { name: "Size", type: "integer", jsonPath: ".spec.size" },
  { name: "Weight", type: "number", format: "float", jsonPath: ".spec.weight" },
  { name: "Name", type: "string", jsonPath: ".spec.name", priority: 1 },
  { name: "Wooden", type: "boolean", jsonPath: ".spec.wooden" },
  { name: "Built", type: "date", jsonPath: ".spec.built" },
  { name: "Tags", type: "string", jsonPath: ".spec.tags", description: "All tags" },
  { name: "Tag", type: "string", jsonPath: ".spec.tags[0]" },
  { name: "Parts", type: "string", jsonPath: ".spec.parts[?(@.key=='a')].value" },
  { name: "Port", type: "string", jsonPath: ".spec.port" },
  { name: "Port2", type: "integer", jsonPath: ".spec.port" },
  { name: "Free", type: "string", jsonPath: ".spec.free" },
  { name: "Labels", type: "string", jsonPath: ".metadata.labels" },
  { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  { name: "Odd", type: "integer", jsonPath: ".spec.name" },
  { name: "All", type: "string", jsonPath: ".spec.parts[*].key" },
];

function definition(random: Random): JsonObject {
  const schema = {
    openAPIV3Schema: {
      type: "object",
      description: "A boat.",
      properties: {
        spec: { type: "object", properties: PROPERTIES },
        status: {
          type: "object",
          properties: { oars: { type: "integer" }, conditions: PROPERTIES.free ?? {} },
        },
      },
    },
  };
  const version = (name: string, storage: boolean): JsonObject => ({
    name,
    served: true,
    storage,
    schema,
    subresources: {
      ...(random.chance(0.7) ? { status: {} } : {}),
      ...(random.chance(0.7)
        ? {
            scale: {
              specReplicasPath: ".spec.oars",
              statusReplicasPath: ".status.oars",
              labelSelectorPath: ".spec.selector",
            },
          }
        : {}),
    },
    ...(random.chance(0.8) ? { additionalPrinterColumns: random.some(COLUMNS) } : {}),
    ...(random.chance(0.3) ? { selectableFields: [{ jsonPath: ".spec.name" }] } : {}),
  });
  const versions = random.chance(0.4)
    ? [version("v1", true), version("v1beta1", false)]
    : [version("v1", true)];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boats{{id}}.${BOAT_GROUP}` },
    spec: {
      group: BOAT_GROUP,
      scope: "Namespaced",
      names: {
        plural: "boats{{id}}",
        singular: "boat{{id}}",
        kind: "Boat",
        shortNames: ["b{{id}}"],
        categories: ["c{{id}}"],
      },
      versions,
    },
  };
}

function boat(random: Random, version = "v1"): JsonObject {
  const values: JsonObject = {
    size: random.int(0, 9),
    oars: random.int(1, 4),
    weight: random.pick([1.5, 2, 1e7]),
    name: random.pick(["Dinghy", "", "a b"]),
    wooden: random.chance(0.5),
    built: random.pick(["2020-01-02T03:04:05Z", "2020-01-02", "never"]),
    tags: random.pick<Json>([["x", "y"], [], ["x"]]),
    parts: random.pick<Json>([[{ key: "a", value: "1" }], [{ key: "b" }, { key: "a" }], []]),
    port: random.pick<Json>([80, "http"]),
    free: random.pick<Json>([{ a: { b: [1, "x", null] } }, {}]),
    selector: "app=web",
    unknown: 1,
  };
  const spec = Object.fromEntries(
    Object.entries(values).filter(([name]) => random.chance(name === "unknown" ? 0.1 : 0.6)),
  );
  return {
    apiVersion: `${BOAT_GROUP}/${version}`,
    kind: "Boat",
    metadata: { name: "dinghy", labels: { app: "web" } },
    spec,
  };
}

const COMMANDS = [
  `get boats{{id}}.${BOAT_GROUP}`,
  `get boats{{id}}.${BOAT_GROUP} -o wide`,
  `get boats{{id}}.v1.${BOAT_GROUP} --show-labels`,
  `get boats{{id}}.v1beta1.${BOAT_GROUP}`,
  `get boats{{id}}.v9.${BOAT_GROUP}`,
  "get c{{id}} -o name",
  "get b{{id}}",
  "get b{{id}} dinghy -o yaml --show-managed-fields",
  "get b{{id}} dinghy --subresource=scale",
  "get b{{id}} dinghy --subresource=status -o yaml",
  "get b{{id}} --field-selector=spec.name=Dinghy",
  "get b{{id}} --field-selector=metadata.name=dinghy",
  "get b{{id}} --sort-by=.spec.size",
  "describe b{{id}} dinghy",
  `explain boats{{id}}.${BOAT_GROUP}`,
  `explain boats{{id}}.${BOAT_GROUP}.spec.size`,
  `explain boats{{id}}.${BOAT_GROUP} --recursive`,
  `explain boats{{id}}.${BOAT_GROUP}.spec --api-version=${BOAT_GROUP}/v1beta1`,
  `explain boats{{id}}.${BOAT_GROUP}.spec --output=plaintext-openapiv2`,
  `api-resources --api-group=${BOAT_GROUP} -o wide`,
  `get --raw /apis/${BOAT_GROUP}`,
  `get --raw /apis/${BOAT_GROUP}/v1`,
  "scale b{{id}} dinghy --replicas=6",
  "scale b{{id}}/dinghy --replicas=1 --current-replicas=9",
  "autoscale b{{id}} dinghy --max=3",
  "label b{{id}} dinghy colour=red",
  "annotate b{{id}} --all note=x",
  'patch b{{id}} dinghy --type=merge -p \'{"spec":{"size":7}}\'',
  'patch b{{id}} dinghy --type=merge -p \'{"spec":{"size":"x"}}\'',
  'patch b{{id}} dinghy -p \'{"spec":{"size":8}}\'',
  'patch b{{id}} dinghy --type=json -p \'[{"op":"add","path":"/spec/tags/-","value":"z"}]\'',
  'patch b{{id}} dinghy --type=merge --subresource=status -p \'{"status":{"oars":3}}\'',
  'patch b{{id}} dinghy --type=merge --subresource=scale -p \'{"spec":{"replicas":3}}\'',
  "wait b{{id}}/dinghy --for=jsonpath={.spec.oars}=2 --timeout=3s",
  "delete b{{id}} dinghy",
  "delete b{{id}} --all",
  `get crd boats{{id}}.${BOAT_GROUP}`,
  `describe crd boats{{id}}.${BOAT_GROUP}`,
  `auth can-i get boats{{id}}.${BOAT_GROUP} --as=jane`,
  `create role boats --verb=get --resource=boats{{id}}.${BOAT_GROUP}`,
  "get b{{id}} dinghy -o jsonpath={.spec.parts[*].key}",
];

function boats(walk: Walk): void {
  const { random } = walk;
  walk.file("apply", definition(random));
  // kube-apiserver serves a new kind, and publishes its schema, a moment later.
  walk.until(`/apis/${BOAT_GROUP}/v1/namespaces/{{ns}}/boats{{id}}`);
  walk.until(`/openapi/v3/apis/${BOAT_GROUP}/v1`);
  for (let i = random.int(5, 12); i > 0; i--) {
    if (random.chance(0.3))
      walk.file(
        `apply${walk.maybe(0.4, "--server-side", "--server-side --force-conflicts --field-manager=o")}${walk.maybe(0.2, "--validate=false", "--dry-run=server -o yaml")}`,
        boat(random, random.chance(0.2) ? "v1beta1" : "v1"),
      );
    else walk.run(random.pick(COMMANDS));
    if (random.chance(0.5)) walk.look(`/apis/${BOAT_GROUP}/v1/namespaces/{{ns}}/boats{{id}}/dinghy`);
  }
  if (random.chance(0.3)) walk.file("diff", boat(random));
  walk.run(`delete crd boats{{id}}.${BOAT_GROUP} --wait=false`);
  walk.until(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/boats{{id}}.${BOAT_GROUP}`, 404);
}

export const customTopics: readonly Topic[] = [boats];
