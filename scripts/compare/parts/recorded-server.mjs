import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer, TOKEN } from "../../../test/process/start-server.mjs";

const AUDIT_POLICY = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived, ResponseStarted]
rules:
- level: RequestResponse
`;

/**
 * Starts the server as the one was started that the recordings came from: empty, in memory, RBAC, a token of an
 * administrator, no controllers, the plugin ServiceAccount off, everything audited. Hands `use` what replay.mjs has
 * to be told about it, and stops it whatever happens.
 */
export async function withRecordedServer({ dist, flags = [] }, use) {
  const dir = mkdtempSync(join(tmpdir(), "sallyport-golden-"));
  const auditLog = join(dir, "audit.log");
  const policy = join(dir, "audit-policy.yaml");
  writeFileSync(policy, AUDIT_POLICY);
  const audit = ["--audit-log-path", auditLog, "--audit-policy-file", policy];
  const server = await startServer({
    dist,
    dataDir: dir,
    inMemory: true,
    flags: ["--controllers", "none", ...audit, ...flags],
  });
  try {
    return await use({ url: server.url, token: TOKEN, auditLog, dir });
  } finally {
    await stopServer(server);
    rmSync(dir, { recursive: true, force: true });
  }
}
