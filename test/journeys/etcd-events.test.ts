import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls } from "../parts/kubectl.ts";
import { longTest } from "../parts/sampled.ts";
import { collect, newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

const [found] = findEtcds();
const [kubectl] = findKubectls();
const EVENTS = "/api/v1/namespaces/default/events";
const NEWER = "/apis/events.k8s.io/v1/namespaces/default/events";
const TTL = "--event-ttl=5s";

const pod = { kind: "Pod", namespace: "default", name: "p" };
const coreEvent = (name: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Event",
    metadata: { name, namespace: "default" },
    involvedObject: pod,
  });
const newerEvent = (name: string): string =>
  JSON.stringify({
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name },
    regarding: pod,
    eventTime: "2026-01-02T03:04:05.000000Z",
    reportingController: "c",
    reportingInstance: "i",
    action: "a",
    reason: "r",
    type: "Normal",
  });

describe.skipIf(found === undefined)("events in etcd", () => {
  let etcd: RunningEtcd;
  let server: RunningServer;
  const dir = newDataDir();

  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
    // Only etcd removes the events.
    server = await startServer(dir, "--etcd-servers", etcd.endpoint, TTL, "--controllers", "none");
  });
  afterAll(async () => {
    await server.stop();
    await etcd.stop();
    removeDataDir(dir);
  });

  const list = async (): Promise<{ names: string[]; revision: string }> => {
    const { items, metadata } = JSON.parse((await server.fetch("GET", EVENTS)).text) as {
      items: { metadata: { name: string } }[];
      metadata: { resourceVersion: string };
    };
    return { names: items.map((one) => one.metadata.name).sort(), revision: metadata.resourceVersion };
  };
  const watchFrom = (revision: string): ReturnType<RunningServer["fetch"]> =>
    server.fetch("GET", `${EVENTS}?watch=1&timeoutSeconds=2&resourceVersion=${revision}`);
  const namesOf = (type: string, text: string): string[] =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } })
      .filter((event) => event.type === type)
      .map(({ object }) => object.metadata.name)
      .sort();

  longTest("expire when their time has passed without a write, and watchers get a deletion", async () => {
    const { revision } = await list();
    expect((await server.fetch("POST", EVENTS, { body: coreEvent("a") })).status).toBe(201);
    const merge = { "content-type": "application/merge-patch+json" };
    let count = 0;
    const write = () =>
      server.fetch("PATCH", `${EVENTS}/a`, { body: `{"count":${++count}}`, headers: merge }).catch(() => {});
    const writing = setInterval(() => void write(), 200);
    expect((await server.fetch("POST", NEWER, { body: newerEvent("b") })).status).toBe(201);
    await expect.poll(async () => (await list()).names).toEqual(["a"]);
    clearInterval(writing);
    await expect.poll(async () => (await list()).names).toEqual([]);
    const deleted = async () => namesOf("DELETED", (await watchFrom(revision)).text);
    await expect.poll(deleted).toEqual(["a", "b"]);
  });

  test.skipIf(!hasReference() || kubectl === undefined)(
    "go no matter who wrote them, as kube-apiserver has it",
    async () => {
      const reference = await startReference(etcd.endpoint, { mediaType: "application/json", flags: [TTL] });
      const theirs = (...args: string[]) =>
        collect(
          spawn(kubectl?.path ?? "", [
            `--server=https://127.0.0.1:${reference.port}`,
            "--token=admin-token",
            "--insecure-skip-tls-verify",
            ...args,
          ]),
        );
      const file = join(dir, "event.json");
      writeFileSync(file, coreEvent("theirs"));
      expect((await theirs("create", "-f", file, "--validate=false")).stderr).toBe("");
      // The event is deleted soon, so a busy machine may read too late and retry.
      const seenByThem = async () => {
        await server.fetch("POST", EVENTS, { body: coreEvent("ours") });
        return (await theirs("get", "events", "-o=name")).stdout;
      };
      await expect.poll(seenByThem).toContain("ours");
      await expect.poll(async () => (await list()).names).toEqual([]);
      expect((await theirs("get", "events", "-o=name")).stdout).toBe("");
      await reference.stop();
    },
  );
});
