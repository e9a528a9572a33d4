import { expect, test } from "vitest";
import { stableResult } from "./stable-result.ts";

const job = (uid: string, name: string) => ({
  kind: "Job",
  metadata: {
    uid,
    name,
    generateName: "j-",
    resourceVersion: uid,
    labels: { "batch.kubernetes.io/job-name": name, own: "a" },
  },
  spec: { selector: { matchLabels: { "batch.kubernetes.io/controller-uid": uid } } },
  status: { startTime: uid },
});

test("stableResult leaves out what a server gives out", () => {
  expect(stableResult(job("u1", "j-1"), "")).toEqual(stableResult(job("u2", "j-2"), ""));
  const service = (ip: string, nodePort: number) => ({
    kind: "Service",
    metadata: {},
    spec: { clusterIP: ip, ports: [{ port: 80, nodePort }] },
  });
  expect(stableResult(service("10.0.0.1", 30001), "")).toEqual(stableResult(service("10.0.0.2", 30002), ""));
});

test("stableResult keeps all that admission can change, and the status where it is what is written", () => {
  const changed = { ...job("u1", "j-1"), metadata: { ...job("u1", "j-1").metadata, labels: { own: "b" } } };
  expect(stableResult(changed, "")).not.toEqual(stableResult(job("u1", "j-1"), ""));
  const status = { kind: "Pod", metadata: {}, status: { phase: "Failed" } };
  expect(stableResult(status, "status")).toHaveProperty("status");
  expect(stableResult(status, "")).not.toHaveProperty("status");
});

test("stableResult leaves out what the plugin ServiceAccount writes into every pod", () => {
  const pod = (more: object, mounts: object[], volumes: object[]) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: {
      ...more,
      containers: [{ name: "web", ...(mounts.length > 0 && { volumeMounts: mounts }) }],
      ...(volumes.length > 0 && { volumes }),
    },
  });
  const token = (name: string) => ({ name, projected: { sources: [] } });
  const mount = (name: string) => ({ name, mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" });
  const accounts = { serviceAccountName: "default", serviceAccount: "default" };
  const bare = stableResult(pod({}, [], []) as never, "");
  const name = "kube-api-access-99pmc";
  expect(stableResult(pod(accounts, [mount(name)], [token(name)]) as never, "")).toEqual(bare);
  const own = { name: "data", mountPath: "/data" };
  const volume = { name: "data", emptyDir: {} };
  expect(stableResult(pod(accounts, [own, mount(name)], [volume, token(name)]) as never, "")).toEqual(
    stableResult(pod({}, [own], [volume]) as never, ""),
  );
  expect(stableResult(pod({ serviceAccountName: "robot" }, [], []) as never, "")).not.toEqual(bare);
});
