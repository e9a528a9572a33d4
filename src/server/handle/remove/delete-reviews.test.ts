import { beforeEach, describe, expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../../test/tools/custom-definition.tool.ts";
import { type JsonObject, membersOf } from "../../../json/value.ts";

const PODS = "/api/v1/namespaces/default/pods";
const MAPS = "/api/v1/namespaces/default/configmaps";
const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const api = await reviewedClusterForTests();
beforeEach(async () => {
  for (const path of [`${PODS}/a`, `${MAPS}/a`]) {
    await api.ask("PATCH", path, { metadata: { finalizers: null } }, MERGE);
    await api.ask("DELETE", path, { gracePeriodSeconds: 0 });
  }
});

const MERGE = { "content-type": "application/merge-patch+json" };

async function make(path: string, finalizers: string[] = [], spec: JsonObject = {}): Promise<void> {
  const pod = { containers: [{ name: "c", image: "i" }], ...spec };
  const body = { metadata: { name: "a", finalizers }, ...(path === PODS ? { spec: pod } : {}) };
  const { status } = await api.ask("POST", path, body);
  expect(status).toBe(201);
  api.reviews();
}

const bound = (seconds?: number): JsonObject => ({
  nodeName: "n",
  ...(seconds === undefined ? {} : { terminationGracePeriodSeconds: seconds }),
});

/** Returns the grace periods that the mutating webhook received; the validating one receives the same. */
const shownGraces = (): unknown[] =>
  api
    .reviews()
    .filter(({ hook }) => hook === "m.example.com")
    .map(({ options }) => (options as JsonObject).gracePeriodSeconds);

describe("the grace period that webhooks are shown", () => {
  test.each([
    [bound(), {}, [30]],
    [bound(7), {}, [7]],
    [bound(7), { gracePeriodSeconds: 3 }, [3]],
    [bound(0), {}, [0, 0]],
    [bound(), { gracePeriodSeconds: 0 }, [0, 0]],
    [bound(), { gracePeriodSeconds: -5 }, [1]],
    [{}, { gracePeriodSeconds: 60 }, [0, 0]],
    [{}, { dryRun: ["All"] }, [0]],
  ])("of a pod with %j, deleted with %j, is that of its deletion", async (spec, options, graces) => {
    await make(PODS, [], spec);
    await api.ask("DELETE", `${PODS}/a`, options);
    expect(shownGraces()).toEqual(graces);
  });

  test("of what knows none is what the client said, if that is not negative", async () => {
    for (const [asked, shown] of [
      [5, 5],
      [-5, 1],
    ] as const) {
      await make(MAPS);
      await api.ask("DELETE", `${MAPS}/a`, { gracePeriodSeconds: asked });
      expect(shownGraces()).toEqual([shown]);
    }
  });

  test("of the pods of a collection is what the client said", async () => {
    await make(PODS, [], bound(7));
    await api.ask("DELETE", PODS);
    expect(shownGraces()).toEqual([undefined]);
  });
});

test("a second delete with a shorter grace period is asked for, one with a longer one is not", async () => {
  await make(PODS, [], bound());
  await api.ask("DELETE", `${PODS}/a`);
  expect(shownGraces()).toEqual([30]);
  const { status, body } = await api.ask("DELETE", `${PODS}/a`, { gracePeriodSeconds: 40 });
  expect([status, body.kind, shownGraces()]).toEqual([200, "Pod", []]);
  const shortened = await api.ask("DELETE", `${PODS}/a`, { gracePeriodSeconds: 10 });
  expect([shownGraces(), (shortened.body.metadata as JsonObject).deletionGracePeriodSeconds]).toEqual([
    [10],
    10,
  ]);
});

test("a pod whose time is over, and that finalizers hold, may change how its dependents go", async () => {
  await make(PODS, ["example.com/a"]);
  await api.ask("DELETE", `${PODS}/a`, { propagationPolicy: "Orphan" });
  const { body } = await api.ask("DELETE", `${PODS}/a`, { propagationPolicy: "Foreground" });
  expect((body.metadata as JsonObject).finalizers).toEqual(["example.com/a", "foregroundDeletion"]);
  expect(shownGraces()).toEqual([0, undefined]);
});

test("a grace period longer than Go can count wraps around, as there", async () => {
  await make(PODS, [], bound());
  const { status, body } = await api.ask("DELETE", `${PODS}/a`, { gracePeriodSeconds: 9007199254740991 });
  const { deletionTimestamp, deletionGracePeriodSeconds } = body.metadata as JsonObject;
  expect([status, deletionGracePeriodSeconds]).toEqual([200, 9007199254740991]);
  expect(Math.abs(Date.parse(String(deletionTimestamp)))).toBeLessThan(300 * 366 * 86_400_000);
});

test("what is refused after the object was marked leaves it marked, and asks once", async () => {
  await make(PODS);
  const isMarked = ({ oldObject }: JsonObject) =>
    (((oldObject as JsonObject | null)?.metadata ?? {}) as JsonObject).deletionTimestamp !== undefined;
  api.answer((review) => ({ allowed: !isMarked(review) }));
  const { status } = await api.ask("DELETE", `${PODS}/a`);
  api.answer(() => ({ allowed: true }));
  expect(status).toBe(400);
  expect(api.reviews().map(({ hook }) => hook)).toEqual(["m.example.com", "v.example.com", "m.example.com"]);
  const { body } = await api.ask("GET", `${PODS}/a`);
  expect((body.metadata as JsonObject).deletionGracePeriodSeconds).toBe(0);
});

describe("a dry run", () => {
  const dry = (options: JsonObject) => ({ ...options, dryRun: ["All"] });

  test("shows the object as it would be marked, and asks once", async () => {
    await make(PODS);
    const { body } = await api.ask("DELETE", `${PODS}/a`, dry({}));
    expect([body.kind, (body.metadata as JsonObject).deletionGracePeriodSeconds]).toEqual(["Pod", 0]);
    expect(shownGraces()).toEqual([0]);
    expect((await api.ask("GET", `${PODS}/a`)).status).toBe(200);
  });

  test("shows an empty object where only the collector's finalizers held it", async () => {
    await make(MAPS, ["orphan"]);
    const { status, body } = await api.ask("DELETE", `${MAPS}/a`, dry({ propagationPolicy: "Background" }));
    expect([status, body]).toEqual([200, { kind: "ConfigMap", apiVersion: "v1", metadata: {} }]);
  });

  test("shows a Status where nothing held it", async () => {
    await make(MAPS);
    expect((await api.ask("DELETE", `${MAPS}/a`, dry({}))).body.kind).toBe("Status");
  });
});

describe("a namespace", () => {
  const SPACE = "/api/v1/namespaces/space";
  test("keeps what is said of it, and is bound to the one that was found", async () => {
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "space" } });
    const wrong = await api.ask("DELETE", SPACE, { preconditions: { uid: "other" } });
    expect(String(wrong.body.message)).toMatch(
      /^Operation cannot be fulfilled on namespaces "space": Precondition failed: UID in precondition: other, UID in object meta: [-0-9a-f]{36}$/,
    );
    await api.ask("PUT", `${SPACE}/finalize`, { metadata: { name: "space" }, spec: { finalizers: [] } });
    api.reviews();
    const { body } = await api.ask("DELETE", SPACE, { orphanDependents: false, gracePeriodSeconds: -7 });
    const { deletionGracePeriodSeconds, finalizers, uid } = body.metadata as JsonObject;
    expect([deletionGracePeriodSeconds, finalizers]).toEqual([undefined, ["foregroundDeletion"]]);
    expect(api.reviews()[0]?.options).toMatchObject({ gracePeriodSeconds: -7, preconditions: { uid } });
  });

  test("stays after its first delete even when nothing holds it", async () => {
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "empty" } });
    const path = "/api/v1/namespaces/empty";
    await api.ask("PUT", `${path}/finalize`, { metadata: { name: "empty" }, spec: { finalizers: [] } });
    expect((await api.ask("DELETE", path)).status).toBe(200);
    expect((await api.ask("GET", path)).status).toBe(200);
    expect((await api.ask("DELETE", path)).status).toBe(200);
    expect((await api.ask("GET", path)).status).toBe(404);
  });
});

