import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { residentMb, watchMemory } from "../../attack/memory.mjs";
import { startServer, stopServer, TOKEN } from "../../process/start-server.mjs";
import { type Ask, createClient } from "./client.ts";
import { type Hostile, startHostile } from "./hostile/start-hostile.ts";

/** The user `any` has no rights, `writer` those of the namespace `fuzz`. Inputs have these tokens in them. */
const TOKENS = `${TOKEN},admin,admin-uid,"system:masters"
any-token,any,any-uid
writer-token,writer,writer-uid
`;

/** A server in another process, with accounts, and with webhooks that behave as an object requests. */
export interface Target {
  readonly server: { readonly port: number; readonly ca: string };
  readonly ask: Ask;
  readonly hostile: Hostile;
  /** End of the process, as text; undefined while it runs. */
  ended(): string | undefined;
  /** Unexpected exceptions in the log since the last call. */
  complaints(): readonly string[];
  /** Maximum memory growth since the last call, in MB above the start. */
  growth(): number;
  stop(): Promise<void>;
}

/** Heap limit in MB. With a small heap, garbage is collected early, and unbounded memory use soon ends the process. */
const HEAP_MB = 512;
/** Only the administrator may write in `canary`. */
const NAMESPACES = ["fuzz", "canary", "hooked"];
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const BUGS =
  /request failed|panic|uncaught|unhandled|TypeError|ReferenceError|RangeError|heap out of memory/i;

export async function startTarget(dist: string): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-fuzz-"));
  const file = join(folder, "users.csv");
  writeFileSync(file, TOKENS);
  const flags = ["--token-auth-file", file];
  const running = await startServer({
    ...{ dist, dataDir: join(folder, "data"), inMemory: true, flags },
    nodeFlags: [`--max-old-space-size=${HEAP_MB}`],
  });
  const { port, ca, child } = running;
  const { ask, close } = createClient(port, ca, TOKEN);
  const hostile = await startHostile();
  let end: string | undefined;
  void running.exited.then(({ code, signal }) => {
    end = `the server ended with ${code ?? signal}`;
  });
  let bugs: string[] = [];
  const hear = (text: string): void => {
    for (const line of text.split("\n")) if (BUGS.test(line) && bugs.length < 50) bugs.push(line);
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const stop = async (): Promise<void> => {
    memory?.stop();
    close();
    await hostile.close();
    await stopServer(running, 5_000);
    rmSync(folder, { recursive: true, force: true });
  };
  let memory: ReturnType<typeof watchMemory> | undefined;
  try {
    await fill(ask, hostile);
    memory = watchMemory(child.pid);
    const base = residentMb(child.pid);
    const growth = (): number => (end === undefined ? (memory?.peak() ?? 0) - base : 0);
    const complaints = (): string[] => {
      const said = bugs;
      bugs = [];
      return said;
    };
    return { server: { port, ca }, ask, hostile, ended: () => end, complaints, growth, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(ask: Ask, hostile: Hostile): Promise<void> {
  const make = async (path: string, body: unknown): Promise<void> => {
    const { status, text } = await ask("POST", path, { body });
    if (status !== 201) throw new Error(`${path}: ${text}`);
  };
  for (const name of NAMESPACES) await make("/api/v1/namespaces", { metadata: { name } });
  await make(`${RBAC}/namespaces/fuzz/roles`, {
    metadata: { name: "writer" },
    rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }],
  });
  await make(`${RBAC}/namespaces/fuzz/rolebindings`, {
    metadata: { name: "writer" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "writer" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "writer" }],
  });
  for (const [resource, body] of hostile.configurations())
    await make(`/apis/admissionregistration.k8s.io/v1/${resource}`, body);
}
