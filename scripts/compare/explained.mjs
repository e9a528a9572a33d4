// npm run compare -- explained [--golden DIR] [--topic A,B] [--only REGEX] [--dist DIR]
// Sends the recorded requests of ../shared/golden (or those of another folder) to a fresh server, and reads all explanations.
// The run fails on another status than 200, on a refused request without a cause, and on a text that lacks a value.
import https from "node:https";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { buildServer } from "../../test/process/build-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { needRecordings, sharedPath } from "../parts/shared.mjs";
import { needScenarios } from "./parts/chosen-scenarios.mjs";
import { withRecordedServer } from "./parts/recorded-server.mjs";
import { replay } from "./parts/replay.mjs";

const LEVEL = "1.37";
const MOST_SHOWN = 20;
/** Parts of a text that a value was missing for; "undefined field" is a text of CEL. */
const HOLE = /\bundefined\b(?! field)|\[object |\bNaN\b|: $/;

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    golden: { type: "string" },
    topic: { type: "string" },
    only: { type: "string" },
    dist: { type: "string" },
  },
});
const folder = needRecordings(resolve(flags.golden ?? sharedPath("golden")));
needScenarios(folder, LEVEL, flags);
const dist = flags.dist === undefined ? buildServer("golden") : resolve(flags.dist);

const { read, complaints } = await withRecordedServer({ dist }, async (server) => {
  const reader = readExplanations(server);
  await replay(folder, server, { level: LEVEL, topics: flags.topic?.split(","), only: flags.only });
  return reader.end();
});
for (const complaint of complaints.slice(0, MOST_SHOWN)) console.log(complaint);
if (complaints.length > MOST_SHOWN) console.log(`and ${complaints.length - MOST_SHOWN} more`);
console.log(`explained: ${read - complaints.length} of ${read} requests`);
process.exitCode = read > 0 && complaints.length === 0 ? 0 : 1;

/** Follows the stream of requests, and asks for the explanation of each. */
function readExplanations({ url, token }) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 4, rejectUnauthorized: false });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const complaints = [];
  const asked = new Map();
  const take = (event) => {
    if (asked.has(event.id)) return;
    const answer = get(`${url}/explain/${event.id}`, { agent, headers }).then(({ status, text }) => {
      const problem = status === 200 ? problemOf(JSON.parse(text)) : `${status} ${text}`;
      if (problem !== "") complaints.push(`${event.verb} ${event.resource}: ${problem}`);
    });
    asked.set(event.id, answer);
  };
  const stream = follow(`${url}/explain/stream?reads=true`, { rejectUnauthorized: false, headers }, take);
  return {
    async end() {
      // The last requests are in the stream when it has sent all remembered ones.
      await follow(`${url}/explain/stream?reads=true&follow=false`, { agent, headers }, take).ended;
      await Promise.all(asked.values());
      stream.close();
      agent.destroy();
      return { read: asked.size, complaints };
    },
  };
}

function follow(url, options, take) {
  const request = https.get(url, options);
  const ended = new Promise((done, fail) => {
    request.on("error", fail).on("response", (response) => {
      const decoder = new StringDecoder("utf8");
      let rest = "";
      response.on("data", (bytes) => {
        const events = (rest + decoder.write(bytes)).split("\n\n");
        rest = events.pop();
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1];
          if (/^event: request$/m.test(event)) take(JSON.parse(data));
        }
      });
      response.on("end", done).on("close", done);
    });
  });
  ended.catch(() => {});
  return { ended, close: () => request.destroy() };
}

function get(url, options) {
  return new Promise((done, fail) => {
    https
      .get(url, options, async (response) => {
        const parts = [];
        for await (const part of response) parts.push(part);
        done({ status: response.statusCode, text: Buffer.concat(parts).toString() });
      })
      .on("error", fail);
  });
}

/** Says what is wrong with an explanation; empty if nothing is. */
function problemOf({ answer, findings, steps, end }) {
  const texts = [end.message, ...findings.flatMap(({ message, advice = "" }) => [message, advice])];
  const hole = texts.find((text) => HOLE.test(text.replace(answer.message, "…")));
  if (hole !== undefined) return `a text has a hole: ${hole}`;
  const isRefused = answer.code >= 400;
  const refused = steps.some((step) => end.message.includes(step.name));
  return isRefused && findings.length === 0 && !refused ? `no cause: ${answer.code} ${answer.message}` : "";
}
