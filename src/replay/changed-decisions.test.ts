import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mixedRequests, startAuditedCluster } from "../../test/tools/audited-requests.tool.ts";
import type { InMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import type { JsonObject } from "../json/value.ts";
import { noCounts } from "../recording/audit-log/audit-counts.ts";
import { readAuditEvent } from "../recording/audit-log/audit-event.ts";
import { createEventReader } from "../recording/audit-log/requests-in-events.ts";
import type { RecordedRequest } from "../recording/recording.ts";
import type { ChangedDecision } from "./change.ts";
import { changedDecisions, noReplayCounts, type ReplayCounts } from "./changed-decisions.ts";
import { startReplayServer } from "./replay-server.ts";

let api: InMemoryCluster;
const events: JsonObject[] = [];

beforeAll(async () => {
  api = await startAuditedCluster((line) => void events.push(JSON.parse(line)));
  for (const manifest of OLD) await create(manifest);
  await mixedRequests(api);
});
afterAll(() => api.stop());

const create = ({ object }: Manifest) =>
  api.ask("POST", `/apis/admissionregistration.k8s.io/v1/${PLURALS[String(object.kind)]}`, object);

const PLURALS: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  MutatingAdmissionPolicy: "mutatingadmissionpolicies",
  MutatingAdmissionPolicyBinding: "mutatingadmissionpolicybindings",
};

function policy(name: string, expression: string, resources: string[], more: JsonObject = {}): Manifest[] {
  const resourceRules = [
    { apiGroups: ["", "apps"], apiVersions: ["v1"], operations: ["CREATE", "UPDATE", "DELETE"], resources },
  ];
  return manifests(
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: { matchConstraints: { resourceRules }, validations: [{ expression }] },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"], ...more },
    },
  );
}

function labelling(value: string): Manifest[] {
  const resourceRules = [
    { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
  ];
  const expression = `Object{metadata: Object.metadata{labels: {"by": "${value}"}}}`;
  const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
  return manifests(
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingAdmissionPolicy",
      metadata: { name: "label" },
      spec: { matchConstraints: { resourceRules }, reinvocationPolicy: "Never", mutations },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingAdmissionPolicyBinding",
      metadata: { name: "label" },
      spec: { policyName: "label" },
    },
  );
}

const manifests = (...objects: JsonObject[]): Manifest[] =>
  objects.map((object) => ({ object, line: () => "hooks.yaml:1" }));

const OLD = [
  ...policy("no-bad", "object == null || !has(object.data) || !('bad' in object.data)", ["configmaps"]),
  ...labelling("old"),
];

function recorded(): { requests: RecordedRequest[]; counts: ReturnType<typeof noCounts> } {
  const counts = noCounts();
  const reader = createEventReader(counts);
  const requests = events.flatMap((event) => {
    const read = readAuditEvent(event);
    return read === undefined ? [] : reader.read(read);
  });
  // The policies are the configuration; they are not requests under it.
  return {
    requests: requests.filter(({ resource }) => resource.group !== "admissionregistration.k8s.io"),
    counts,
  };
}

async function replayed(
  now: readonly Manifest[],
  before?: readonly Manifest[],
): Promise<{ changes: ChangedDecision[]; counts: ReplayCounts; explained: string[] }> {
  const server = await startReplayServer({ manifests: now });
  const old = before && (await startReplayServer({ manifests: before }));
  const counts = noReplayCounts();
  const changes: ChangedDecision[] = [];
  const explained: string[] = [];
  expect(server.problems).toEqual([]);
  const input = { requests: recorded().requests, now: server, ...(old && { before: old }) };
  for await (const change of changedDecisions(input, counts)) {
    changes.push(change);
    explained.push(change.explain().end.message);
  }
  await server.close();
  await old?.close();
  return { changes, counts, explained };
}

const IS_A = "namespaceObject.metadata.labels.team == 'a' && namespaceObject.metadata.annotations.b == 'c'";

const namespace = (labels: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "late", labels, annotations: { b: "c" } },
});

