import { rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { allow, deny, mutating, on, validating } from "../webhook/index.ts";
import {
  assertAllowed,
  assertCalled,
  assertDenied,
  assertNotCalled,
  assertPatched,
  assertWarned,
  createCluster,
  faults,
  recording,
  type WebhookFunction,
} from "./index.ts";
import "./vitest.ts";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";

const LABEL = "label.example.com";
const OWNER = "owner.example.com";

const hook = (name: string, resource: string, more: object = {}) => ({
  name,
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { service: { name: "webhooks", namespace: "default", path: `/${name}` } },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: [resource] }],
  ...more,
});

const configuration = (kind: "Mutating" | "Validating", webhooks: object[]) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: kind.toLowerCase() },
  webhooks,
});

const addLabel: WebhookFunction = (object) => {
  object.metadata.labels = { ...object.metadata.labels, seen: "yes" };
};

const needsOwner: WebhookFunction = (object) =>
  object.metadata.annotations?.owner === undefined
    ? deny("an owner is needed", { code: 422, reason: "Invalid" })
    : allow({ warnings: ["owners change"] });

const settings = (name: string, owner?: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...(owner === undefined ? {} : { annotations: { owner } }) },
  data: { a: "1" },
});

const cluster = await createCluster({
  manifests: [
    configuration("Mutating", [hook(LABEL, "configmaps")]),
    configuration("Validating", [hook(OWNER, "configmaps", { timeoutSeconds: 3 })]),
  ],
  webhooks: { [LABEL]: addLabel, [OWNER]: needsOwner },
  now: new Date("2026-05-01T10:00:00Z"),
  authorization: "RBAC",
});
beforeEach(() => cluster.reset());
afterAll(() => cluster.close());

describe("createCluster", () => {
  test("lets functions take part in admission and tells what they did", async () => {
    const result = await cluster.create(settings("a", "me"));
    expect(result).toBeAllowed();
    expect(result.object.metadata.labels).toEqual({ seen: "yes" });
    expect(result.webhooksCalled).toEqual([LABEL, OWNER]);
    expect(result).toHaveBeenPatchedBy(LABEL, [
      { op: "add", path: "/metadata/labels", value: { seen: "yes" } },
    ]);
    expect(result).not.toHaveBeenPatchedBy(OWNER);
    expect(result).toHaveWarned("owners change");
    const refused = await cluster.create(settings("b"));
    expect(refused).toBeDenied({ by: OWNER, code: 422, reason: "Invalid", message: /owner is needed/ });
    expect(refused.explain()).toContain("an owner is needed");
    expect(refused.deniedBy).toEqual([OWNER]);
    const other = await cluster.create({ apiVersion: "v1", kind: "Secret", metadata: { name: "s" } });
    expect(other).not.toHaveCalledWebhook(OWNER);
    expect(other.explain()).toContain("not called");
  });

  test("knows all verbs, and dry run", async () => {
    expect(await cluster.create(settings("a", "me"), { dryRun: true })).toBeAllowed();
    expect((await cluster.get(ref("a"))).status).toBe(404);
    const { object } = await cluster.create(settings("a", "me"));
    expect((await cluster.update({ ...settings("a", "you"), data: { a: "2" } })).object.data).toEqual({
      a: "2",
    });
    expect((await cluster.patch(object, { data: { b: "3" } })).object.data).toEqual({ a: "2", b: "3" });
    const removal = [{ op: "remove", path: "/data/a" }];
    expect((await cluster.patch(object, removal)).object.data).toEqual({ b: "3" });
    expect((await cluster.apply({ ...settings("c", "me") })).status).toBe(201);
    const conflict = await cluster.apply(settings("a", "else"), { fieldManager: "other" });
    expect(conflict.reason).toBe("Conflict");
    expect(await cluster.apply(settings("a", "else"), { fieldManager: "other", force: true })).toBeAllowed();
    const { body } = await cluster.list({ apiVersion: "v1", kind: "ConfigMap" });
    expect((body.items as object[]).length).toBe(2);
    expect(await cluster.delete(object)).toBeAllowed();
    expect(await cluster.deleteCollection({ apiVersion: "v1", kind: "ConfigMap" })).toBeAllowed();
    expect((await cluster.raw("GET", "/readyz")).body).toEqual({ text: "ok" });
    await expect(async () => cluster.get({ apiVersion: "v1", kind: "Nothing", name: "x" })).rejects.toThrow(
      "no kind Nothing is served in v1",
    );
  });

  test("asks as any user", async () => {
    const someone = cluster.as({ username: "someone", groups: ["devs"] });
    expect(await someone.create(settings("a", "me"))).toBeDenied({ code: 403, reason: "Forbidden" });
    const binding = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "devs" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "devs" }],
    };
    expect(await cluster.create(binding)).toBeAllowed();
    let asked = "";
    cluster.webhook(OWNER, (_object, { user }) => {
      asked = user.username;
    });
    expect(await someone.create(settings("a"))).toBeAllowed();
    expect(asked).toBe("someone");
    cluster.webhook(OWNER, needsOwner);
  });

  test("is as it was after a reset, and configurations are in effect at once", async () => {
    await cluster.create(settings("a", "me"));
    await cluster.delete({ ...configurationRef("Validating"), name: "validating" });
    await cluster.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "more" } });
    expect(await cluster.create(settings("b"))).toBeAllowed();
    cluster.clock.advance("1h");
    await cluster.reset();
    expect(cluster.clock.now()).toBe(Date.parse("2026-05-01T10:00:00Z"));
    expect((await cluster.get(ref("a"))).status).toBe(404);
    expect((await cluster.get({ apiVersion: "v1", kind: "Namespace", name: "more" })).status).toBe(404);
    expect(await cluster.create(settings("b"))).toBeDenied({ by: OWNER });
  });

  test("has a clock that the test moves", async () => {
    cluster.clock.advance("90m");
    const { object } = await cluster.create(settings("a", "me"));
    expect(object.metadata.creationTimestamp).toBe("2026-05-01T11:30:00Z");
    expect(() => cluster.clock.advance("soon")).toThrow('"soon" is not a duration, such as 90s, 5m, 2h');
  });
});

