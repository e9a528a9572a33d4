import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../src/json/value.ts";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { startReference } from "../../test/process/reference.mjs";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { Connection } from "./connection.ts";
import { AuditLog } from "./hooks/audit.ts";
import { type HookSide, startHooks } from "./hooks/hook-server.ts";

/** Both servers, fresh and alike. */
export interface Servers {
  readonly reference: Connection;
  readonly own: Connection;
  readonly hooks: { readonly reference: HookSide; readonly own: HookSide };
  readonly ports: { readonly reference: number; readonly own: number };
  stop(): Promise<void>;
}

/** Many Services fit in; old revisions stay, for the two servers would forget them at different times. */
export const BOTH = [
  "--service-cluster-ip-range=10.0.0.0/16",
  "--etcd-compaction-interval=0",
  "--runtime-config=admissionregistration.k8s.io/v1beta1=false",
];

/** `audit`: the policy of the audit logs that both write. `more`: flags that both get. */
export async function startServers(
  dist: string,
  connections: number,
  {
    audit: policy,
    more = [],
  }: { readonly audit?: JsonObject | undefined; readonly more?: readonly string[] } = {},
): Promise<Servers> {
  const found = newestEtcd();
  if (found === undefined) throw new Error("there is no etcd here");
  const etcd = await startEtcd(found);
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-differential-"));
  const log = (side: string): string => join(dataDir, `${side}-audit.log`);
  const flags = (side: string): string[] => [
    ...BOTH,
    ...more,
    ...(policy === undefined ? [] : auditFlags(policy, dataDir, log(side))),
  ];
  const reference = await startReference(etcd.endpoint, {
    flags: [...flags("reference"), "--enable-priority-and-fairness=false"],
  });
  const own = await startServer({
    dist,
    dataDir,
    inMemory: true,
    flags: [...flags("own"), "--controllers=none"],
  });
  const started = await startHooks();
  const audit = (side: string): AuditLog | undefined =>
    policy === undefined ? undefined : new AuditLog(log(side));
  const hooks = {
    reference: { ...started.reference, audit: audit("reference") },
    own: { ...started.own, audit: audit("own") },
  };
  const made = {
    hooks,
    reference: new Connection(reference.port, connections),
    own: new Connection(own.port, connections),
    ports: { reference: reference.port, own: own.port },
  };
  const stop = async (): Promise<void> => {
    await Promise.all([made.reference.close(), made.own.close()]);
    await Promise.all([stopServer(own), reference.stop()]);
    await etcd.stop();
    started.stop();
    for (const { audit } of [hooks.reference, hooks.own]) audit?.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...made, stop };
}

/** An audit policy that records everything about every request. */
export const AUDIT_ALL: JsonObject = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived", "ResponseStarted"],
  rules: [{ level: "RequestResponse" }],
};

function auditFlags(policy: JsonObject, dir: string, log: string): string[] {
  const file = join(dir, "audit-policy.json");
  writeFileSync(file, JSON.stringify(policy));
  // The size is in megabytes. It is so large that the log is never rotated, because a renamed log is not read to its
  // end.
  return [`--audit-policy-file=${file}`, `--audit-log-path=${log}`, "--audit-log-maxsize=100000"];
}
