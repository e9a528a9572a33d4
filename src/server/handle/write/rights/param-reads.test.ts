import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const SECRETS = { apiVersion: "v1", kind: "Secret" };
const CONFIG_MAPS = { apiVersion: "v1", kind: "ConfigMap" };
const NAMED = { name: "a", namespace: "default", parameterNotFoundAction: "Deny" };
const SELECTED = { selector: {}, parameterNotFoundAction: "Deny" };
const MERGE = "application/merge-patch+json";

const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }];

interface Kind {
  readonly policies: string;
  readonly policy: (name: string, paramKind?: JsonObject) => JsonObject;
  readonly binding: (name: string, policyName: string, paramRef?: JsonObject) => JsonObject;
}

const KINDS: Readonly<Record<string, Kind>> = {
  validating: {
    policies: "validatingadmissionpolic",
    policy: (name, paramKind) => ({
      metadata: { name },
      spec: { paramKind, matchConstraints: { resourceRules }, validations: [{ expression: "true" }] },
    }),
    binding: (name, policyName, paramRef) => ({
      metadata: { name },
      spec: { policyName, paramRef, validationActions: ["Deny"] },
    }),
  },
  mutating: {
    policies: "mutatingadmissionpolic",
    policy: (name, paramKind) => ({
      metadata: { name },
      spec: {
        paramKind,
        reinvocationPolicy: "Never",
        matchConstraints: { resourceRules },
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
      },
    }),
    binding: (name, policyName, paramRef) => ({ metadata: { name }, spec: { policyName, paramRef } }),
  },
};

