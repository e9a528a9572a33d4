import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { manifests, mutating, on, validating } from "../../../webhook/index.ts";
import { helmLayout, kustomizeLayout, yamlText } from "./layouts.ts";

const team = mutating(
  {
    path: "/team",
    rules: [on("v1", "pods")],
    matchConditions: [{ name: "braces", expression: "'{{x}}' != ''" }],
  },
  { create: () => {} },
);
const owner = validating({ path: "/owner", rules: [on("v1", "pods")] }, { create: () => true });
const endpoints = [team, owner];
const IMAGE = "registry.example.com:5000/checks:1";
const OPTIONS = { name: "checks", namespace: "hooks", image: IMAGE, replicas: 3 };

test.each(["cert-manager", "own"] as const)(
  "the same webhooks have the same manifests: %s",
  async (certificate) => {
    const options = { ...OPTIONS, certificate };
    const text = await yamlText(endpoints, options);
    expect(await yamlText(endpoints, options)).toBe(text);
    const objects = await manifests(endpoints, options);
    expect(parseAllDocuments(text).map((document) => document.toJS() as unknown)).toEqual(objects);
    expect(text).toContain("# Excludes namespaces whose pods have to start");
    const issuer = certificate === "cert-manager" ? ["cert-manager"] : [];
    const values = ["kube-system", "kube-public", "kube-node-lease", ...issuer, "hooks"];
    expect(objects.at(-1)).toMatchObject({
      webhooks: [
        {
          admissionReviewVersions: ["v1"],
          namespaceSelector: { matchExpressions: [{ values }] },
        },
      ],
    });
    const deployment = objects.find(({ kind }) => kind === "Deployment");
    // The webhooks that store their certificate themselves need the API.
    const token = certificate === "cert-manager" ? { automountServiceAccountToken: false } : {};
    const spread = [{ topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "ScheduleAnyway" }];
    expect(deployment).toMatchObject({
      spec: { template: { spec: { ...token, topologySpreadConstraints: spread } } },
    });
  },
);

test("texts that YAML 1.1 takes for something else stand in quotes", async () => {
  const selector = { matchLabels: { enabled: "yes", on: "y" } };
  const labelled = validating(
    { path: "/on", rules: [on("v1", "pods")], objectSelector: selector },
    { create: () => true },
  );
  const text = await yamlText([labelled], OPTIONS);
  expect(text).toContain('enabled: "yes"');
  expect(text).toContain('"on": "y"');
});

test("kustomize: a file for each object, all of them listed", async () => {
  const layout = await kustomizeLayout(endpoints, OPTIONS);
  const { "kustomization.yaml": text = "", ...files } = layout;
  const kustomization = parse(text) as { resources: string[]; images: unknown; replicas: unknown };
  expect(kustomization.resources.map((file) => parse(files[file] ?? "") as unknown)).toEqual(
    await manifests(endpoints, OPTIONS),
  );
  expect(Object.keys(files)).toEqual(kustomization.resources);
  expect(kustomization.images).toEqual([{ name: "registry.example.com:5000/checks", newTag: "1" }]);
  expect(kustomization.replicas).toEqual([{ name: "checks", count: 3 }]);
});

/** Renders these templates as Helm does. */
function rendered(text: string, values: { image: string; replicas: number }, namespace: string): string {
  return text.replace(/\{\{ (.*?) \}\}/g, (_, expression: string) => {
    if (expression === '"{{"') return "{{";
    if (expression === ".Release.Namespace") return namespace;
    if (expression === ".Values.replicas") return String(values.replicas);
    if (expression.startsWith("required ") && expression.endsWith(" .Values.image")) return values.image;
    throw new Error(`what is ${expression}?`);
  });
}

test("helm: the values make the same objects, in the namespace of the release", async () => {
  const layout = await helmLayout(endpoints, OPTIONS, "1.2.3");
  const { "Chart.yaml": chart = "", "values.yaml": text = "", ...templates } = layout;
  expect(parse(chart)).toMatchObject({ apiVersion: "v2", name: "checks", version: "1.2.3" });
  const values = parse(text) as { image: string; replicas: number };
  expect(values).toEqual({ image: IMAGE, replicas: 3 });
  const objects = (await manifests(endpoints, OPTIONS)).filter(({ kind }) => kind !== "Namespace");
  expect(Object.values(templates).map((one) => parse(rendered(one, values, "hooks")) as unknown)).toEqual(
    objects,
  );
});
