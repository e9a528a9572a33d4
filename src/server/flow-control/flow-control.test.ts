import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { UserInfo } from "../../api/meta.ts";
import { unauthorized } from "../../api/status.ts";
import type { JsonObject } from "../../json/value.ts";

const FLOW_CONTROL = "/apis/flowcontrol.apiserver.k8s.io/v1";
const PODS = "/api/v1/namespaces/default/pods";

/** Returns the user of a token, which is a name and its groups with a `|` before each. */
function user(authorization = ""): UserInfo | undefined {
  if (authorization === "Bearer nobody") throw unauthorized();
  const [name, ...groups] = authorization.replace("Bearer ", "").split("|");
  if (name === undefined || !authorization.includes("|")) return undefined;
  return { username: name, groups: [...groups, "system:authenticated"] };
}

const api = await clusterForTests({
  authenticators: [({ headers }) => user(headers.authorization)],
});

const uidOf = async (kind: string, name: string): Promise<string> =>
  ((await api.ask("GET", `${FLOW_CONTROL}/${kind}/${name}`)).body.metadata as { uid: string }).uid;

/** Returns the names of the schema and of the level in the headers of the response. */
async function flowOf(method: string, url: string, who?: string): Promise<string | undefined> {
  const headers = who === undefined ? {} : { authorization: `Bearer ${who}` };
  const { headers: answered } = await api.cluster.handle(memoryRequest({ method, url, headers }));
  const ids = [answered["x-kubernetes-pf-flowschema-uid"], answered["x-kubernetes-pf-prioritylevel-uid"]];
  if (ids[0] === undefined) return undefined;
  const named = async (kind: string, uid: unknown) => {
    const { items } = (await api.ask("GET", `${FLOW_CONTROL}/${kind}`)).body as {
      items: { metadata: { uid: string; name: string } }[];
    };
    return items.find(({ metadata }) => metadata.uid === uid)?.metadata.name;
  };
  return `${await named("flowschemas", ids[0])} ${await named("prioritylevelconfigurations", ids[1])}`;
}

// The responses of kube-apiserver 1.36.3.
test.each([
  ["GET", PODS, "a|system:masters", "exempt exempt"],
  ["GET", PODS, "jane|dev", "global-default global-default"],
  ["GET", "/healthz", undefined, "probes exempt"],
  ["GET", "/readyz/etcd", undefined, "probes exempt"],
  ["POST", "/healthz", undefined, "global-default global-default"],
  ["GET", "/nope", "jane|dev", "global-default global-default"],
  ["GET", PODS, "system:kube-scheduler|x", "kube-scheduler workload-high"],
  ["GET", PODS, "system:node:a|system:nodes", "system-nodes system"],
  ["GET", "/api/v1/nodes/a/status", "system:node:a|system:nodes", "system-node-high node-high"],
  ["GET", PODS, "system:serviceaccount:kube-system:a|x", "kube-system-service-accounts workload-high"],
  ["GET", PODS, "system:serviceaccount:kube-systems:a|x", "global-default global-default"],
  ["GET", PODS, "system:serviceaccount:b:a|system:serviceaccounts", "service-accounts workload-low"],
  [
    "GET",
    "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/a",
    "system:kube-controller-manager|x",
    "system-leader-election leader-election",
  ],
  [
    "GET",
    "/apis/coordination.k8s.io/v1/leases",
    "system:kube-controller-manager|x",
    "kube-controller-manager workload-high",
  ],
])("%s %s by %s belongs to %s, refused or not", async (method, url, who, flow) => {
  expect(await flowOf(method, url, who)).toBe(flow);
});

test("long-running requests except for watches have no flow, nor have unauthenticated requests", async () => {
  expect(await flowOf("GET", `${PODS}/a/log`, "a|system:masters")).toBeUndefined();
  expect(await flowOf("GET", `${PODS}/a/proxy/b`, "a|system:masters")).toBeUndefined();
  expect(await flowOf("GET", `${PODS}?watch=1&timeoutSeconds=1`, "a|system:masters")).toBe("exempt exempt");
  expect(await flowOf("GET", PODS, "nobody")).toBeUndefined();
});

test("schemas are asked by precedence, then by name; those without a level count as not there", async () => {
  const schema = (name: string, precedence: number, level: string): JsonObject => ({
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    kind: "FlowSchema",
    metadata: { name },
    spec: {
      matchingPrecedence: precedence,
      priorityLevelConfiguration: { name: level },
      rules: [
        {
          subjects: [{ kind: "User", user: { name: "noxu" } }],
          // Its namespaces are stored as null.
          resourceRules: [{ verbs: ["*"], apiGroups: ["x"], resources: ["*"], clusterScope: true }],
          nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["/ver/*"] }],
        },
      ],
    },
  });
  const create = (object: JsonObject) => api.ask("POST", `${FLOW_CONTROL}/flowschemas`, object);
  await create(schema("b", 700, "system"));
  await create(schema("c", 600, "nowhere"));
  expect(await flowOf("GET", "/ver/sion", "noxu|x")).toBe("b system");
  expect(await flowOf("GET", "/version", "noxu|x")).toBe("global-default global-default");
  await create(schema("a", 700, "node-high"));
  expect(await flowOf("GET", "/ver/sion", "noxu|x")).toBe("a node-high");
  await api.ask("DELETE", `${FLOW_CONTROL}/flowschemas/a`);
  expect(await flowOf("GET", "/ver/sion", "noxu|x")).toBe("b system");
  expect(await uidOf("flowschemas", "b")).not.toBe("");
});

test("the metrics say what each level may have under way", async () => {
  const { body } = await api.ask("GET", "/metrics");
  expect(body.text).toContain(
    'apiserver_flowcontrol_nominal_limit_seats{priority_level="workload-low"} 245\n',
  );
  expect(body.text).toContain('apiserver_flowcontrol_nominal_limit_seats{priority_level="exempt"} 0\n');
});
