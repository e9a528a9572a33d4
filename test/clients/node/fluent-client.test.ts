import { GenericKind, K8s, kind, RegisterKind } from "kubernetes-fluent-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../../parts/server.ts";
import { BOATS, eventually } from "./parts.ts";

const dir = newDataDir();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer(dir);
  // The client reads its server only from this variable.
  process.env.KUBECONFIG = server.kubeconfig;
});
afterAll(async () => {
  await server.stop();
  removeDataDir(dir);
});

class Boat extends GenericKind {
  declare spec?: { length: number };
  declare status?: { afloat: boolean };
}
RegisterKind(Boat, { group: "example.com", version: "v1", kind: "Boat", plural: "boats" });

const maps = () => K8s(kind.ConfigMap).InNamespace("default");
const statusOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 0,
    (error: { status?: number }) => error.status,
  );

describe("kubernetes-fluent-client", () => {
  test("applies, gets, lists by label and deletes", async () => {
    const metadata = { name: "applied", namespace: "default", labels: { by: "fluent" } };
    await K8s(kind.ConfigMap).Apply({ metadata, data: { a: "1" } });
    await K8s(kind.ConfigMap).Apply({ metadata, data: { a: "2" } });
    expect((await maps().Get("applied")).data).toEqual({ a: "2" });
    expect((await maps().WithLabel("by", "fluent").Get()).items).toHaveLength(1);
    await maps().Delete("applied");
    expect(await statusOf(maps().Get("applied"))).toBe(404);
    // Deleting an object that does not exist succeeds.
    await maps().Delete("applied");
  });

  test("creates, and is refused the second time", async () => {
    const create = () => K8s(kind.ConfigMap).Create({ metadata: { name: "made", namespace: "default" } });
    await create();
    expect(await statusOf(create())).toBe(409);
  });

  test("patches with operations, and scales", async () => {
    const labels = { app: "web" };
    await K8s(kind.Deployment).Apply({
      metadata: { name: "web", namespace: "default" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    });
    const web = K8s(kind.Deployment, { name: "web", namespace: "default" });
    await web.Patch([{ op: "add", path: "/metadata/labels", value: labels }]);
    await K8s(kind.Deployment, { namespace: "default" }).Scale(2, "web");
    const found = await K8s(kind.Deployment).InNamespace("default").Get("web");
    expect([found.metadata?.labels, found.spec?.replicas]).toEqual([labels, 2]);
  });

  test("applies over what another manager owns by force only", async () => {
    const metadata = { name: "owned", namespace: "default" };
    await K8s(kind.ConfigMap).Create({ metadata, data: { a: "1" } });
    const apply = (force: boolean) => K8s(kind.ConfigMap).Apply({ metadata, data: { a: "2" } }, { force });
    expect(await statusOf(apply(false))).toBe(409);
    expect((await apply(true)).data).toEqual({ a: "2" });
  });

  test("custom resources: definition, object, status, finalizer", async () => {
    await K8s(kind.CustomResourceDefinition).Apply(BOATS as never);
    const metadata = { name: "b", namespace: "default" };
    await expect.poll(() => statusOf(K8s(Boat).Apply({ metadata, spec: { length: 3 } }))).toBe(0);
    await K8s(Boat).PatchStatus({ metadata, spec: { length: 3 }, status: { afloat: true } });
    const boats = K8s(Boat, { namespace: "default", name: "b" });
    await boats.Finalize("add", "example.com/anchor");
    const found = await K8s(Boat).InNamespace("default").Get("b");
    expect([found.status, found.metadata?.finalizers]).toEqual([{ afloat: true }, ["example.com/anchor"]]);
    await K8s(Boat, { namespace: "default", name: "b" }).Finalize("remove", "example.com/anchor");
    await K8s(Boat).InNamespace("default").Delete("b");
    expect(await statusOf(K8s(Boat).InNamespace("default").Get("b"))).toBe(404);
  });

  test("watches what is there and what happens then", async () => {
    await K8s(kind.Secret).Create({ metadata: { name: "before", namespace: "default" } });
    const seen: string[] = [];
    const watcher = K8s(kind.Secret)
      .InNamespace("default")
      .Watch((secret, phase) => void seen.push(`${phase} ${secret.metadata?.name}`));
    await watcher.start();
    await eventually(() => seen.includes("ADDED before"));
    await K8s(kind.Secret).Apply({
      metadata: { name: "later", namespace: "default" },
      stringData: { a: "b" },
    });
    await eventually(() => seen.includes("ADDED later"));
    await K8s(kind.Secret).InNamespace("default").Delete("later");
    await eventually(() => seen.includes("DELETED later"));
    watcher.close();
  });
});
