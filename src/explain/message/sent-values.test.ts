import { expect, test } from "vitest";
import type { Manifest } from "../offline/manifests.ts";
import { explainMessage } from "./explain-message.ts";

const SENT = [
  {
    object: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: { mode: "A", size: 3 },
    },
    file: "web.yaml",
    line: (path: readonly unknown[]) => `web.yaml:${path.length}`,
  },
] as unknown as Manifest[];

test.each([
  ['spec.mode: Unsupported value: "B": supported values: "A"', "has another value there", "web.yaml:2"],
  ['spec.other: Invalid value: "B": no', "has no spec.other", "web.yaml:1"],
  ['spec.mode: Invalid value: "A": no', "", "web.yaml:2"],
  ["spec.size: Invalid value: 3: no", "", "web.yaml:2"],
  ["spec.size: Invalid value: 4: no", "has another value there", "web.yaml:2"],
  ['spec.size: Invalid value: "3000m": no', "", "web.yaml:2"],
])("the value in the manifest is compared with the refused one: %s", (error, says, at) => {
  const [told] = explainMessage(`Deployment.apps "web" is invalid: ${error}`, SENT);
  expect(told?.cause.at).toBe(at);
  if (says === "") expect(told?.cause.message).not.toContain("the manifest has");
  else expect(told?.cause.message).toContain(says);
});

const service = (apiVersion: string, port: number): Manifest => ({
  object: { apiVersion, kind: "Service", metadata: { name: "web" }, spec: { ports: [{ port }] } },
  line: () => `web.yaml:${port}`,
});

test.each([
  ["Service", [service("serving.knative.dev/v1", 80), service("v1", 0)], false],
  ["Service.serving.knative.dev", [service("v1", 80), service("serving.knative.dev/v1", 0)], false],
  ["Service", [service("v1", 80)], true],
])("the value of a %s is not that of another kind with its name", (kind, manifests, isOther) => {
  const [told] = explainMessage(
    `${kind} "web" is invalid: spec.ports[0].port: Invalid value: 0: no`,
    manifests,
  );
  expect(told?.cause.message.includes("another value there")).toBe(isOther);
});

test("the place of an object is not that of another kind with its name in another group", () => {
  const own = service("serving.knative.dev/v1", 0);
  const bare = { ...own, object: { ...own.object, spec: {} } };
  const message = 'Service.serving.knative.dev "web" is invalid: spec.ports[0].port: Required value';
  const [told] = explainMessage(message, [service("v1", 80), bare]);
  expect(JSON.stringify(told)).not.toContain("web.yaml:80");
});
