import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest } from "../parts/sampled.ts";
import {
  type Ended,
  newDataDir,
  type RunningServer,
  removeDataDir,
  runProgram,
  startServer,
} from "../parts/server.ts";
import { newestEtcd, type RunningEtcd, startEtcd } from "../process/etcd.mjs";

const found = newestEtcd();
const MAPS = "/api/v1/namespaces/default/configmaps";
const GROUP = "/apis/admissionregistration.k8s.io/v1";
const PATIENCE = { timeout: 120_000, interval: 100 };

const wait = (server: RunningServer, ...args: string[]): Promise<Ended> =>
  runProgram("wait-effective", "--kubeconfig", server.kubeconfig, ...args);

/** Refuses config maps of that name. */
const policy = (name: string) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
      ],
    },
    validations: [{ expression: `object.metadata.name != "${name}"` }],
  },
});
const binding = (name: string) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name },
  spec: { policyName: name, validationActions: ["Deny"] },
});

async function create(server: RunningServer, path: string, object: object): Promise<number> {
  return (await server.fetch("POST", path, { body: JSON.stringify(object) })).status;
}

async function refuse(server: RunningServer, name: string): Promise<void> {
  expect(await create(server, `${GROUP}/validatingadmissionpolicies`, policy(name))).toBe(201);
  expect(await create(server, `${GROUP}/validatingadmissionpolicybindings`, binding(name))).toBe(201);
}

test("a server that is alone has in effect what it has answered", async () => {
  const dir = newDataDir();
  const server = await startServer(dir);
  expect(await wait(server)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ok: revision \d+ on 1 of 1/),
  });
  await server.stop();
  removeDataDir(dir);
});

describe.skipIf(found === undefined)("wait-effective", () => {
  let etcd: RunningEtcd;
  let servers: readonly RunningServer[] = [];
  const dirs = [newDataDir(), newDataDir()];
  const [a, b] = [() => servers[0] as RunningServer, () => servers[1] as RunningServer];

  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
    servers = await Promise.all(dirs.map((dir) => startServer(dir, "--etcd-servers", etcd.endpoint)));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await etcd.stop();
    for (const dir of dirs) removeDataDir(dir);
  });

  test("what one server took judges requests on all when it returns", async () => {
    await refuse(a(), "first");
    const said = await wait(b(), "validatingadmissionpolicybinding/first");
    expect([said.code, said.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok: revision \d+ on 2 of 2 servers\n$/),
    ]);
    expect(await create(b(), MAPS, { metadata: { name: "first" } })).toBe(422);
    const leases = await a().fetch("GET", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
    const ours = JSON.parse(leases.text).items.filter(
      ({ metadata }: { metadata: { annotations?: Record<string, string> } }) =>
        metadata.annotations?.["sallyport.dev/in-effect-revision"] !== undefined,
    );
    expect(ours).toHaveLength(2);
    expect((await a().fetch("GET", "/readyz?verbose")).text).toMatch(
      /\[\+\]effective ok: revision \d+ on 2 of 2/,
    );
  });

  test("says who has it not, and refuses what it does not understand", async () => {
    let tries = 0;
    // On a busy machine the other server may be treated as gone before the command asks.
    const asked = async () => {
      b().signal("SIGSTOP");
      try {
        await refuse(a(), `second-${tries++}`);
        const { code, stderr } = await wait(a(), "--timeout", "500ms");
        return `${code}: ${stderr}`;
      } finally {
        b().signal("SIGCONT");
      }
    };
    await expect.poll(asked, PATIENCE).toMatch(/^1: [\s\S]*\[-\]apiserver-\w+ waits: \d+/);
    const nobody = await wait(a(), "pod/x");
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('"pod/x" is not a TYPE/NAME')]);
    const missing = await wait(a(), "validatingadmissionpolicy/nobody");
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("not found")]);
  });

  longTest("a server that was given up asks before it judges when it comes back", async () => {
    b().signal("SIGSTOP");
    await refuse(a(), "third");
    await expect.poll(async () => (await wait(a(), "--timeout", "20s")).code, PATIENCE).toBe(0);
    b().signal("SIGCONT");
    expect(await create(b(), MAPS, { metadata: { name: "third" } })).toBe(422);
    await expect.poll(async () => (await b().fetch("GET", "/readyz/effective")).status, PATIENCE).toBe(200);
  });

  test("a server whose etcd is away is not ready, and ready again when it is back", async () => {
    await etcd.kill();
    const { status, text } = await a().fetch("GET", "/readyz");
    expect([status, text]).toEqual([500, expect.stringContaining("[-]etcd failed: reason withheld")]);
    await etcd.restart();
    await expect.poll(async () => (await a().fetch("GET", "/readyz")).status, PATIENCE).toBe(200);
  });
});
