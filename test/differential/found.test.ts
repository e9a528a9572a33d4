import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../src/api/json.ts";
import { builtProgram } from "../parts/server.ts";
import { type StartedServer, startServer, stopServer } from "../process/start-server.mjs";
import type { Answer } from "./case.ts";
import { compareAnswers } from "./compare.ts";
import { Connection } from "./connection.ts";
import { startHooks } from "./hooks/hook-server.ts";
import type { KeptCase } from "./kept.ts";
import { play } from "./play.ts";
import { BOTH } from "./servers.ts";

const FOLDER = new URL("found/", import.meta.url).pathname;

const files = (existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true }) : [])
  .map(String)
  .filter((name) => name.endsWith(".json"))
  .sort();

describe.skipIf(files.length === 0)("what once differed from kube-apiserver", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-found-"));
  let server: StartedServer;
  let connection: Connection;
  let hooks: Awaited<ReturnType<typeof startHooks>>;

  beforeAll(async () => {
    const dist = dirname(dirname(builtProgram()));
    server = await startServer({ dist, dataDir, inMemory: true, flags: [...BOTH, "--controllers=none"] });
    connection = new Connection(server.port, 4);
    hooks = await startHooks();
  });
  afterAll(async () => {
    await connection.close();
    hooks.stop();
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.each(files.map((file, number) => [file, number] as const))("%s", async (file, number) => {
    const kept = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as KeptCase;
    const digits = number.toString(36).padStart(6, "0");
    const stage = { connection, hooks: hooks.own, namespace: `n-i${digits}`, id: `i${digits}` };
    await play({ area: "", steps: [namespaceStep], stays: true }, stage);
    const got = await play(kept, stage);
    const expected = kept.steps.flatMap(({ answer }) =>
      answer === undefined ? [] : [filled(answer, stage)],
    );
    expect(compareAnswers(expected, got)).toEqual([]);
  });
});

const namespaceStep = {
  name: "namespace",
  method: "POST",
  path: "/api/v1/namespaces",
  body: { metadata: { name: "{{ns}}" } } as Json,
  silent: true,
};

const filled = (answer: Answer, { namespace, id }: { namespace: string; id: string }): Answer =>
  JSON.parse(JSON.stringify(answer).replaceAll("{{ns}}", namespace).replaceAll("{{id}}", id)) as Answer;