test("the first delete of a definition leaves the collector's finalizers alone, and is bound to the one found", async () => {
  const made = await define(api, "Boat");
  api.reviews();
  const { uid } = made.body.metadata as JsonObject;
  const { body } = await api.ask("DELETE", `${CRDS}/boats.example.com`, { propagationPolicy: "Orphan" });
  expect((body.metadata as JsonObject).finalizers).toEqual(["customresourcecleanup.apiextensions.k8s.io"]);
  expect(api.reviews()[0]?.options).toMatchObject({ preconditions: { uid } });
});

test("in a collection, a webhook that says NotFound lets the others go on, and what it says it about stay", async () => {
  await make(MAPS);
  api.answer(() => ({ allowed: false, status: { reason: "NotFound", code: 422 } }));
  expect((await api.ask("DELETE", MAPS)).status).toBe(200);
  api.answer(() => ({ allowed: false, status: { reason: "Forbidden", code: 404 } }));
  expect((await api.ask("DELETE", MAPS)).status).toBe(404);
  api.answer(() => ({ allowed: true }));
  expect((await api.ask("GET", `${MAPS}/a`)).status).toBe(200);
});

test("webhooks get options, and what is known of a user besides, in the order in which Go writes them", async () => {
  await make(PODS);
  const options = { dryRun: ["All"], propagationPolicy: "Foreground" };
  await api.ask("DELETE", `${PODS}/a`, options, {
    "impersonate-user": "u",
    "impersonate-group": "system:masters",
    "impersonate-extra-b": "1",
    "impersonate-extra-a": "2",
  });
  const [review] = api.reviews();
  expect(Object.keys(membersOf(review?.options))).toEqual([
    "kind",
    "apiVersion",
    "gracePeriodSeconds",
    "propagationPolicy",
    "dryRun",
  ]);
  expect(Object.keys(membersOf(membersOf<JsonObject>(review?.userInfo).extra))).toEqual(["a", "b"]);
});
