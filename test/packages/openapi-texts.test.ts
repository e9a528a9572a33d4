import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const dir = newDataDir();
let server: RunningServer;
let schemas: Record<
  string,
  { description?: string; required?: string[]; properties: Record<string, Schema> }
>;

interface Schema {
  description?: string;
  enum?: string[];
}

beforeAll(async () => {
  server = await startServer(dir);
  const { text } = await server.fetch("GET", "/openapi/v3/api/v1");
  ({ schemas } = (JSON.parse(text) as { components: { schemas: typeof schemas } }).components);
});
afterAll(async () => {
  await server.stop();
  removeDataDir(dir);
});

test("the built program describes types and fields, those that refer to another type too", () => {
  const pod = schemas["io.k8s.api.core.v1.PodSpec"];
  expect(pod?.description).toBe("PodSpec is a description of a pod.");
  expect(pod?.properties.affinity?.description).toBe("If specified, the pod's scheduling constraints");
  expect(pod?.properties.dnsPolicy?.description).toContain("Possible enum values:");
});

test("it says which fields are required, in the order of the type, and what values they have", () => {
  expect(schemas["io.k8s.api.core.v1.ObjectFieldSelector"]?.required).toEqual(["fieldPath"]);
  expect(schemas["io.k8s.api.core.v1.ContainerStatus"]?.required).toEqual([
    "name",
    "ready",
    "restartCount",
    "image",
    "imageID",
  ]);
  const { restartPolicy } = schemas["io.k8s.api.core.v1.PodSpec"]?.properties ?? {};
  expect(restartPolicy?.enum).toEqual(["Always", "Never", "OnFailure"]);
});
