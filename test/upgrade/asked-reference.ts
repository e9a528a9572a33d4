import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../../src/json/value.ts";
import { Connection, type Reply } from "../../tools/differential/connection.ts";
import { startHooks } from "../../tools/differential/hooks/hook-server.ts";
import { settle } from "../../tools/differential/hooks/settle.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import {
  AUDIT_POLICY,
  askAll,
  auditedFlags,
  CONNECTIONS,
  created,
  decisionOf,
  hasObject,
  never,
  PATHS,
  prepareFor,
  toldOf,
} from "../replay/asking.ts";
import { keyOf } from "../replay/configurations.ts";
import type { MixedRequest } from "../replay/requests.ts";

/** Answers of one kube-apiserver to all requests. */
export interface AskedReference {
  /** The answers in the form that is compared, by the number of the request. */
  readonly told: readonly string[];
  /** Lines of the audit log: preparation and requests. */
  readonly log: string;
}

/** Starts a kube-apiserver, prepares it, and asks it all requests: first as dry runs, then in earnest, for its audit log. */
export async function askReference(
  program: string,
  moreFlags: readonly string[],
  requests: readonly MixedRequest[],
  configuration: ReadonlyMap<string, JsonObject>,
): Promise<AskedReference> {
  const etcdProgram = newestEtcd();
  if (etcdProgram === undefined) throw new Error("there is no etcd here");
  const dir = mkdtempSync(join(tmpdir(), "sallyport-upgrade-"));
  const auditLog = join(dir, "audit.log");
  const policy = join(dir, "policy.json");
  writeFileSync(policy, AUDIT_POLICY);
  const etcd = await startEtcd(etcdProgram);
  const barrier = await startHooks();
  try {
    const reference = await startReference(etcd.endpoint, {
      program,
      flags: [...auditedFlags(policy, auditLog), ...moreFlags],
    });
    const api = new Connection(reference.port, CONNECTIONS);
    try {
      await prepareFor(api, requests);
      for (const object of configuration.values())
        await created(api, PATHS[String(object.kind)] ?? keyOf(object), object);
      await settle("policies", api, barrier.reference);
      await settle("webhooks", api, barrier.reference);
      const prepared = readFileSync(auditLog).length;
      const replies = await askAll(api, requests, "?dryRun=All", agentOf);
      const dry = readFileSync(auditLog).length;
      await askAll(api, requests, "", agentOf);
      const log = readFileSync(auditLog);
      return {
        told: replies.map((reply, n) => toldWithWarnings(reply, requests[n] ?? never())),
        log: Buffer.concat([log.subarray(0, prepared), log.subarray(dry)]).toString(),
      };
    } finally {
      await api.close();
      await reference.stop();
    }
  } finally {
    await etcd.stop();
    barrier.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const agentOf = (n: number) => ({ "user-agent": `agent-${n % 3}/v1 (linux)` });

/** The part of an answer that depends on the decision, with the generation of the object and the warnings. */
function toldWithWarnings(reply: Reply, request: MixedRequest): string {
  const decision = decisionOf(reply);
  const { metadata } = decision.body;
  const isShown = decision.status < 400 && hasObject(decision.body, request) && isJsonObject(metadata);
  const generation = isShown ? ` ${String(metadata.generation)}` : "";
  return `${toldOf(decision, request)}${generation} ${[reply.headers.warning ?? []].flat().join(" ")}`;
}
