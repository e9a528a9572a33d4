import { describe, expect, test } from "vitest";
import { explainOffline } from "../../src/explain/offline/explain-offline.ts";
import { manifestSources, parseManifests } from "../../src/explain/offline/manifests.ts";
import { requestSpec } from "../../src/explain/offline/request-spec.ts";
import { explanationText } from "../../src/explain/text/explanation-text.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { lint } from "../../src/lint/lint.ts";

const CONFIGURATION = `apiVersion: v1
kind: List
items:
  - apiVersion: admissionregistration.k8s.io/v1
    kind: MutatingWebhookConfiguration
    metadata: { name: labels }
    webhooks:
      - name: labels.example.com
        clientConfig: { url: "https://127.0.0.1:9/" }
        rules:
          - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
          - apiGroups: [""]
            apiVersions: [v1]
            operations: [CREATE]
            resources:
              - pod
        sideEffects: None
        admissionReviewVersions: [v1]
`;
const POD: JsonObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "demo" },
  spec: { containers: [{ name: "web", image: "web:1" }] },
};

const SELECTED = `apiVersion: v1
kind: Namespace
metadata: { name: demo, labels: { team: demo, stage: test } }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: owners }
webhooks:
  - name: owners.example.com
    clientConfig: { url: "https://127.0.0.1:9/" }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
    namespaceSelector:
      matchLabels:
        stage: test
        tema: demo
    sideEffects: None
    admissionReviewVersions: [v1]
`;

test("explain and lint name the line of the misspelt key", async () => {
  const manifests = await parseManifests(SELECTED, "hooks.yaml");
  const { steps } = await explainOffline({ manifests, request: requestSpec(POD, null, {}) });
  expect(steps.flatMap((step) => ("why" in step && step.why?.changes) || [])).toContainEqual(
    expect.objectContaining({ at: "hooks.yaml:15", says: "replace the key tema with team" }),
  );
  const found = (await lint({ manifests, now: 0 })).findings.find(({ rule }) => rule === "misspelt-label");
  expect(found).toMatchObject({ line: 15, path: "/webhooks/0/namespaceSelector/matchLabels/tema" });
});

describe("an explanation as text", () => {
  test("names file and line", async () => {
    const manifests = await parseManifests(CONFIGURATION, "hooks.yaml");
    const explanation = await explainOffline({ manifests, request: requestSpec(POD, null, {}) });
    expect(explanationText(explanation)).toBe(`Allowed (201)
CREATE pods (v1) web in demo as kubernetes-admin

What looks wrong
  ! labels.example.com of MutatingWebhookConfiguration/labels: the rule says "pod", but rules name resources by their plural: "pods"
      at hooks.yaml:16: replace pod with pods, tried: with this change it is called

Mutating, one after the other
  ✓ plugin ServiceAccount changed /spec/containers/0/volumeMounts, /spec/serviceAccountName, /spec/serviceAccount, /spec/volumes
  ✓ plugin Priority changed /spec/priority, /spec/preemptionPolicy
  ✓ plugin DefaultTolerationSeconds changed /spec/tolerations
  – webhook labels.example.com (labels) not called (see above)

note: namespace demo is not among the manifests; it is assumed to exist without labels of its own
note: no webhook was called: each is assumed to allow the request (lint checks their certificates)
`);
  });

  test.each([
    ["MutatingWebhookConfiguration", "MutatingWebhokConfiguration", "MutatingWebhookConfiguration"],
    ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v2", "admissionregistration.k8s.io/v1"],
    ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.i/v1", "admissionregistration.k8s.io/v1"],
  ])(
    "says that a configuration with a misspelt kind or version has no effect: %s as %s",
    async (right, wrong, meant) => {
      const manifests = await parseManifests(CONFIGURATION.replace(right, wrong), "hooks.yaml");
      const explanation = await explainOffline({ manifests, request: requestSpec(POD, null, {}) });
      expect(explanation.findings.map(({ message }) => message)).toEqual([
        expect.stringMatching(new RegExp(`^the server refuses it: no kind .* is served; .*${meant}`)),
      ]);
    },
  );

  test("says how a Service is reached that nobody answers at", async () => {
    const service = "{ service: { namespace: shop, name: guard } }";
    const text = CONFIGURATION.replace('{ url: "https://127.0.0.1:9/" }', service).replace(
      "- pod\n",
      "- pods\n",
    );
    const manifests = await parseManifests(text, "hooks.yaml");
    const answers = { "labels.example.com": { transport: "timeout" } };
    const { findings } = await explainOffline({ manifests, request: requestSpec(POD, null, {}), answers });
    expect(findings[0]?.message).toBe(
      "it did not answer within 10 s, its timeoutSeconds (no container runs behind a Service here: --service shop/guard=HOST:PORT says where the webhook is); failurePolicy Fail refused the request",
    );
  });

  test("shows what recorded answers change, and who refuses", async () => {
    const manifests = await parseManifests(CONFIGURATION.replace("- pod\n", "- pods\n"), "hooks.yaml");
    const patch = [{ op: "add", path: "/metadata/labels", value: { team: "a" } }];
    const allowed = { allowed: true, patch, warnings: ["labelled"] };
    const denied = { allowed: false, status: { message: "no team", code: 403 } };
    const ask = async (answer: JsonObject): Promise<string> => {
      const answers = { "labels.example.com": answer };
      const explanation = await explainOffline({ manifests, request: requestSpec(POD, null, {}), answers });
      return explanationText(explanation).replaceAll(/[\d.]+ of/g, "0.0 of");
    };
    const changed = await ask(allowed);
    expect(changed).toContain('+ /metadata/labels: {"team":"a"}');
    expect(changed).toContain("✓ webhook labels.example.com (labels) allowed and changed it\n");
    expect(changed).toContain("Warning: labelled");
    expect(await ask(denied)).toContain(
      "Refused (403) by webhook labels.example.com of MutatingWebhookConfiguration/labels: admission webhook",
    );
  });
});

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: notes }
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
  mutations:
    - patchType: JSONPatch
      jsonPatch:
        expression: '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"a": "b"}}]'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: notes }
