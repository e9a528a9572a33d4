import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import { startServer, stopServer } from "../process/start-server.mjs";

/** A server, and the file of its audit log. */
export interface Target {
  readonly port: number;
  readonly auditLog: string;
}

export interface Servers {
  readonly reference: Target;
  readonly own: Target;
  readonly stop: () => Promise<void>;
}

const RUNTIME = "--runtime-config=admissionregistration.k8s.io/v1beta1=false";
const AUDIT_POLICY = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived", "ResponseStarted"],
  rules: [{ level: "RequestResponse" }],
};

/**
 * Starts kube-apiserver and this server with the settings with which the recordings were made. Their files are in
 * `folder`.
 */
export async function startServers(folder: string, dist: string): Promise<Servers> {
  const found = newestEtcd();
  if (found === undefined) throw new Error("there is no etcd here");
  const policy = join(folder, "audit-policy.json");
  writeFileSync(policy, JSON.stringify(AUDIT_POLICY));
  const logs = { reference: join(folder, "reference.log"), own: join(folder, "own.log") };
  const flagsFor = (log: string) => [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`];
  const etcd = await startEtcd(found);
  const reference = await startReference(etcd.endpoint, { flags: flagsFor(logs.reference) });
  const own = await startServer({
    dist,
    dataDir: join(folder, "own"),
    inMemory: true,
    flags: ["--controllers=none", RUNTIME, ...flagsFor(logs.own)],
  });
  const stop = async (): Promise<void> => {
    await Promise.all([stopServer(own), reference.stop()]);
    await etcd.stop();
  };
  return {
    reference: { port: reference.port, auditLog: logs.reference },
    own: { port: own.port, auditLog: logs.own },
    stop,
  };
}
