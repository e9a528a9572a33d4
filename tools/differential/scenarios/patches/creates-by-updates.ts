import type { JsonObject } from "../../../../src/json/value.ts";
import { DRY, type More, Scenario } from "../scenario.ts";

const RIGHTS = "/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}";
const RBAC = "rbac.authorization.k8s.io";
const USER = "up-{{id}}";

/** Version, plural, kind, and required fields of an object in addition to its name. */
type Kind = readonly [apiVersion: string, plural: string, kind: string, more?: JsonObject];

const KINDS: readonly Kind[] = [
  ["v1", "endpoints", "Endpoints"],
  ["v1", "services", "Service", { spec: { ports: [{ port: 80 }] } }],
  ["v1", "events", "Event", { involvedObject: { namespace: "{{ns}}" } }],
  ["v1", "secrets", "Secret"],
  ["v1", "limitranges", "LimitRange", { spec: { limits: [] } }],
  ["v1", "podtemplates", "PodTemplate"],
  ["coordination.k8s.io/v1", "leases", "Lease"],
  ["discovery.k8s.io/v1", "endpointslices", "EndpointSlice", { addressType: "IPv4", endpoints: [] }],
  [`${RBAC}/v1`, "roles", "Role"],
  ["policy/v1", "poddisruptionbudgets", "PodDisruptionBudget"],
  ["apps/v1", "controllerrevisions", "ControllerRevision", { data: {}, revision: 1 }],
  ["storage.k8s.io/v1", "csistoragecapacities", "CSIStorageCapacity", { storageClassName: "x" }],
];
const METADATA: readonly JsonObject[] = [{}, { uid: "u" }, { resourceVersion: "5" }, { generateName: "x" }];

function mayUpdate(s: Scenario): void {
  const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["update", "patch", "get"] }];
  s.post(`${RIGHTS}/roles`, { metadata: { name: "u" }, rules });
  s.post(`${RIGHTS}/rolebindings`, {
    metadata: { name: "u" },
    roleRef: { apiGroup: RBAC, kind: "Role", name: "u" },
    subjects: [{ kind: "User", name: USER, apiGroup: RBAC }],
  });
  const path = "/api/v1/namespaces/{{ns}}/configmaps/none";
  s.send("GET", path, undefined, { until: 404, headers: { "impersonate-user": USER } });
}

function create(s: Scenario, path: string, body: JsonObject, who: NonNullable<More["headers"]>): void {
  const patch = (type: string, value: JsonObject): string =>
    s.send("PATCH", `${path}/n`, value, {
      query: [...DRY, ["fieldManager", "m"]],
      headers: { "content-type": type, ...who },
    });
  for (const metadata of METADATA)
    s.put(`${path}/n`, { ...body, metadata: { name: "n", ...metadata } }, DRY, { headers: who });
  patch("application/apply-patch+yaml", { ...body, metadata: { name: "n" } });
}

/** Updates and applies of objects that do not exist, by users with and without the right to create them. */
export function createsByUpdates(): Scenario {
  const s = new Scenario("creates-by-updates");
  mayUpdate(s);
  for (const [apiVersion, plural, kind, more = {}] of KINDS) {
    const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
    const path = `${root}/namespaces/{{ns}}/${plural}`;
    const body = { apiVersion, kind, ...more };
    for (const who of [{ "impersonate-user": USER }, {}]) create(s, path, body, who);
    const named = { ...body, metadata: { name: "n" } };
    s.put(`${path}/n`, named);
    s.put(`${path}/n`, named, [], { headers: { "impersonate-user": USER } });
    s.delete(`${path}/n`);
  }
  return s;
}
