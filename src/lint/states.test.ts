import { expect, test } from "vitest";
import { type Manifest, parseManifests } from "../explain/offline/manifests.ts";
import { lint } from "./lint.ts";
import { statesOf } from "./states.ts";

const named = (name: string, file: string): Promise<Manifest[]> =>
  parseManifests(JSON.stringify({ kind: "ValidatingAdmissionPolicy", metadata: { name } }), file);
const filesOf = ({ manifests }: { readonly manifests: readonly Manifest[] }): string[] =>
  manifests.map((one) => one.place?.([]).file ?? "");

test("a configuration is in each state once, and its last copy is in the first state", async () => {
  const [a1, b, a2] = [await named("a", "1"), await named("b", "2"), await named("a", "3")];
  const states = statesOf([...a1, ...b, ...a2]);
  expect(states.map(filesOf)).toEqual([
    ["2", "3"],
    ["1", "2"],
  ]);
  const [, second] = states;
  expect([...a1, ...b, ...a2].map((one) => second?.isChecked(one))).toEqual([true, false, false]);
});

test("objects without a name, and other objects, are no copies; very many copies are together in the last state", async () => {
  const plain = (await Promise.all(["", ""].map((name) => named(name, "1")))).flat();
  expect(statesOf(plain)).toHaveLength(1);
  const boat = JSON.stringify({ kind: "Boat", metadata: { name: "a" } });
  expect(statesOf([...(await parseManifests(boat, "1")), ...(await parseManifests(boat, "2"))])).toHaveLength(
    1,
  );
  const many = (await Promise.all(Array.from({ length: 30 }, (_, at) => named("a", String(at))))).flat();
  const states = statesOf(many);
  expect(states.map(filesOf).map(({ length }) => length)).toEqual([...Array(4).fill(1), 26]);
});

const hook = (file: string, sideEffects: string): Promise<Manifest[]> =>
  parseManifests(
    JSON.stringify({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "a" },
      webhooks: [
        {
          name: "a.example.com",
          clientConfig: { service: { namespace: "a", name: "a" }, caBundle: "" },
          rules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
          ],
          sideEffects,
          admissionReviewVersions: ["v1"],
        },
      ],
    }),
    file,
  );

test("copies of a configuration are not compared with each other, and each is checked", async () => {
  const manifests = [...(await hook("old.yaml", "Some")), ...(await hook("new.yaml", "None"))];
  const { findings, looked } = await lint({ manifests, now: 0 });
  const found = findings.map(({ rule, file }) => `${rule} ${file}`);
  expect(found).not.toContainEqual(expect.stringContaining("asked-twice"));
  expect(found).toContain("invalid-configuration old.yaml");
  expect(looked.webhooks).toBe(2);
});