// Every expectation here is from kube-apiserver 1.36.3.
describe.each(Object.entries(KINDS))("paramReadRules, %s", (_name, { policies, policy, binding }) => {
  const POLICIES = `${ADMISSION}/${policies}ies`;
  const BINDINGS = `${ADMISSION}/${policies}ybindings`;
  let api: InMemoryCluster;
  const as = (
    user: string,
    method: string,
    url: string,
    body: JsonObject,
    type = "application/json",
  ): Promise<Answered> => api.ask(method, url, body, { "impersonate-user": user, "content-type": type });
  const grant = async (user: string, ...rules: JsonObject[]): Promise<void> => {
    const author = { verbs: ["*"], apiGroups: ["admissionregistration.k8s.io"], resources: ["*"] };
    const metadata = { name: user };
    await api.ask("POST", `${RBAC}/clusterroles`, { metadata, rules: [author, ...rules] });
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: user };
    await api.ask("POST", `${RBAC}/clusterrolebindings`, {
      metadata,
      roleRef,
      subjects: [{ kind: "User", name: user }],
    });
  };
  const configMaps = (...verbs: string[]): JsonObject => ({
    verbs,
    apiGroups: [""],
    resources: ["configmaps"],
  });

  beforeAll(async () => {
    api = await startInMemoryCluster();
    await grant("author");
    await grant("reader", configMaps("get"));
    await grant("lister", configMaps("get", "list"));
    await grant("named", { ...configMaps("get"), resourceNames: ["a"] });
    await grant("everywhere", { verbs: ["get", "list"], apiGroups: ["*"], resources: ["*"] });
    await api.ask("POST", POLICIES, policy("of-nothing"));
    await api.ask("POST", POLICIES, policy("of-config-maps", CONFIG_MAPS));
    await api.ask("POST", POLICIES, policy("of-secrets", SECRETS));
    await api.ask("POST", POLICIES, policy("of-unknown", { apiVersion: "a.example/v1", kind: "A" }));
    await api.ask("POST", BINDINGS, binding("bound", "of-config-maps", SELECTED));
  });
  afterAll(() => api.stop());

  test("nobody writes a policy whose parameters they may not read", async () => {
    const refused = await as("author", "POST", POLICIES, policy("p", SECRETS));
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain(
      'is invalid: spec.paramKind: Forbidden: user &{author  [system:authenticated] map[]} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)',
    );
    expect((await as("author", "POST", POLICIES, policy("p"))).status).toBe(201);
  });

  test.each([
    ["author", CONFIG_MAPS, 422],
    ["reader", CONFIG_MAPS, 201],
    ["reader", SECRETS, 422],
    ["named", CONFIG_MAPS, 422],
    ["everywhere", SECRETS, 201],
    ["reader", { apiVersion: "a.example/v1", kind: "A" }, 422],
    ["everywhere", { apiVersion: "a.example/v1", kind: "A" }, 201],
  ])("%s writes a policy of %j: %i", async (user, paramKind, status) => {
    const { status: actual } = await as(user, "POST", `${POLICIES}?dryRun=All`, policy("q", paramKind));
    expect(actual).toBe(status);
  });

  test("a policy may be changed where its parameters stay as they are, or go", async () => {
    const change = (name: string, body: JsonObject): Promise<Answered> =>
      as("author", "PATCH", `${POLICIES}/${name}?dryRun=All`, body, MERGE);
    expect((await change("of-secrets", { metadata: { labels: { a: "b" } } })).status).toBe(200);
    expect((await change("of-secrets", { spec: { paramKind: null } })).status).toBe(200);
    expect((await change("of-nothing", { spec: { paramKind: CONFIG_MAPS } })).status).toBe(422);
    expect((await change("of-config-maps", { spec: { paramKind: SECRETS } })).status).toBe(422);
  });

  test.each([
    ["author", "of-secrets", undefined, 201],
    ["author", "of-config-maps", NAMED, 422],
    ["named", "of-config-maps", NAMED, 201],
    ["named", "of-config-maps", { ...NAMED, name: "b" }, 422],
    ["reader", "of-config-maps", SELECTED, 422],
    ["lister", "of-config-maps", SELECTED, 201],
    ["lister", "of-secrets", SELECTED, 422],
    ["lister", "of-nothing", NAMED, 422],
    ["lister", "missing", NAMED, 422],
    ["everywhere", "missing", NAMED, 201],
    ["everywhere", "of-unknown", SELECTED, 201],
  ])("%s binds the policy %s with %j: %i", async (user, policyName, paramRef, status) => {
    const body = binding("b", policyName, paramRef);
    expect((await as(user, "POST", `${BINDINGS}?dryRun=All`, body)).status).toBe(status);
  });

  test("says what could not be found out", async () => {
    const bind = async (policyName: string): Promise<unknown> =>
      (await as("author", "POST", BINDINGS, binding("b", policyName, NAMED))).body.message;
    const rest =
      'to determine minimum required permissions and user &{author  [system:authenticated] map[]} does not have "get" permission for all groups, versions and resources';
    expect(await bind("missing")).toContain(`spec.paramRef: Forbidden: unable to get policy missing ${rest}`);
    expect(await bind("of-unknown")).toContain(
      `spec.paramRef: Forbidden: unable to resolve paramKind &{a.example/v1 A} ${rest}`,
    );
  });

  test("a binding is looked at again with every change, unless its reference goes", async () => {
    const change = (user: string, body: JsonObject): Promise<Answered> =>
      as(user, "PATCH", `${BINDINGS}/bound?dryRun=All`, body, MERGE);
    const label = { metadata: { labels: { a: "b" } } };
    expect((await change("author", label)).status).toBe(422);
    expect((await change("lister", label)).status).toBe(200);
    expect((await change("lister", { spec: { policyName: "of-secrets" } })).status).toBe(422);
    expect((await change("author", { spec: { paramRef: null } })).status).toBe(200);
  });

  test("what is wrong with the object itself is said first", async () => {
    const { body } = await as("author", "POST", POLICIES, { ...policy("A_B", SECRETS) });
    expect(body.message).toContain("metadata.name: Invalid value");
    expect(body.message).not.toContain("paramKind");
  });
});