const ref = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", name });
const configurationRef = (kind: string) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: `${kind}WebhookConfiguration`,
});

describe("faults", () => {
  const url = `https://webhooks.default.svc:443/${OWNER}?timeout=3s`;
  const prefix = `Internal error occurred: failed calling webhook "${OWNER}": failed to call webhook: `;

  test.each([
    ["hang", faults.hang(), `${prefix}Post "${url}": context deadline exceeded`],
    ["slow beyond its time", faults.slow(4000), `${prefix}Post "${url}": context deadline exceeded`],
    ["reset", faults.reset(), "read: connection reset by peer"],
    [
      "refused",
      faults.refused(),
      `${prefix}Post "${url}": dial tcp 127.0.0.1:443: connect: connection refused`,
    ],
    [
      "status",
      faults.status(500, "boom"),
      `${prefix}an error on the server ("boom") has prevented the request from succeeding`,
    ],
    [
      "expired certificate",
      faults.expiredCertificate(),
      `${prefix}Post "${url}": tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026-05-01T10:00:00Z is after 2026-04-30T10:00:00Z`,
    ],
    ["wrong uid", faults.wrongUid(), "expected response.uid"],
    ["garbage", faults.garbage(), `failed calling webhook "${OWNER}"`],
  ])("%s refuses the request, in the reference's words", async (_name, fault, message) => {
    cluster.fault(OWNER, fault);
    const result = await cluster.create(settings("a", "me"));
    expect(result).toBeDenied({ by: OWNER, code: 500, message });
  });

  test("a bad patch is one of a mutating webhook; slow in time does no harm; a fault may strike a few times only", async () => {
    cluster.fault(LABEL, faults.badPatch(), { times: 1 });
    expect(await cluster.create(settings("a", "me"))).toBeDenied({ by: LABEL });
    const mend = cluster.fault(OWNER, faults.slow(2000));
    expect(await cluster.create(settings("a", "me"))).toBeAllowed();
    expect(cluster.clock.now()).toBe(Date.parse("2026-05-01T10:00:02Z"));
    mend();
    expect(await cluster.create(settings("b", "me"))).toBeAllowed();
    expect(cluster.clock.now()).toBe(Date.parse("2026-05-01T10:00:02Z"));
  });
});

describe("sources of webhooks", () => {
  test("webhooks of the SDK register themselves", async () => {
    const limits = mutating({ name: "limits.example.com", rules: [on("v1", "configmaps")] }, (object) => {
      object.metadata.labels = { seen: "yes" };
    });
    const keep = validating(
      { name: "keep.example.com", rules: [on("v1", "configmaps")] },
      { delete: () => deny("it is to be kept") },
    );
    const own = await createCluster({ webhooks: [limits, keep] });
    const created = await own.create(settings("a"));
    expect(created).toHaveBeenPatchedBy("limits.example.com");
    expect(await own.delete(created.object)).toBeDenied({ by: "keep.example.com" });
    await own.close();
  });

  test("a recording answers what was asked before", async () => {
    cluster.webhook(
      OWNER,
      recording([
        {
          request: { ...asked("a"), uid: "1" },
          response: { allowed: false, status: { message: "recorded" } },
        },
      ]),
    );
    expect(await cluster.create(settings("a", "me"))).toBeDenied({ by: OWNER, message: "recorded" });
    expect(await cluster.create(settings("b", "me"))).toBeDenied({ message: "the recording has no answer" });
    cluster.webhook(OWNER, needsOwner);
  });
});

/** Returns the review of a creation as a recording has it. */
function asked(name: string) {
  const resource = { group: "", version: "v1", resource: "configmaps" };
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  const { metadata, ...rest } = settings(name, "me");
  return {
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    name,
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    object: { ...rest, metadata: { ...metadata, namespace: "default", labels: { seen: "yes" } } },
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
  };
}

