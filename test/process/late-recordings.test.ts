import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { replay } from "../../scripts/compare/parts/replay.mjs";
import { folderForTests } from "../tools/scratch-folder.tool.ts";

/** Sends one request, like the program of the recordings. A scenario agrees if the response is 201. */
const REPLAY = `
import { writeFileSync } from "node:fs";
import { request } from "node:http";
const flag = (name) => process.argv[process.argv.indexOf(name) + 1];
request(flag("--server") + "/api/v1/namespaces/g-quick/configmaps?dryRun=All", { method: "POST" }, (answer) => {
  const agree = answer.statusCode === 201;
  const scenarios = [{ topic: "times", id: "quick", steps: [{ step: "create", agree, diffs: [] }] }];
  answer.resume().on("end", () =>
    writeFileSync(flag("--json"), JSON.stringify({ topics: { times: { steps: 1, agreed: Number(agree) } }, scenarios })));
}).end();
`;
const LIMIT_MS = 1000;
const SCENARIO = { id: "quick", steps: [{ request: { body: { webhooks: [{ timeoutSeconds: 1 }] } } }] };

const folder = folderForTests();
mkdirSync(join(folder, "scenarios/times"), { recursive: true });
writeFileSync(join(folder, "replay.mjs"), REPLAY);
writeFileSync(join(folder, "scenarios/times/quick.json"), JSON.stringify(SCENARIO));

let server: Server;
afterEach(() => {
  server.close();
  rmSync(join(folder, "call-times.txt"), { force: true });
});

/** `answer` is called with the number of the call, from 1. */
async function replayed(answer: (response: ServerResponse, call: number) => void) {
  let calls = 0;
  server = createServer((_request, response) => answer(response, ++calls));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result = await replay(folder, { url, token: "t", dir: folder }, { level: "1.36", audited: false });
  return { calls, agreed: result.topics.times?.agreed, agree: result.scenarios[0]?.steps[0]?.agree };
}

const refuse = (response: ServerResponse) => void response.writeHead(500).end();

test("a scenario that differs after a call as long as its time limit is sent again", async () => {
  const played = await replayed((response, call) => {
    if (call > 1) response.writeHead(201).end();
    else setTimeout(refuse, LIMIT_MS + 50, response);
  });
  expect(played).toEqual({ calls: 2, agreed: 1, agree: true });
});

test("one that differs without such a call is not", async () => {
  expect(await replayed(refuse)).toEqual({ calls: 1, agreed: 0, agree: false });
});
