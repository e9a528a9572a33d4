import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import { startServer, stopServer } from "../process/start-server.mjs";
import { Connection } from "./connection.ts";
import { type HookSide, startHooks } from "./hooks/hook-server.ts";

/** Both servers, fresh and alike. */
export interface Servers {
  readonly reference: Connection;
  readonly own: Connection;
  readonly hooks: { readonly reference: HookSide; readonly own: HookSide };
  readonly ports: { readonly reference: number; readonly own: number };
  stop(): Promise<void>;
}

/** Many Services fit in; FlowSchemas of a case must not slow down the others. */
export const BOTH = [
  "--service-cluster-ip-range=10.0.0.0/16",
  "--runtime-config=admissionregistration.k8s.io/v1beta1=false",
];

export async function startServers(dist: string, connections: number): Promise<Servers> {
  const found = newestEtcd();
  if (found === undefined) throw new Error("there is no etcd here");
  const etcd = await startEtcd(found);
  const reference = await startReference(etcd.endpoint, {
    flags: [...BOTH, "--enable-priority-and-fairness=false"],
  });
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-differential-"));
  const own = await startServer({ dist, dataDir, inMemory: true, flags: [...BOTH, "--controllers=none"] });
  const hooks = await startHooks();
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
    hooks.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...made, stop };
}