describe("manifests", () => {
  const folder = folderForTests();

  test("come from files, in an order in which they can be created", async () => {
    const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n---\n";
    writeFileSync(join(folder, "a.yaml"), `${text}apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n`);
    const own = await createCluster({ manifests: [folder] });
    expect((await own.get({ ...ref("a"), namespace: "shop" })).status).toBe(200);
    await own.close();
  });

  test("that are refused are named with file and line", async () => {
    const file = join(folder, "b.yaml");
    writeFileSync(file, "# nothing\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: A_A}\n");
    await expect(createCluster({ manifests: [file] })).rejects.toThrow(
      `${file}:3: ConfigMap A_A was refused`,
    );
    rmSync(file);
  });
});

test("assertions throw, with everybody who was asked, where matchers fail", async () => {
  const good = await cluster.create(settings("a", "me"));
  const bad = await cluster.create(settings("b"));
  assertAllowed(good);
  assertCalled(good, LABEL);
  assertWarned(good, /owners/);
  assertPatched(good, LABEL);
  expect(() => assertNotCalled(good, "ownr.example.com")).toThrow(
    "no configuration has a webhook ownr.example.com: owner.example.com is probably meant; there are: ",
  );
  assertDenied(bad, { by: OWNER });
  expect(() => assertAllowed(bad)).toThrow("the request was refused: 422 admission webhook");
  expect(() => assertAllowed(bad)).toThrow("CREATE configmaps");
  expect(() => assertDenied(bad, { by: LABEL })).toThrow(`it was refused by ${OWNER}, not by ${LABEL}`);
  expect(() => assertNotCalled(good, LABEL)).toThrow(`${LABEL} was called`);
});

test("a name that no configuration has is refused, for nobody would ever call it", async () => {
  const manifests = [configuration("Validating", [hook(OWNER, "configmaps")])];
  await expect(createCluster({ manifests, webhooks: { "typo.example.com": needsOwner } })).rejects.toThrow(
    "no configuration has a webhook typo.example.com; there are: ",
  );
});

describe("misspelt names are refused", () => {
  const said = "no configuration has a webhook owners.example.com: owner.example.com is probably meant";

  test("of who answers, and of faults", () => {
    expect(() => cluster.webhook("owners.example.com", needsOwner)).toThrow(said);
    expect(() => cluster.fault("owners.example.com", faults.hang())).toThrow(said);
    cluster.fault(`validating/${OWNER}`, faults.hang())();
  });

  test("in results, also of requests that nobody reviewed", async () => {
    const reviewed = await cluster.create(settings("a", "me"), { dryRun: true });
    const read = await cluster.get(ref("a"));
    for (const result of [reviewed, read]) {
      expect(() => result.called("owners.example.com")).toThrow(said);
      expect(() => result.patchOf("owners.example.com")).toThrow(said);
      expect(() => result.asked("short")).toThrow("there is no policy short; there are: none");
      expect(() => expect(result).not.toHaveCalledWebhook("owners.example.com")).toThrow(said);
    }
    expect(read.called(OWNER)).toBe(false);
  });

  test("of fields in manifests", async () => {
    const misspelt = configuration("Validating", [hook(OWNER, "configmaps", { failurePolcy: "Ignore" })]);
    await expect(createCluster({ manifests: [misspelt] })).rejects.toThrow(
      'ValidatingWebhookConfiguration validating was refused: unknown field "webhooks[0].failurePolcy": "failurePolicy" is probably meant',
    );
  });
});

describe("authorization", () => {
  const role = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "reader" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
  };

  test("everybody may do everything where nobody has given roles", async () => {
    const own = await createCluster();
    expect(await own.as("jane").create(settings("a"))).toBeAllowed();
    await expect(own.load(role)).rejects.toThrow('give createCluster `authorization: "RBAC"`');
    await own.close();
  });

  test("roles among the manifests are what counts", async () => {
    const own = await createCluster({ manifests: [role] });
    expect(await own.as("jane").create(settings("a"))).toBeDenied({ code: 403 });
    await own.close();
  });
});

test("a port is there for those who need one", async () => {
  const { url, ca, token } = await cluster.address();
  const kubeconfig = JSON.parse(await cluster.kubeconfig());
  expect(kubeconfig.clusters[0].cluster.server).toBe(url);
  const { "client-certificate-data": cert, "client-key-data": key } = kubeconfig.users[0].user;
  const plain = (text: string): string => Buffer.from(text, "base64").toString();
  const get = (options: object) =>
    new Promise((resolve, reject) => {
      request(`${url}/api/v1/namespaces/default`, { ca, ...options }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once("error", reject)
        .end();
    });
  expect(await get({ headers: { authorization: `Bearer ${token}` } })).toBe(200);
  expect(await get({ cert: plain(cert), key: plain(key) })).toBe(200);
});
