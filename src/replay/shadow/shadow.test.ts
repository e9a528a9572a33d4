import { afterEach, describe, expect, test } from "vitest";
import { type ReviewedCluster, startReviewedCluster } from "../../../test/tools/reviewed-cluster.tool.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { JsonObject } from "../../json/value.ts";
import { createShadow, type Shadow } from "./shadow.ts";

const ADMIN = { username: "admin", groups: ["system:masters"] };
const NOBODY = { username: "nobody", groups: ["system:authenticated"] };
const GROUP = "admissionregistration.k8s.io/v1";
const MAPS = "/api/v1/namespaces/default/configmaps";
const PLURALS: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  MutatingAdmissionPolicy: "mutatingadmissionpolicies",
  MutatingAdmissionPolicyBinding: "mutatingadmissionpolicybindings",
};

const RULES = [
  {
    apiGroups: [""],
    apiVersions: ["v1"],
    operations: ["CREATE", "UPDATE"],
    resources: ["configmaps", "secrets"],
  },
];

const manifests = (...objects: JsonObject[]): Manifest[] =>
  objects.map((object) => ({ object: { apiVersion: GROUP, ...object }, line: () => "new.yaml:1" }));

function validating(name: string, validation: JsonObject, more: JsonObject = {}): Manifest[] {
  const spec = { matchConstraints: { resourceRules: RULES }, validations: [validation], ...more };
  return manifests(
    { kind: "ValidatingAdmissionPolicy", metadata: { name }, spec },
    {
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"] },
    },
  );
}

function labelling(value: string): Manifest[] {
  const expression = `Object{metadata: Object.metadata{labels: {"by": "${value}"}}}`;
  const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
  const spec = { matchConstraints: { resourceRules: RULES }, reinvocationPolicy: "Never", mutations };
  return manifests(
    { kind: "MutatingAdmissionPolicy", metadata: { name: "label" }, spec },
    { kind: "MutatingAdmissionPolicyBinding", metadata: { name: "label" }, spec: { policyName: "label" } },
  );
}

const webhook = (name: string, more: JsonObject = {}): Manifest[] =>
  manifests({
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name,
        clientConfig: { url: "https://webhooks.test/" },
        rules: RULES,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        ...more,
      },
    ],
  });

const NO_BAD = "!has(object.data) || !('bad' in object.data)";

interface Started {
  readonly api: ReviewedCluster;
  readonly shadow: Shadow;
  readonly logged: string[];
  report(viewer?: typeof ADMIN): ReturnType<Shadow["report"]>;
  create(name: string, data?: JsonObject, headers?: Record<string, string>): Promise<number>;
}

let running: Started | undefined;
afterEach(async () => {
  await running?.shadow.stop();
  await running?.api.stop();
  running = undefined;
});

