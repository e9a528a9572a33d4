import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../json/value.ts";
import type { RecordedRequest } from "../recording.ts";
import { noCounts } from "./audit-counts.ts";
import { readAuditEvent } from "./audit-event.ts";
import { createEventReader } from "./requests-in-events.ts";

const object = (name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "demo", resourceVersion: "5" },
  ...more,
});

let next = 0;
function event(verb: string, name: string, more: JsonObject = {}, query = ""): JsonObject {
  return {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "RequestResponse",
    stage: "ResponseComplete",
    auditID: `e${next++}`,
    verb,
    requestURI: `/api/v1/namespaces/demo/configmaps/${name}${query}`,
    user: { username: "jane", groups: ["g"] },
    objectRef: { resource: "configmaps", namespace: "demo", name, apiVersion: "v1" },
    responseStatus: { code: verb === "create" ? 201 : 200 },
    ...more,
  };
}

function read(...events: Json[]): { requests: RecordedRequest[]; counts: ReturnType<typeof noCounts> } {
  const counts = noCounts();
  const reader = createEventReader(counts);
  const requests = events.flatMap((one) => {
    const found = readAuditEvent(one);
    return found === undefined ? [] : reader.read(found);
  });
  return { requests, counts };
}

const created = (name: string): JsonObject =>
  event("create", name, { requestObject: object(name), responseObject: object(name, { data: { a: "b" } }) });

describe("createEventReader", () => {
  test("createEventReader takes the old object from what the log showed before, also from a read", () => {
    const patch = event("patch", "a", { requestObject: { data: { a: null } }, responseObject: object("a") });
    for (const shown of [
      created("a"),
      event("get", "a", { responseObject: object("a", { data: { a: "b" } }) }),
    ]) {
      const { requests } = read(shown, patch);
      expect(requests.at(-1)).toMatchObject({
        operation: "UPDATE",
        oldObject: { data: { a: "b" } },
        patch: { type: "merge-or-strategic", body: { data: { a: null } } },
        lacks: [],
      });
    }
  });

  test("createEventReader says what the log does not show", () => {
    const update = event("update", "a", { requestObject: object("a"), responseObject: object("a") });
    const patched = event("patch", "b", { requestObject: {}, responseObject: object("b") });
    const { requests, counts } = read(
      update,
      patched,
      event("delete", "c"),
      event("patch", "d", { requestObject: {}, responseStatus: { code: 422 } }),
    );
    expect(requests.map(({ object: own, oldObject, lacks }) => [own, oldObject, lacks])).toEqual([
      [object("a"), object("a"), ["oldObject"]],
      [object("b"), object("b"), ["oldObject"]],
    ]);
    expect(counts).toMatchObject({ recorded: 2, withoutOldObject: 2, unknownObject: 2 });
  });

  test("createEventReader counts levels, reads, stages and refusals that it leaves out", () => {
    const { requests, counts } = read(
      event("create", "a", { level: "Metadata" }),
      event("create", "b", { level: "Request", requestObject: object("b") }),
      event("list", ""),
      event("create", "c", { stage: "RequestReceived" }),
      event("create", "d", {
        responseStatus: { code: 403 },
        annotations: { "authorization.k8s.io/decision": "forbid" },
      }),
      event("create", "e", { responseStatus: { code: 429 } }),
      event("create", "f", { stage: "Panic", responseStatus: { code: 500 } }),
      { ...event("get", ""), objectRef: null },
    );
    expect(requests.map(({ object: own, lacks }) => [own, lacks])).toEqual([[object("b"), ["result"]]]);
    expect(counts).toMatchObject({
      recorded: 1,
      withoutResult: 1,
      metadataOnly: 1,
      reads: 2,
      otherStages: 1,
      unauthorized: 1,
      unanswered: 2,
    });
  });

  test("createEventReader tells an apply and a JSON patch, and a dry run of a deletion by its body", () => {
    const apply = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    const { requests } = read(
      created("a"),
      event(
        "patch",
        "a",
        { requestObject: apply, responseObject: object("a") },
        "?fieldManager=m&force=true",
      ),
      event("patch", "a", { requestObject: [{ op: "remove", path: "/data" }], responseObject: object("a") }),
      event("delete", "a", { requestObject: { kind: "DeleteOptions", dryRun: ["All"] } }),
      event("delete", "a", { requestObject: { kind: "DeleteOptions" } }, "?dryRun=All"),
      event("delete", "a", { responseStatus: { code: 404 } }),
    );
    expect(requests.map(({ patch, dryRun, oldObject }) => [patch?.type, dryRun, oldObject !== null])).toEqual(
      [
        [undefined, false, false],
        ["apply", false, true],
        ["json", false, true],
        [undefined, true, true],
        [undefined, false, true],
        [undefined, false, false],
      ],
    );
    expect(requests[1]?.options).toEqual({ fieldManager: "m", force: "true" });
  });

  test("createEventReader knows labels of namespaces, what a deleted collection held, and who refused", () => {
    const metadata = { name: "demo", labels: { team: "a" } };
    const items = [object("a"), object("b")];
    const denied = 'admission webhook "w.example.com" denied the request: no';
    const policy =
      "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: x";
    const { requests } = read(
      {
        ...event("create", "demo"),
        objectRef: { resource: "namespaces", namespace: "demo", name: "demo", apiVersion: "v1" },
        requestObject: { metadata },
        responseObject: { kind: "Namespace", metadata },
      },
      event("deletecollection", "", { responseObject: { kind: "ConfigMapList", apiVersion: "v1", items } }),
      event("create", "c", { requestObject: object("c"), responseStatus: { code: 403, message: denied } }),
      event("create", "c", { requestObject: object("c"), responseStatus: { code: 422, message: policy } }),
    );
    expect(
      requests.map(({ operation, name, ofCollection }) => `${operation} ${name} ${ofCollection}`),
    ).toEqual(["CREATE demo false", "DELETE a true", "DELETE b true", "CREATE c false", "CREATE c false"]);
    expect(requests[1]?.namespaceState).toEqual({ labels: { team: "a" }, terminating: false });
    expect(requests[3]?.calls).toMatchObject([
      { webhook: "w.example.com", outcome: "denied", message: "no", code: 403 },
    ]);
    expect(requests[4]?.decision.by).toEqual([
      { kind: "policy", of: "ValidatingAdmissionPolicy/p", name: "b" },
    ]);
  });

  test("createEventReader takes what nobody would write", () => {
    const odd: Json[] = [
      null,
      1,
      [],
      {},
      { kind: "Event" },
      { kind: "Event", apiVersion: "audit.k8s.io/v1" },
    ];
    const wrong = event("patch", "a", {
      user: 3,
      requestObject: null,
      responseObject: [],
      responseStatus: "x",
      annotations: { "mutation.webhook.admission.k8s.io/round_0_index_0": "{" },
    });
    const { requests } = read(
      ...odd,
      wrong,
      event("create", "a", { requestObject: { metadata: [] }, objectRef: { resource: 3 } }),
    );
    expect(requests.length).toBeLessThan(3);
  });
});
