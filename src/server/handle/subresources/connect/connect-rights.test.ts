import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
const PODS = "/api/v1/namespaces/default/pods";

// Every expectation here is from kube-apiserver 1.36.3.
describe("connect", () => {
  let api: InMemoryCluster;
  const as = (user: string, method: string, url: string): Promise<Answered> =>
    api.ask(method, url, undefined, { "impersonate-user": user });
  const grant = async (user: string, verbs: string[]): Promise<void> => {
    const resources = ["pods/exec", "pods/attach", "pods/portforward", "pods/proxy"];
    const metadata = { name: user };
    await api.ask("POST", `${RBAC}/roles`, { metadata, rules: [{ verbs, apiGroups: [""], resources }] });
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: user };
    const subjects: JsonObject[] = [{ kind: "User", name: user }];
    await api.ask("POST", `${RBAC}/rolebindings`, { metadata, roleRef, subjects });
  };

  beforeAll(async () => {
    api = await startInMemoryCluster();
    await grant("reader", ["get"]);
    await grant("both", ["get", "create"]);
    await api.ask("POST", PODS, {
      metadata: { name: "p" },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
  });
  afterAll(() => api.stop());

  test.each(["exec?command=ls", "attach", "portforward?ports=80"])(
    "%s by GET needs the right to create, too",
    async (subresource) => {
      const { status, body } = await as("reader", "GET", `${PODS}/p/${subresource}`);
      expect([status, body.message]).toEqual([403, 'pods "p" is forbidden: ']);
      expect((await as("both", "GET", `${PODS}/p/${subresource}`)).body.message).toBe(
        "pod p does not have a host assigned",
      );
    },
  );

  test("a proxy goes by the method", async () => {
    expect((await as("reader", "GET", `${PODS}/p/proxy`)).body.message).toBe("address not allowed");
    expect((await as("reader", "POST", `${PODS}/p/proxy`)).status).toBe(403);
  });
});
