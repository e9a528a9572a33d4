import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  allow,
  deny,
  mutating,
  serveWebhooks,
  validating,
  type WebhookServer,
} from "../../src/webhook/index.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ships.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ships, singular: ship, kind: Ship, shortNames: [sh]}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Flag, type: string, jsonPath: .spec.flag}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [crew]
            properties:
              crew: {type: integer, minimum: 1}
              flag: {type: string, default: none}
`;

const ship = (name: string, spec: string): string => `apiVersion: example.com/v1
kind: Ship
metadata: {name: ${name}, namespace: default}
spec: ${spec}
`;

const painted = mutating("/paint", (object) => {
  object.metadata.labels = { ...object.metadata.labels, painted: "yes" };
  return allow({ warnings: ["wet paint"] });
});
const crewed = validating("/crew", (object) => {
  const spec = object?.spec as { crew: number };
  return spec.crew > 99 ? deny("too many people") : allow();
});

describe.each(sampled(findKubectls()))("custom resources: kubectl $version", (tool) => {
  const dir = newDataDir();
  let server: RunningServer;
  let kubectl: RunKubectl;
  let webhooks: WebhookServer;

  beforeAll(async () => {
    server = await startServer(dir);
    kubectl = kubectlOn(tool, server);
    webhooks = await serveWebhooks([painted, crewed], { tls: "self-signed" });
  });
  afterAll(async () => {
    await webhooks.close();
    await server.stop();
    removeDataDir(dir);
  });

  test("a definition is established, and its kind known", async () => {
    expect((await kubectl("apply -f -", DEFINITION)).said).toBe(
      "customresourcedefinition.apiextensions.k8s.io/ships.example.com created\n",
    );
    const met = await kubectl("wait crd/ships.example.com --for=condition=Established --timeout=120s");
    expect(met.stdout).toContain("condition met");
    expect((await kubectl("api-resources --api-group=example.com -o name")).stdout).toBe(
      "ships.example.com\n",
    );
  });

  test("objects of it get defaults and are checked against the schema", async () => {
    expect((await kubectl("apply -f -", ship("one", "{crew: 3}"))).said).toBe(
      "ship.example.com/one created\n",
    );
    expect((await kubectl("get sh")).stdout).toMatch(/NAME\s+FLAG\s*\none\s+none/);
    const wrong = await kubectl("create --validate=false -f -", ship("two", "{crew: 0}"));
    expect(wrong.stderr).toContain("spec.crew in body should be greater than or equal to 1");
  });

  test("webhooks change, warn and refuse", async () => {
    const registered = await kubectl("apply -f -", registration(webhooks));
    expect(registered.code, registered.said).toBe(0);
    const made = await kubectl("apply -f -", ship("three", "{crew: 3}"));
    expect(made.said).toContain("ship.example.com/three created\n");
    expect(made.stderr).toContain("Warning: wet paint");
    expect((await kubectl("get sh -l painted=yes -o name")).stdout).toBe("ship.example.com/three\n");
    const full = await kubectl("create -f -", ship("four", "{crew: 100}"));
    expect(full.stderr).toContain('admission webhook "crew.example.com" denied the request: too many people');
  });

  test("a webhook that cannot be reached refuses, unless it is to be ignored", async () => {
    await webhooks.close();
    const refused = await kubectl("create -f -", ship("five", "{crew: 3}"));
    expect(refused.stderr).toMatch(/failed calling webhook "paint.example.com".*connect: connection refused/);
    await kubectl("delete mutatingwebhookconfigurations,validatingwebhookconfigurations --all");
    expect((await kubectl("create -f -", ship("five", "{crew: 3}"))).stdout).toBe(
      "ship.example.com/five created\n",
    );
  });

  test("the definition takes its objects along", async () => {
    const deleted = await kubectl("delete crd ships.example.com --timeout=120s");
    expect(deleted.stdout).toContain('"ships.example.com" deleted');
    expect((await kubectl("get ships")).code).toBe(1);
  });
});

function registration({ url, caBundle }: WebhookServer): string {
  const one = (kind: string, name: string): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}
metadata: {name: ${name}}
webhooks:
- name: ${name}.example.com
  clientConfig: {url: "${url}/${name}", caBundle: ${caBundle}}
  rules: [{operations: [CREATE], apiGroups: [example.com], apiVersions: ["*"], resources: [ships]}]
  sideEffects: None
  admissionReviewVersions: [v1]
`;
  return `${one("MutatingWebhookConfiguration", "paint")}---\n${one("ValidatingWebhookConfiguration", "crew")}`;
}
