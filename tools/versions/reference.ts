import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import type { Json } from "../../src/json/value.ts";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { startReference } from "../../test/process/reference.mjs";
import { AUDIT_ALL } from "../differential/servers.ts";

/** A running kube-apiserver of some version. */
export interface Reference {
  /** Folder of its programs. */
  readonly bin: string;
  /** `1.37.2`. */
  readonly version: string;
  readonly port: number;
  /** File of its audit log, in which each response is recorded. */
  readonly auditLog: string;
  /** Returns the JSON of a path; undefined unless the status is 200. */
  json(path: string): Promise<Json | undefined>;
  text(path: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts kube-apiserver of the folder `bin`, with an etcd of its own. */
export async function startVersion(bin: string, flags: readonly string[] = []): Promise<Reference> {
  const found = newestEtcd();
  if (found === undefined) throw new Error("there is no etcd here");
  const etcd = await startEtcd(found);
  const dir = mkdtempSync(join(tmpdir(), "sallyport-versions-"));
  const auditLog = join(dir, "audit.log");
  const policy = join(dir, "policy.json");
  writeFileSync(policy, JSON.stringify(AUDIT_ALL));
  const audit = [`--audit-log-path=${auditLog}`, `--audit-policy-file=${policy}`];
  const server = await startReference(etcd.endpoint, {
    program: join(bin, "kube-apiserver"),
    flags: [...audit, ...flags],
  });
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const get = (path: string) =>
    request(`https://127.0.0.1:${server.port}${path}`, {
      dispatcher,
      headers: { authorization: "Bearer admin-token", accept: "application/json, */*" },
    });
  return {
    bin,
    version: versionOf(bin),
    port: server.port,
    auditLog,
    json: async (path) => {
      const { statusCode, body } = await get(path);
      const text = await body.text();
      return statusCode === 200 ? (JSON.parse(text) as Json) : undefined;
    },
    text: async (path) => (await get(path)).body.text(),
    stop: async () => {
      await dispatcher.close();
      await server.stop();
      await etcd.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Returns what kube-apiserver prints: its help, or the error about flags that it refuses. */
export function output({ bin }: Pick<Reference, "bin">, flags: readonly string[]): string {
  const { stdout, stderr } = spawnSync(join(bin, "kube-apiserver"), flags, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    timeout: 30_000,
  });
  return stdout + stderr;
}

/** Returns `1.37.2` or `1.38.0-beta.0`. */
export function versionOf(bin: string): string {
  const printed = output({ bin }, ["--version"]);
  const version = /^Kubernetes v(\S+)/.exec(printed)?.[1];
  if (version === undefined) throw new Error(`${bin}: there is no kube-apiserver that tells its version`);
  return version;
}

/**
 * Returns the folder of a module of Kubernetes' source, such as `apiserver`, in the version of the server;
 * undefined if Go's cache does not have it.
 */
export function sourceOf({ version }: Pick<Reference, "version">, module: string): string | undefined {
  const cache = process.env.GOMODCACHE ?? join(homedir(), "go/pkg/mod");
  const number = module === "kubernetes" ? version : version.replace(/^1\./, "0.");
  const folder = join(cache, "k8s.io", `${module}@v${number}`);
  return existsSync(folder) ? folder : undefined;
}

/** Returns the text of a file; empty if it does not exist. */
export const fileText = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
