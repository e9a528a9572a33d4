import {
  type Authenticator,
  type Cluster,
  createBuiltinPlugins,
  createCluster,
  createMemoryStorage,
  ensureCertificates,
  memoryRequest,
  serve,
} from "sallyport";
import type { BuiltinPlugin } from "sallyport/admission";
import { openEtcdStorage } from "sallyport/storage";

const silent: BuiltinPlugin = {
  kind: "builtin",
  name: "Silent",
  operations: new Set(["CREATE"]),
  admit: () => undefined,
};
const jane: Authenticator = ({ headers }) =>
  headers.authorization === "Bearer jane" ? { username: "jane", groups: ["system:masters"] } : undefined;

const cluster: Cluster = await createCluster({ storage: createMemoryStorage(), authenticators: [jane] });

async function ask(url: string, body?: object): Promise<number> {
  const headers = { authorization: "Bearer jane", "content-type": "application/json" };
  const text = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await cluster.handle(memoryRequest({ url, headers, ...text }))).status;
}

const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "a", image: "a" }] } };
console.log(
  JSON.stringify({
    list: await ask("/api/v1/pods"),
    intoMissingNamespace: await ask("/api/v1/namespaces/missing/pods", {
      apiVersion: "v1",
      kind: "Pod",
      ...pod,
    }),
  }),
);
await cluster.stop();

export async function overEtcd(certDir: string): Promise<number> {
  const storage = await openEtcdStorage({ endpoints: ["http://127.0.0.1:2379"] });
  const { handle } = await createCluster({ storage, plugins: [...createBuiltinPlugins(), silent] });
  const { ca, serving } = await ensureCertificates({ certDir });
  return (await serve(handle, { ...serving, clientCa: ca.cert })).port;
}
