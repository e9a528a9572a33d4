import https from "node:https";
import { StringDecoder } from "node:string_decoder";

const MOST_SHOWN = 20;
/** Parts of a text that a value was missing for; "undefined field" is a text of CEL. */
const HOLE = /\bundefined\b(?! field)|\[object |\bNaN\b|: $/;

/** One request of this number is explained. */
const EVERY = Number(process.env.SALLYPORT_SAMPLE ?? 1);

/**
 * If they are `wanted`, reads the explanations of the requests that `use` sends to a server, and prints problems: another status
 * than 200, a refused request without a cause, a text that lacks a value. Returns the result of `use`, and true if there were no
 * problems.
 */
export async function withExplanations(wanted, server, use) {
  if (!wanted) return { result: await use(), areExplained: true };
  const reader = readExplanations(server);
  const result = await use();
  const { read, complaints } = await reader.end();
  for (const complaint of complaints.slice(0, MOST_SHOWN)) console.log(complaint);
  if (complaints.length > MOST_SHOWN) console.log(`and ${complaints.length - MOST_SHOWN} more`);
  console.log(`explained: ${read - complaints.length} of ${read} requests`);
  return { result, areExplained: read > 0 && complaints.length === 0 };
}

/** Follows the stream of requests, and asks for explanations. */
function readExplanations({ url, token }) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 4, rejectUnauthorized: false });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const complaints = [];
  const seen = new Set();
  const answers = [];
  const take = (event) => {
    if (seen.has(event.id) || seen.add(event.id).size % EVERY !== 0) return;
    const answer = get(`${url}/explain/${event.id}`, { agent, headers }).then(({ status, text }) => {
      const problem = status === 200 ? problemOf(JSON.parse(text)) : `${status} ${text}`;
      if (problem !== "") complaints.push(`${event.verb} ${event.resource}: ${problem}`);
    });
    answers.push(answer);
  };
  const stream = follow(`${url}/explain/stream?reads=true`, { rejectUnauthorized: false, headers }, take);
  return {
    async end() {
      // The last requests are in the stream when it has sent all remembered ones.
      await follow(`${url}/explain/stream?reads=true&follow=false`, { agent, headers }, take).ended;
      await Promise.all(answers);
      stream.close();
      agent.destroy();
      return { read: answers.length, complaints };
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
