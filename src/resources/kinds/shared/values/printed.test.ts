import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const api = await clusterForTests();

const workload = (metadata: JsonObject): JsonObject => ({
  metadata: { name: "a" },
  spec: {
    selector: { matchLabels: { app: "a" } },
    template: { metadata, spec: { containers: [{ name: "c", image: "i" }] } },
  },
});

test.each([
  [{ labels: {} }, "{}"],
  [{}, "null"],
  [{ labels: { b: "2", a: "1" } }, '{"a":"1","b":"2"}'],
])(
  "errors tell an empty map from none: labels of a template that are not selected, %j",
  async (metadata, shown) => {
    for (const plural of ["deployments", "replicasets", "daemonsets", "statefulsets"]) {
      const { body } = await api.ask(
        "POST",
        `/apis/apps/v1/namespaces/default/${plural}`,
        workload(metadata),
      );
      expect(body.message).toContain(`spec.template.metadata.labels: Invalid value: ${shown}: \`selector\``);
    }
  },
);

test.each([
  [{ capacity: {} }, "{}"],
  [{}, "null"],
])("errors tell an empty map from none: the capacity of a volume, %j", async (capacity, shown) => {
  const spec = { ...capacity, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } };
  const { body } = await api.ask("POST", "/api/v1/persistentvolumes", { metadata: { name: "a" }, spec });
  expect(body.message).toContain(`spec.capacity: Unsupported value: ${shown}: supported values: "storage"`);
});