function configMapIn(name: string, namespaceState: RecordedRequest["namespaceState"]): RecordedRequest {
  const found = recorded().requests.find(
    ({ operation, resource, decision, dryRun }) =>
      operation === "CREATE" && resource.resource === "configmaps" && decision.allowed && !dryRun,
  );
  if (found?.object == null) throw new Error("no ConfigMap was created");
  const metadata = { name: "new", namespace: name };
  return {
    ...found,
    name: "new",
    namespace: name,
    namespaceState,
    object: { ...found.object, metadata },
    decision: { ...found.decision, result: null },
  };
}

const told = ({ kind, request, cause }: ChangedDecision): string =>
  `${kind} ${request.operation} ${request.resource.resource}/${request.name}: ${cause.text}`;

describe("changedDecisions", () => {
  test("changedDecisions finds no difference under the configuration that was in effect", async () => {
    const { changes, counts } = await replayed(OLD);
    expect(changes.map(told)).toEqual([]);
    expect(counts.same).toBe(counts.requests);
    expect(counts.requests).toBeGreaterThan(40);
    expect([...counts.undecided]).toEqual([]);
  });

  test.each([
    ["declared by the manifests", manifests(namespace({ team: "a" })), null],
    ["recorded with labels of a later time", [], { labels: { team: "a" }, terminating: false }],
    ["known to be deleted by the log", [], { labels: {}, terminating: true }],
  ])(
    "changedDecisions takes a namespace %s as missing where the request was refused for that",
    async (_, declared, state) => {
      const [server, only] = [
        [...declared, ...OLD],
        [...declared, ...policy("a", IS_A, ["configmaps"])],
      ];
      const [refused, allowed] = [configMapIn("late", state), configMapIn("late", state ?? null)];
      const missing = {
        ...refused.decision,
        allowed: false,
        code: 404,
        message: 'namespaces "late" not found',
      };
      const requests = [{ ...refused, decision: missing }, ...(declared.length > 0 ? [allowed] : [])];
      for (const manifests of [server, only]) {
        const now = await startReplayServer({ manifests });
        const changes: ChangedDecision[] = [];
        for await (const change of changedDecisions({ requests, now })) changes.push(change);
        await now.close();
        expect(changes.map(told)).toEqual([]);
      }
    },
  );

  test("changedDecisions names those that a new policy refuses, and explains them", async () => {
    const now = [...OLD, ...policy("no-pods", "object == null || object.metadata.name != 'p'", ["pods"])];
    for (const before of [undefined, OLD]) {
      const { changes, explained } = await replayed(now, before);
      expect(changes.map(({ kind, request }) => [kind, request.operation, request.name])).toEqual([
        ["newly-denied", "CREATE", "p"],
      ]);
      expect(changes[0]?.cause.by).toEqual([
        { kind: "policy", of: "ValidatingAdmissionPolicy/no-pods", name: "no-pods" },
      ]);
      expect(explained).toEqual(["refused (422) by ValidatingAdmissionPolicy no-pods"]);
    }
  });

  test("changedDecisions names those that nobody refuses any more, and why", async () => {
    const { changes } = await replayed(labelling("old"));
    expect(changes.map(({ kind, request }) => [kind, request.name])).toEqual([
      ["newly-allowed", "c3"],
      ["newly-allowed", "c4"],
      ["newly-allowed", "c9"],
    ]);
    expect(changes[0]?.cause.text).toBe(
      "ValidatingAdmissionPolicy/no-bad with binding no-bad refused it, and now is not in effect: it does not exist, or has no binding",
    );
  });

  test("changedDecisions names those that are changed in another way", async () => {
    const now = [...OLD.slice(0, 2), ...labelling("new")];
    const { changes } = await replayed(now, OLD);
    expect(new Set(changes.map(({ kind, request }) => `${kind} ${request.operation}`))).toEqual(
      new Set(["patched-differently CREATE"]),
    );
    expect(changes).toHaveLength(11);
    expect(changes[0]?.cause.text).toBe(
      "MutatingAdmissionPolicy/label with binding label changes the object in another way",
    );
    expect(changes[0]?.now.differs).toEqual(["/metadata/labels/by"]);
    const { changes: since } = await replayed(now);
    expect(since).toHaveLength(11);
  });
});
