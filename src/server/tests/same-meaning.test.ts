import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const api = await clusterForTests();

const IN_DEFAULT = "namespaces/default";
const sized = (size: string) => ({
  spec: {
    containers: [{ name: "c", image: "i", resources: { limits: { memory: size } } }],
    volumes: [{ name: "v", emptyDir: { sizeLimit: size } }],
  },
});
const templateOf = (size: string) => ({ ...sized(size), metadata: { labels: { a: "b" } } });
const WHERE: Readonly<Record<string, string>> = {
  deployments: "apps/v1",
  daemonsets: "apps/v1",
  replicasets: "apps/v1",
  statefulsets: "apps/v1",
};

/** apimachinery/pkg/api/equality/semantic.go. */
test.each(Object.entries(WHERE))(
  "the same amount, written otherwise, is no change of %s",
  async (plural, group) => {
    const path = `/apis/${group}/${IN_DEFAULT}/${plural}`;
    const object = (size: string) => ({
      metadata: { name: "a" },
      spec: { selector: { matchLabels: { a: "b" } }, template: templateOf(size) },
    });
    await api.ask("POST", path, object("1Gi"));
    const same = await api.ask("PUT", `${path}/a`, object("1073741824"));
    expect(same.body.metadata).toMatchObject({ generation: 1 });
    const other = await api.ask("PUT", `${path}/a`, object("2Gi"));
    expect(other.body.metadata).toMatchObject({ generation: 2 });
  },
);

test("a claim may be written with another text of its amount, and with an empty map of limits", async () => {
  const path = `/api/v1/${IN_DEFAULT}/persistentvolumeclaims`;
  const claim = (storage: string, more: JsonObject = {}) => ({
    metadata: { name: "a" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage }, ...more } },
  });
  await api.ask("POST", path, claim("1Gi"));
  expect((await api.ask("PUT", `${path}/a`, claim("1Gi", { limits: {} }))).status).toBe(200);
  expect((await api.ask("PUT", `${path}/a`, claim("1073741824"))).status).toBe(200);
  const { body } = await api.ask("PUT", `${path}/a`, claim("2Gi"));
  expect(body.message).toContain('-   "storage": "1073741824"\n+   "storage": "2Gi"');
  expect(body.message).not.toContain('"Limits": {}');
});
