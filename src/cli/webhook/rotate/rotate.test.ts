import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { stringify } from "yaml";
import { longTest, sampledCount } from "../../../../test/parts/sampled.ts";
import type { Rehearsed } from "./rehearse.ts";
import { rotate } from "./rotate.ts";
import type { Rotation } from "./targets.ts";

const MINUTES = 60_000;
const FEW = { rehearse: true, calls: String(sampledCount(24)), rate: "1000" } as const;

const folder = mkdtempSync(join(tmpdir(), "sallyport-rotate-test-"));
afterEach(() => rmSync(join(folder, "all.yaml"), { force: true }));

function written(...objects: object[]): string {
  const file = join(folder, "all.yaml");
  writeFileSync(file, objects.map((one) => stringify(one)).join("---\n"));
  return file;
}

const configuration = (name: string, more: object = {}, metadata: object = {}) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name, ...metadata },
  webhooks: [
    {
      name: `${name}.example.com`,
      clientConfig: { service: { namespace: "shop", name: "hooks", path: `/${name}` } },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...more,
    },
  ],
});

const labels = { app: "hooks" };
const metadata = { name: "hooks", namespace: "shop" };
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata,
  spec: { selector: labels, ports: [{ port: 443 }] },
};
const secret = {
  apiVersion: "v1",
  kind: "Secret",
  type: "kubernetes.io/tls",
  metadata: { ...metadata, name: "tls" },
};
const deployment = (replicas: number) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata,
  spec: {
    replicas,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [{ name: "hooks", image: "registry.example.com/hooks:1" }],
        volumes: [{ name: "tls", secret: { secretName: "tls" } }],
      },
    },
  },
});

const kinds = ({ order }: Rehearsed): string => order.steps.map(({ kind }) => kind).join(" ");

longTest(
  "an order loses nothing when the bundle has everyone that serves, and only then",
  async () => {
    const file = written(
      configuration("owners"),
      configuration("teams", { failurePolicy: "Ignore" }),
      service,
    );
    const { text, failed } = await rotate([file], { ...FEW, output: "json" });
    expect(failed).toBe(false);
    const { rotations } = JSON.parse(text) as { rotations: { rotation: Rotation; rehearsed: Rehearsed[] }[] };
    const rehearsed = rotations[0]?.rehearsed ?? [];
    expect(rehearsed).toHaveLength(16);
    expect(rehearsed.filter(({ lost }) => lost === 0).map(kinds)).toEqual([
      "serve serve",
      "add serve serve remove",
    ]);
    const worst = rehearsed.find((one) => kinds(one) === "remove serve serve add");
    expect(new Set(worst?.losses.map(({ target }) => target.of)).size).toBe(2);
    for (const { sent, lost } of rehearsed) expect(sent).toBeGreaterThan(lost);
  },
  5 * MINUTES,
);

test(
  "what it prints: each order with its losses, and one without, in the words of the manifests",
  async () => {
    const file = written(
      configuration("owners", { failurePolicy: "Ignore" }),
      service,
      secret,
      deployment(1),
    );
    const { text } = await rotate([file], { ...FEW, output: "text" });
    expect(text).toMatch(/^Service shop\/hooks: owners\.example\.com \(Ignore\)\n9 orders, 1 pod\n/);
    expect(text).toMatch(/✗ +\d+ of \d+ lost: caBundle without the old authority → /);
    expect(text).toMatch(
      /owners\.example\.com: \d+ passed unchecked, the first after step 1: .*unknown authority/,
    );
    expect(text).toContain(`Nothing is lost in this order:
  1. Write both authorities, the old and the new, into the caBundle of ValidatingWebhookConfiguration/owners.
  2. Write a certificate of the new authority, and its key, into the Secret shop/tls, and wait`);
  },
  5 * MINUTES,
);

longTest(
  "who fills bundles in replaces them: only a renewal by the same authority loses nothing",
  async () => {
    const annotations = { "cert-manager.io/inject-ca-from": "shop/hooks" };
    const file = written(configuration("owners", {}, { annotations }), service, deployment(1));
    const { text, failed } = await rotate([file], { ...FEW, output: "text" });
    expect(failed).toBe(false);
    expect(text).toContain("cert-manager.io/inject-ca-from replaces the whole bundle");
    expect(text).toContain("1. Write a certificate of the same authority");
  },
  5 * MINUTES,
);

test("what cannot be rehearsed is said", async () => {
  const byUrl = configuration("far", { clientConfig: { url: "https://hooks.example.com/" } });
  await expect(rotate([written(service)], { ...FEW, output: "text" })).rejects.toThrow(
    "there are no webhooks",
  );
  await expect(rotate([written(byUrl)], { ...FEW, output: "text" })).rejects.toThrow(
    "far.example.com is not known",
  );
  await expect(rotate([written(byUrl)], { ...FEW, rehearse: false, output: "text" })).rejects.toThrow(
    "--rehearse",
  );
  await expect(
    rotate([written(byUrl, configuration("a"))], { ...FEW, calls: "0", output: "text" }),
  ).rejects.toThrow("--calls 0");
});
