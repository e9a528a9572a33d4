import { expect, test } from "vitest";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { rulesOf } from "./rules-of.ts";

test("rulesOf reads an empty item of YAML as the core group", async () => {
  const manifests = await parseManifests(
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: w }
webhooks:
- name: a.test
  rules:
  - operations: [CREATE]
    apiGroups:
    -
    - apps
    apiVersions: [v1]
    resources: [pods]
`,
    "a.yaml",
  );
  expect(rulesOf(manifests)).toEqual([
    { operations: ["CREATE"], apiGroups: ["", "apps"], apiVersions: ["v1"], resources: ["pods"] },
  ]);
});
