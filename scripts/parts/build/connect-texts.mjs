// Descriptions of the query parameters of logs and connections in the OpenAPI documents. The texts are Kubernetes' own
// (Apache-2.0, see NOTICE): each build reads them from the declarations of the package @kubernetes/client-node.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "node_modules/@kubernetes/client-node/dist/gen/apis/CoreV1Api.d.ts";

/** The type of the options → the operation whose parameters they are. */
const OPERATIONS = {
  NodeProxyOptions: "connectGetNodeProxy",
  PodAttachOptions: "connectGetNamespacedPodAttach",
  PodExecOptions: "connectGetNamespacedPodExec",
  PodLogOptions: "readNamespacedPodLog",
  PodPortForwardOptions: "connectGetNamespacedPodPortforward",
  PodProxyOptions: "connectGetNamespacedPodProxy",
  ServiceProxyOptions: "connectGetNamespacedServiceProxy",
};

/** Adds the types of options with the texts of their fields; nothing where the package is not installed. */
export function addConnectOptions(types, root) {
  if (!existsSync(join(root, FILE))) return;
  const source = readFileSync(join(root, FILE), "utf8");
  for (const [type, operation] of Object.entries(OPERATIONS)) {
    const end = source.indexOf(`    ${operation}(`);
    const comment = source.slice(source.lastIndexOf("/**", end), end);
    types[`IoK8sApiCoreV1${type}`] = { fields: Object.fromEntries(parameters(comment)) };
  }
}

const parameters = (comment) =>
  [...comment.matchAll(/^ +\* @param (?<name>\w+) (?<text>.*)$/gm)]
    .filter(({ groups }) => groups.name !== "name" && groups.name !== "namespace")
    .map(({ groups }) => [groups.name, unescaped(groups.text)]);

const ENTITIES = { "&#39;": "'", "&quot;": '"', "&#x3D;": "=", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

const unescaped = (text) =>
  text.replace(/\\?(&(?:#39|quot|#x3D|lt|gt|amp);)/g, (_, entity) => ENTITIES[entity]);