/** Starts a server with `live` in effect and `next` as the other configuration. */
async function start(live: readonly Manifest[], next: readonly Manifest[], calls = false): Promise<Started> {
  const logged: string[] = [];
  const shadow = createShadow({ files: ["new/"], calls, log: (_, message) => void logged.push(message) });
  const api = await startReviewedCluster({ recorders: [shadow.recorder] });
  for (const { object } of live) {
    const { status, body } = await api.ask("POST", `/apis/${GROUP}/${PLURALS[String(object.kind)]}`, object);
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  expect(await shadow.replace(next, api.cluster)).toEqual([]);
  api.reviews();
  running = {
    api,
    shadow,
    logged,
    report: (viewer = ADMIN) => shadow.report(api.cluster, viewer),
    async create(name, data = {}, headers = {}) {
      const { status } = await api.ask("POST", MAPS, { metadata: { name }, data }, headers);
      await shadow.settled();
      return status;
    },
  };
  return running;
}

const changes = ({ groups }: ReturnType<Shadow["report"]>): string[] =>
  groups.map(({ kind, cause, count }) => `${count} ${kind}: ${cause}`);

describe("createShadow", () => {
  test("createShadow tells whom a new policy would refuse, and does not refuse them", async () => {
    const { create, report, shadow, api, logged } = await start(
      [],
      validating("no-bad", { expression: NO_BAD }),
    );
    expect(await create("good")).toBe(201);
    expect(await create("one", { bad: "1" }, { "audit-id": "first" })).toBe(201);
    expect(await create("two", { bad: "1" })).toBe(201);
    expect(changes(report())).toEqual([
      "2 newly-denied: ValidatingAdmissionPolicy/no-bad with binding no-bad refuses it",
    ]);
    expect(report()).toMatchObject({
      apiVersion: "shadow.sallyport/v1",
      requests: 3,
      same: 1,
      dropped: 0,
      waiting: 0,
      files: ["new/"],
    });
    const [group] = report().groups;
    expect(group?.example).toMatchObject({
      id: "first",
      request: "CREATE configmaps (v1) one in default as system:apiserver",
      now: { allowed: false, code: 422 },
      end: "refused (422) by ValidatingAdmissionPolicy no-bad",
      review: { request: { object: { data: { bad: "1" } } } },
    });
    const explanation = shadow.explain("first", api.cluster, ADMIN);
    expect(explanation?.end.message).toBe("refused (422) by ValidatingAdmissionPolicy no-bad");
    expect(logged).toEqual([
      "shadow: newly-denied: ValidatingAdmissionPolicy/no-bad with binding no-bad refuses it",
    ]);
    await shadow.stop();
    expect(logged.at(-1)).toBe("shadow: 2 of 3 decisions differ; the server stops");
  });

  test("createShadow tells of no mistake that was there before", async () => {
    const typo = webhook("typo.example.com", { rules: [{ ...RULES[0], resources: ["configmap"] }] });
    const { create, report } = await start(typo, [...typo, ...validating("no-bad", { expression: NO_BAD })]);
    expect(await create("one", { bad: "1" })).toBe(201);
    expect(report().groups.map(({ example }) => example.findings)).toEqual([[]]);
  });

  test("createShadow finds no difference in what says the same as what is in effect", async () => {
    const same = [...validating("no-bad", { expression: NO_BAD }), ...labelling("x")];
    const { create, report } = await start(same, same);
    expect(await create("a")).toBe(201);
    expect(await create("b", { bad: "1" })).toBe(422);
    expect(report()).toMatchObject({ requests: 2, same: 2, groups: [] });
  });

  test("createShadow tells who would not be refused any more", async () => {
    const { create, report } = await start(
      validating("no-bad", { expression: NO_BAD }),
      validating("no-bad", { expression: "true" }),
    );
    expect(await create("b", { bad: "1" })).toBe(422);
    expect(changes(report())).toEqual([
      "1 newly-allowed: ValidatingAdmissionPolicy/no-bad with binding no-bad refused it, and now allows it",
    ]);
  });

  test("createShadow tells who would be refused with other words", async () => {
    const { create, report } = await start(
      validating("no-bad", { expression: NO_BAD }),
      validating("no-bad", { expression: NO_BAD, message: "never" }),
    );
    expect(await create("b", { bad: "1" })).toBe(422);
    expect(report().groups.map(({ kind }) => kind)).toEqual(["denied-differently"]);
  });

  test("createShadow tells what would be changed in another way", async () => {
    const { create, report } = await start(labelling("old"), labelling("new"));
    expect(await create("a")).toBe(201);
    expect(changes(report())).toEqual([
      "1 patched-differently: MutatingAdmissionPolicy/label with binding label changes the object in another way",
    ]);
    expect(report().groups[0]?.example.now.differs).toEqual(["/metadata/labels/by"]);
  });

  test("createShadow validates what the other configuration makes of an object", async () => {
    const next = [
      ...labelling("new"),
      ...validating("v", { expression: "object.metadata.labels.by == 'old'" }),
    ];
    const { create, report } = await start(labelling("old"), next);
    expect(await create("a")).toBe(201);
    expect(report().groups.map(({ kind }) => kind)).toEqual(["newly-denied"]);
  });

  test("createShadow takes what a request found in the namespace and what it found stored", async () => {
    const rule = "oldObject == null || object.data == oldObject.data";
    const { create, report, api, shadow } = await start([], validating("frozen", { expression: rule }));
    await create("a", { x: "1" });
    await api.ask("PUT", `${MAPS}/a`, { metadata: { name: "a" }, data: { x: "2" } });
    await shadow.settled();
    expect(report()).toMatchObject({ requests: 2, same: 1 });
    expect(report().groups[0]?.example.request).toMatch(/^UPDATE configmaps \(v1\) a in default/);
  });
});

describe("createShadow and webhooks", () => {
  test("createShadow asks no webhook a second time, and takes new ones to allow", async () => {
    const { create, report, api } = await start([], [...labelling("new"), ...webhook("new.example.com")]);
    api.answer(({ hook }) =>
      hook === "v.example.com" ? { allowed: true, warnings: ["w"] } : { allowed: true },
    );
    expect(await create("a")).toBe(201);
    expect(api.reviews().map(({ hook }) => hook)).toEqual(["m.example.com", "v.example.com"]);
    expect(report().groups.map(({ kind }) => kind)).toEqual(["patched-differently"]);
    expect(report().assumed).toEqual([{ text: "new.example.com", count: 1 }]);
  });

  test("createShadow calls what was not asked when it may, as a dry run and without side effects", async () => {
    const next = [
      ...webhook("new.example.com"),
      ...webhook("unsafe.example.com", { sideEffects: "NoneOnDryRun" }),
    ];
    const { create, report, api } = await start([], next, true);
    api.answer(({ hook, dryRun }) => ({ allowed: hook !== "new.example.com" || dryRun !== true }));
    expect(await create("a")).toBe(201);
    expect(
      api
        .reviews()
        .map(({ hook, dryRun }) => `${hook} ${dryRun}`)
        .sort(),
    ).toEqual([
      "m.example.com false",
      "new.example.com true",
      "unsafe.example.com true",
      "v.example.com false",
    ]);
    expect(changes(report())).toEqual([
      "1 newly-denied: webhook new.example.com of ValidatingWebhookConfiguration/new.example.com refuses it",
    ]);
    expect(report().assumed).toEqual([]);
  });

  test("createShadow tells what a webhook would be asked about no more", async () => {
    const { create, report, api } = await start(
      [],
      webhook("v.example.com", { objectSelector: { matchLabels: { a: "b" } } }),
    );
    api.answer(({ hook }) => ({ allowed: hook !== "v.example.com" }));
    expect(await create("a")).toBe(400);
    expect(changes(report())).toEqual([
      "1 newly-allowed: webhook v.example.com of ValidatingWebhookConfiguration/v.example.com refused it, and now is not called: objectSelector",
    ]);
  });
});

describe("createShadow and secrets", () => {
  const SECRET = "correct-horse-battery";
  const next = validating("no-secrets", {
    expression: "object.kind != 'Secret'",
    messageExpression: "'value ' + (has(object.data) ? string(object.data['k']) : '')",
  });

  test("createShadow keeps no value of a Secret, and shows nothing to who may not read it", async () => {
    const { api, report, shadow } = await start([], next);
    const body = { metadata: { name: "s" }, data: { k: Buffer.from(SECRET).toString("base64") } };
    await api.ask("POST", "/api/v1/namespaces/default/secrets", body, { "audit-id": "s1" });
    await shadow.settled();
    const all = JSON.stringify([report(), shadow.explain("s1", api.cluster, ADMIN)]);
    expect(report().groups).toHaveLength(1);
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain(Buffer.from(SECRET).toString("base64"));
    const [group] = report(NOBODY).groups;
    expect(group).toMatchObject({
      count: 1,
      example: { id: "s1", request: "", review: null, now: { message: "" } },
    });
    expect(() => shadow.explain("s1", api.cluster, NOBODY)).toThrow(/cannot get resource "secrets"/);
  });
});

describe("createShadow and what changes meanwhile", () => {
  test("createShadow begins again when its configuration is read again", async () => {
    const { create, report, shadow, api } = await start([], validating("no-bad", { expression: NO_BAD }));
    await create("a", { bad: "1" });
    expect(report().groups).toHaveLength(1);
    await shadow.replace(validating("no-bad", { expression: "true" }), api.cluster);
    expect(report()).toMatchObject({ requests: 0, groups: [] });
    await create("b", { bad: "1" });
    expect(report()).toMatchObject({ requests: 1, same: 1, groups: [] });
  });

  test("createShadow takes what is in effect as it is now", async () => {
    const { create, report, api, shadow } = await start([], validating("no-bad", { expression: NO_BAD }));
    for (const { object } of validating("no-bad", { expression: NO_BAD }))
      await api.ask("POST", `/apis/${GROUP}/${PLURALS[String(object.kind)]}`, object);
    await shadow.settled();
    expect(await create("a", { bad: "1" })).toBe(422);
    expect(report().groups).toEqual([]);
  });

  test("createShadow names what of the manifests it does not understand", async () => {
    const { shadow, api } = await start([], []);
    const pod = {
      object: { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } },
      line: () => "new.yaml:7",
    };
    const broken = validating("broken", { expression: "object.(" });
    const problems = await shadow.replace([pod, ...broken], api.cluster);
    expect(problems.map(({ of, at }) => `${at} ${of}`)).toEqual([
      "new.yaml:1 ValidatingAdmissionPolicy/broken",
      "new.yaml:7 Pod/p",
    ]);
  });
});
