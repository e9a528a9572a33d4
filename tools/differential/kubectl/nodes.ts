import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Topic, Walk } from "./walk.ts";

const NODE = "node-{{id}}";
const PATH = `/api/v1/nodes/${NODE}`;

function node(walk: Walk): JsonObject {
  const taints: Json = walk.random.chance(0.4) ? [{ key: "a", value: "b", effect: "NoSchedule" }] : [];
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: NODE, labels: { disk: "ssd", case: "{{id}}" } },
    spec: { taints },
  };
}

const STATUS: JsonObject = {
  status: {
    conditions: [{ type: "Ready", status: "True", reason: "R", message: "m" }],
    addresses: [{ type: "InternalIP", address: "10.9.8.7" }],
    capacity: { cpu: "4", memory: "8Gi", pods: "110" },
    allocatable: { cpu: "3900m", memory: "7Gi", pods: "110" },
    nodeInfo: {
      kubeletVersion: "v1.36.3",
      osImage: "Linux",
      kernelVersion: "6",
      containerRuntimeVersion: "c://1",
      architecture: "amd64",
      bootID: "",
      machineID: "",
      systemUUID: "",
      kubeProxyVersion: "",
      operatingSystem: "linux",
    },
  },
};

const COMMANDS = [
  `cordon ${NODE}`,
  `uncordon ${NODE}`,
  "cordon -l case={{id}}",
  "cordon none",
  `cordon ${NODE} --dry-run=server`,
  `drain ${NODE}`,
  `drain ${NODE} --ignore-daemonsets --force --delete-emptydir-data --timeout=2s`,
  `drain ${NODE} --force --disable-eviction --timeout=2s`,
  `drain ${NODE} --pod-selector=app=web --dry-run=client`,
  `drain ${NODE} --force --delete-emptydir-data --dry-run=server`,
  `drain ${NODE} --force --delete-emptydir-data --grace-period=0 --timeout=2s`,
  `taint node ${NODE} x=y:NoSchedule`,
  `taint node ${NODE} x=z:NoSchedule --overwrite`,
  `taint node ${NODE} x:NoExecute a-`,
  `taint node ${NODE} a:NoSchedule-`,
  `taint node ${NODE} bad`,
  `taint node ${NODE} x=y:Wrong`,
  "taint nodes -l case={{id}} all=1:PreferNoSchedule",
  `get node ${NODE} -o wide`,
  `get node ${NODE} -o yaml`,
  "get nodes -l case={{id}}",
  `describe node ${NODE}`,
  `label node ${NODE} node-role.kubernetes.io/worker=`,
  `label node ${NODE} kubernetes.io/hostname=x --overwrite`,
  `top node ${NODE}`,
  `delete node ${NODE}`,
  `debug node/${NODE} --image=busybox`,
  `patch node ${NODE} -p '{"spec":{"unschedulable":true}}'`,
  `logs one -c web`,
  `exec one -- true`,
];

function prepared(walk: Walk): void {
  walk.file("apply", node(walk));
  if (walk.random.chance(0.7))
    walk.run(`patch node ${NODE} --subresource=status --type=merge -p`, [JSON.stringify(STATUS)]);
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "bound", labels: { app: "web" } },
    spec: { nodeName: NODE, containers: [{ name: "web", image: "nginx" }] },
  };
  if (walk.random.chance(0.6)) walk.file("create", pod);
  for (let i = walk.random.int(2, 5); i > 0; i--) walk.run(walk.random.pick(COMMANDS));
  walk.look(PATH);
  walk.look("/api/v1/namespaces/{{ns}}/pods/bound");
}

export const nodeTopics: readonly Topic[] = [prepared];
