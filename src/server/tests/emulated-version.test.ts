import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { record, records, texts } from "../../json/value.ts";
import { featuresOf } from "../../resources/features/features.ts";

const api = await clusterForTests();
const older = await clusterForTests({ features: featuresOf(35) });

const both = async (path: string) => [(await api.ask("GET", path)).body, (await older.ask("GET", path)).body];

test("/version names both versions", async () => {
  const body = (await older.ask("GET", "/version")).body;
  expect(body).toMatchObject({ minor: "37", emulationMinor: "35", minCompatibilityMinor: "34" });
});

test("mutating policies are in v1 since 1.36", async () => {
  const [now, before] = await both("/apis/admissionregistration.k8s.io/v1");
  const names = (list: unknown) => records(record(list).resources).map(({ name }) => name);
  const gone = names(now).filter((name) => !names(before).includes(name));
  expect(gone).toEqual(["mutatingadmissionpolicies", "mutatingadmissionpolicybindings"]);
  const path = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies";
  expect((await older.ask("GET", path)).status).toBe(404);
});

test("pages and checks of later features are not there", async () => {
  const [now, before] = await both("/");
  const paths = texts(before?.paths);
  const gone = texts(now?.paths).filter((path) => !paths.includes(path));
  expect(gone.filter((path) => !path.includes("poststarthook"))).toEqual([
    "/apis/storagemigration.k8s.io",
    "/apis/storagemigration.k8s.io/v1",
    "/flagz",
    "/statusz",
  ]);
  expect((await older.ask("GET", "/flagz")).status).toBe(404);
});

test("roles of later features are not there", async () => {
  const [now, before] = await both("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings");
  const names = (list: unknown) => records(record(list).items).map(({ metadata }) => record(metadata).name);
  expect(names(now).filter((name) => !names(before).includes(name))).toEqual([
    "system:cluster-trust-bundle-discovery",
    "system:controller:device-taint-eviction-controller",
    "system:controller:kube-apiserver-serving-clustertrustbundle-publisher",
    "system:controller:podcertificaterequestcleaner",
    "system:controller:storage-version-migrator-controller",
  ]);
  const monitoring = await older.ask(
    "GET",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:monitoring",
  );
  expect(texts(records(monitoring.body.rules)[0]?.nonResourceURLs)).not.toContain("/flagz");
});

test("OpenAPI documents name the version, also where two servers share kinds", async () => {
  const path = "/openapi/v3/apis/apps/v1";
  const version = async () => (await both(path)).map((body) => record(body?.info).version);
  expect(await version()).toEqual(["1.37", "1.35"]);
  expect(await version()).toEqual(["1.37", "1.35"]);
  expect((await both("/openapi/v2")).map((body) => record(body?.info).version)).toEqual(["1.37", "1.35"]);
});

test("/metrics shows the gates of the version", async () => {
  const text = String((await older.ask("GET", "/metrics")).body.text);
  expect(text).toContain('kubernetes_feature_enabled{name="MutatingAdmissionPolicy",stage="BETA"} 0\n');
  expect(text).toContain('kubernetes_feature_enabled{name="DRAAdminAccess",stage="BETA"} 1\n');
});
