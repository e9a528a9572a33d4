import { expect, test } from "vitest";
import { lint } from "../lint/lint.ts";
import { deny, on, validating } from "../webhook/index.ts";
import { createCluster } from "./index.ts";

const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { hostnameOverride: "other", containers: [{ name: "c", image: "i" }] },
});

test("clusters of several versions run side by side", async () => {
  const versions = ["1.34", undefined, "1.35", "1.34"];
  const clusters = await Promise.all(
    versions.map((kubernetesVersion) => createCluster(kubernetesVersion ? { kubernetesVersion } : {})),
  );
  const names = clusters.map(async (cluster) => {
    const { object } = await cluster.create(pod("a"));
    return object.spec.hostnameOverride;
  });
  expect(await Promise.all(names)).toEqual([undefined, "other", "other", undefined]);
  const addresses = clusters.map(async (cluster) => {
    const metadata = { name: "1a" };
    return (
      await cluster.create({ apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ port: 1 }] } })
    ).status;
  });
  expect(await Promise.all(addresses)).toEqual([422, 201, 422, 422]);
  const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
  const roles = clusters.map(async (cluster) => {
    const name = "system:controller:device-taint-eviction-controller";
    return (await cluster.get({ ...role, name })).status;
  });
  expect(await Promise.all(roles)).toEqual([404, 200, 404, 404]);
  await Promise.all(clusters.map((cluster) => cluster.close()));
});

test("a version that is not there is refused", async () => {
  await expect(createCluster({ kubernetesVersion: "1.99" })).rejects.toThrow(
    "Kubernetes 1.99 is not supported; there are 1.34, 1.35, 1.36 and 1.37",
  );
});

test("webhooks are not called for reviews of tokens since 1.37", async () => {
  const rules = [on("authentication.k8s.io/v1", "tokenreviews", "CREATE")];
  const tokens = validating({ name: "tokens.example.com", rules }, () => deny("no"));
  const review = {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenReview",
    metadata: {},
    spec: { token: "x" },
  };
  for (const [kubernetesVersion, status] of [
    ["1.36", 403],
    ["1.37", 201],
  ] as const) {
    const cluster = await createCluster({ kubernetesVersion, webhooks: [tokens] });
    expect((await cluster.create(review as never)).status).toBe(status);
    await cluster.close();
  }
});

test.each([
  ["1.36", "tokenreviews", ["it is called for token reviews"]],
  [
    "1.37",
    "tokenreviews",
    ["Kubernetes never sends tokenreviews.authentication.k8s.io to webhooks since 1.37"],
  ],
  ["1.36", "*", ["it is called for token reviews"]],
  ["1.37", "*", []],
])("lint for %s: a rule about %s", async (kubernetesVersion, resource, begins) => {
  const rule = {
    apiGroups: ["authentication.k8s.io"],
    apiVersions: ["v1"],
    operations: ["CREATE"],
    resources: [resource],
  };
  const webhook = {
    name: "a.example.com",
    clientConfig: { url: "https://a.example.com/" },
    rules: [rule],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  const object = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "a" },
    webhooks: [webhook],
  };
  const { findings } = await lint({ manifests: [{ object, line: () => "" }], now: 0, kubernetesVersion });
  const found = findings
    .filter(({ rule: id }) => id === "reviews-access-reviews")
    .map(({ message }) => message);
  expect(found).toEqual(begins.map((text) => expect.stringContaining(text)));
});
