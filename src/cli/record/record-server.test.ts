import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { openRecording } from "../../recording/read-recording.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { changedDecisions } from "../../replay/changed-decisions.ts";
import { startReplayServer } from "../../replay/replay-server.ts";
import { withServeOptions } from "../commands/serve.ts";
import { namedFile } from "../connect/kubeconfigs.ts";
import type { GivenFlags } from "../flags/flag.ts";
import { bringUp } from "../serve/start/bring-up.ts";
import { type ServerClient, serverClient } from "../server-client.ts";
import { record } from "./record.ts";

const SECRET = "swordfish-of-a-running-server";
const SPACE = "/api/v1/namespaces/demo";

const folder = folderForTests();
let kubeconfig: string;
let ask: ServerClient;
let stop: () => Promise<void>;

beforeAll(async () => {
  const command = withServeOptions(new Command());
  command.parseOptions([
    ...["--secure-port", "0", "--log-level", "error", "--controllers", "none", "--in-memory"],
    ...["--data-dir", join(folder, "data"), "--disable-admission-plugins", "ServiceAccount"],
  ]);
  ({ stop } = await bringUp(command.opts<GivenFlags>()));
  kubeconfig = join(folder, "data/kubeconfig");
  ask = serverClient(namedFile(kubeconfig));
});
afterAll(() => stop());

const flags = (out: string, most: number) => ({ out, kubeconfig, most, mask: [], masking: true });

async function requestsIn(file: string): Promise<RecordedRequest[]> {
  const { requests } = await openRecording(file);
  const found: RecordedRequest[] = [];
  for await (const request of requests) found.push(request);
  return found;
}

const DENIED: JsonObject = {
  metadata: { name: "p" },
  spec: { containers: [{ name: "a", image: "b" }], priorityClassName: "none" },
};

describe("sallyport record --kubeconfig", () => {
  test("record writes the requests of a running server as they come, and they replay without a difference", async () => {
    await ask("POST", "/api/v1/namespaces", { body: { metadata: { name: "demo", labels: { team: "a" } } } });
    await ask("POST", `${SPACE}/secrets`, { body: { metadata: { name: "s" }, stringData: { key: SECRET } } });
    await ask("POST", `${SPACE}/pods`, { body: DENIED });
    await ask("POST", `${SPACE}/configmaps`, { body: { metadata: { name: "c" }, data: { a: "b" } } });
    const out = join(folder, "r.jsonl");
    const told: string[] = [];
    const recorded = record(flags(out, 6), (line) => void told.push(line));
    await ask("PUT", `${SPACE}/configmaps/c`, { body: { metadata: { name: "c" }, data: { a: "c" } } });
    await ask("DELETE", `${SPACE}/configmaps/c`);
    await recorded;
    expect(told.at(-1)).toBe("recorded: 6");
    expect(readFileSync(out, "utf8")).not.toContain(SECRET);
    const requests = await requestsIn(out);
    expect(
      requests.map(
        ({ operation, resource, name, decision }) =>
          `${operation} ${resource.resource} ${name} ${decision.code}`,
      ),
    ).toEqual([
      "CREATE namespaces demo 201",
      "CREATE secrets s 201",
      "CREATE pods p 403",
      "CREATE configmaps c 201",
      "UPDATE configmaps c 200",
      "DELETE configmaps c 200",
    ]);
    expect(requests[4]).toMatchObject({
      oldObject: { data: { a: "b" } },
      object: { data: { a: "c" } },
      namespaceState: { labels: { team: "a" } },
    });
    const now = await startReplayServer({ manifests: [] });
    for await (const { request, cause } of changedDecisions({ requests, now }))
      expect(`${request.id}: ${cause.text}`).toBe("no change");
    await now.close();
  });

  test("record ends when it is stopped, and keeps what it has", async () => {
    const stopping = new AbortController();
    const out = join(folder, "stopped.jsonl");
    const recorded = record(flags(out, 100), () => {}, stopping.signal);
    stopping.abort();
    await recorded;
    expect(readFileSync(out, "utf8")).toContain('"kind":"Recording"');
  });

  test("record says in words what is no Sallyport", async () => {
    const asked = record(
      { ...flags(join(folder, "none.jsonl"), 1), kubeconfig: join(folder, "none") },
      () => {},
    );
    await expect(asked).rejects.toThrow("there is no kubeconfig");
  });
});
