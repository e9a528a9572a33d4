import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Json } from "../../src/json/value.ts";
import { builtProgram } from "../../test/parts/server.ts";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import type { Answer, Difference } from "./case.ts";
import { compareAnswers } from "./compare.ts";
import { Connection } from "./connection.ts";
import { startHooks } from "./hooks/hook-server.ts";
import type { KeptAnswer, KeptCase } from "./kept.ts";
import { play } from "./play.ts";
import { BOTH } from "./servers.ts";

/** Plays recorded cases of kube-apiserver on this server. */
export interface Replayer {
  /** Differences from the kept responses. Each case has its own namespace. */
  replay(kept: KeptCase): Promise<readonly Difference[]>;
  stop(): Promise<void>;
}

/** A fresh server, as it was when the cases were kept. `more`: further flags of it. */
export async function startReplayer(more: readonly string[] = []): Promise<Replayer> {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-replay-"));
  const dist = dirname(dirname(builtProgram()));
  const flags = [...BOTH, ...more, "--controllers=none"];
  const server = await startServer({ dist, dataDir, inMemory: true, flags });
  const connection = new Connection(server.port, 4);
  const hooks = await startHooks();
  let count = 0;
  return {
    async replay(kept) {
      const digits = (count++).toString(36).padStart(6, "0");
      const stage = { connection, hooks: hooks.own, namespace: `n-i${digits}`, id: `i${digits}` };
      await play({ area: "", steps: [namespaceStep], stays: true }, stage);
      const answers = new Map((await play(kept, stage)).map((answer) => [answer.step, answer]));
      return kept.steps.flatMap(({ name, answer }) => {
        const got = answers.get(name);
        if (answer === undefined || got === undefined) return [];
        const { brief, ...expected } = filled(answer, stage);
        return compareAnswers([expected], [brief ? bodiless(got) : got]);
      });
    },
    async stop() {
      await connection.close();
      hooks.stop();
      await stopServer(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const namespaceStep = {
  name: "namespace",
  method: "POST",
  path: "/api/v1/namespaces",
  body: { metadata: { name: "{{ns}}" } } as Json,
  silent: true,
};

const bodiless = ({ body: _body, ...answer }: Answer): Answer => answer;

const filled = (answer: KeptAnswer, { namespace, id }: { namespace: string; id: string }): KeptAnswer =>
  JSON.parse(JSON.stringify(answer).replaceAll("{{ns}}", namespace).replaceAll("{{id}}", id)) as KeptAnswer;