spec: { policyName: notes }
`;

test("a binding is not blamed for its policy, which the server refuses", async () => {
  const manifests = await parseManifests(
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: rules }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [create], resources: [pods] }]
  validations: [{ expression: "true" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: everywhere }
spec: { policyName: rules, validationActions: [Deny] }
`,
    "rules.yaml",
  );
  const { findings } = await explainOffline({ manifests, request: requestSpec(POD, null, {}) });
  expect(findings.map(({ code, of }) => `${code} of ${of}`)).toEqual([
    "invalid-configuration of ValidatingAdmissionPolicy/rules",
  ]);
});

test("a policy that is asked says that the paramRef of its binding has no effect, and nothing looks wrong", async () => {
  const manifests = await parseManifests(
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: rules }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  validations: [{ expression: "true" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: everywhere }
spec:
  policyName: rules
  paramRef: { name: limits, namespace: demo, parameterNotFoundAction: Deny }
  validationActions: [Deny]
`,
    "rules.yaml",
  );
  const input = { manifests, request: requestSpec(POD, null, {}) };
  const fact = "the paramRef of its binding everywhere has no effect: the policy has no paramKind";
  const explanation = await explainOffline(input);
  expect(explanation.findings).toEqual([]);
  expect(explanationText(explanation)).toContain(
    `  ✓ policy rules (everywhere) holds\n      it is asked, but ${fact} at rules.yaml:5\n`,
  );
  const { findings, steps } = await explainOffline({ ...input, asked: "rules" });
  expect(findings.map(({ message }) => message)).toEqual([`it is asked, but ${fact}`]);
  expect(steps.filter(({ name }) => name === "rules")).toMatchObject([{ called: true }]);
});

test("several fields that the server refuses: the place of the first", async () => {
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec: {} };
  const { findings } = await explainOffline({ manifests: [], request: requestSpec(deployment, null, {}) });
  expect(findings.map(({ code, at }) => [code, at])).toEqual([["refused", "/spec/selector"]]);
});

test.each([
  ["kind", { apiVersion: "v1" }],
  ["apiVersion", { kind: "Pod" }],
])("an object without %s is told so", async (missing, object) => {
  const request = requestSpec({ metadata: { name: "a" }, ...object }, null, {});
  await expect(explainOffline({ manifests: [], request })).rejects.toThrow(`has no ${missing}`);
});

test("what a policy changes is shown as a diff, without what the server stamps", async () => {
  const manifests = await parseManifests(POLICY, "policy.yaml");
  const explanation = await explainOffline({ manifests, request: requestSpec(POD, null, {}) });
  const [step] = explanation.steps.filter(({ kind }) => kind === "policy");
  expect(step).toMatchObject({
    checks: [{ patch: [{ op: "add", path: "/metadata/annotations", value: { a: "b" } }] }],
  });
  expect(explanationText(explanation)).toContain('+ /metadata/annotations: {"a":"b"}');
});

test("--call dials no address that was not given", async () => {
  const configuration = CONFIGURATION.replace("- pod\n", "- pods\n").replace(
    'url: "https://127.0.0.1:9/"',
    "service: { namespace: hooks, name: labels }",
  );
  const service =
    "---\napiVersion: v1\nkind: Service\nmetadata: { name: labels, namespace: hooks }\nspec: { ports: [{ port: 443 }] }\n";
  const request = requestSpec(POD, null, {});
  const call = { services: new Map<string, string>() };
  const unplaced = await explainOffline({
    manifests: await parseManifests(configuration + service, "a.yaml"),
    request,
    call,
  });
  expect(unplaced.answer.allowed).toBe(true);
  expect(unplaced.notes.join()).toContain("--service hooks/labels=HOST:PORT");
});

describe("requests", () => {
  const everything = CONFIGURATION.replace(/operations: \[CREATE\]/g, 'operations: ["*"]').replace(
    "- pod\n",
    "- pods\n",
  );

  test("an update is what is different between two manifests", async () => {
    const manifests = await parseManifests(everything, "hooks.yaml");
    const changed = { ...POD, metadata: { ...(POD.metadata as JsonObject), labels: { team: "a" } } };
    const { answer, request, steps } = await explainOffline({
      manifests,
      request: requestSpec(changed, POD, {}),
    });
    expect(answer).toMatchObject({ code: 200, allowed: true });
    expect(request.operation).toBe("UPDATE");
    expect(steps.filter(({ kind }) => kind === "webhook")).toMatchObject([{ called: true }]);
  });

  test("an AdmissionReview says everything itself", async () => {
    const manifests = await parseManifests(everything, "hooks.yaml");
    const resource = { group: "", version: "v1", resource: "pods" };
    const userInfo = { username: "bob", groups: ["system:authenticated"] };
    const review = {
      resource,
      name: "web",
      namespace: "demo",
      operation: "DELETE",
      userInfo,
      oldObject: POD,
    };
    const given = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: review };
    const { request, answer } = await explainOffline({ manifests, request: requestSpec(given, null, {}) });
    expect(request).toMatchObject({ operation: "DELETE", name: "web", namespace: "demo", user: "bob" });
    expect(answer.allowed).toBe(true);
  });

  test("what cannot be asked is refused with words", async () => {
    const car = { apiVersion: "example.org/v1", kind: "Car", metadata: { name: "a" } };
    await expect(explainOffline({ manifests: [], request: requestSpec(car, null, {}) })).rejects.toThrow(
      "the kind Car of example.org/v1 is not served",
    );
    expect(() => requestSpec(POD, null, { operation: "PATCH" })).toThrow("a patch is an UPDATE");
    // No other resource of the same kind takes its place.
    for (const resource of ["podz.v1", "podz.v1.", "pod.v1", "podz"])
      await expect(
        explainOffline({ manifests: [], request: requestSpec(POD, null, { resource }) }),
      ).rejects.toThrow(`the resource ${resource.split(".")[0]} is not served`);
    await expect(parseManifests("a: [", "broken.yaml")).rejects.toThrow("broken.yaml: ");
  });
});

describe("manifestSources", () => {
  test("finds the line of what is there, else of what would hold it", async () => {
    const sources = manifestSources(await parseManifests(CONFIGURATION, "a.yaml"));
    const source = sources.find("MutatingWebhookConfiguration", "labels");
    expect(source?.line(["webhooks", 0, "rules", 1, "resources", 0])).toBe("a.yaml:16");
    expect(source?.line(["webhooks", 0, "matchPolicy"])).toBe("a.yaml:8");
  });
});

test("an explanation has the same generated names each time", async () => {
  const service = {
    ...{ apiVersion: "v1", kind: "Service", metadata: { generateName: "web-", namespace: "demo" } },
    spec: { type: "NodePort", ports: [{ port: 80 }] },
  };
  const seen = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: seen }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [services] }]
  validations: [{ expression: "false", messageExpression: "string(object.metadata.name)" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: seen }
spec: { policyName: seen, validationActions: [Deny] }
`;
  const manifests = await parseManifests(seen, "policy.yaml");
  const explained = () => explainOffline({ manifests, request: requestSpec(service, null, {}) });
  const { answer } = await explained();
  expect(answer.message).toMatch(/web-[a-z2-9]{5}/);
  expect((await explained()).answer).toEqual(answer);
});
