import { isDeepStrictEqual } from "node:util";
import { createClient } from "../kill/client.mjs";
import { startServer, stopServer } from "../process/start-server.mjs";
import { plain, startInformer } from "./informer.mjs";
import { startProxy } from "./proxy.mjs";
import { createTransport } from "./transport.mjs";
import { NAMESPACE_NAMES, startWriters } from "./writers.mjs";

/** Some more than are promised, to make up for those that meet a write of the same object, or no server. */
const WRITES_PER_SECOND = 550;
const CATCH_UP_MS = 20_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Informers, writers and broken connections for some seconds, with a restart of the server about in the middle. */
export async function playRound({ dist, dataDir, seconds, flags }) {
  let server = await startServer({ dist, dataDir, flags });
  let client = createClient(server);
  const proxy = await startProxy();
  proxy.leadTo(server.port);
  for (const name of NAMESPACE_NAMES) await client.send("POST", "/api/v1/namespaces", { metadata: { name } });
  const informers = startInformers({ port: proxy.port, ca: server.ca });
  const writers = startWriters((...write) => client.send(...write), WRITES_PER_SECOND);
  const killer = startKilling(proxy, informers);

  const firstPart = seconds * 1000 * (0.3 + Math.random() * 0.4);
  await pause(firstPart);
  const before = performance.now();
  await stopServer(server, 3000);
  client.close();
  server = await startServer({ dist, dataDir, flags });
  client = createClient(server);
  proxy.leadTo(server.port);
  const away = performance.now() - before;
  await pause(seconds * 1000 - firstPart);

  const writes = await writers.stop();
  const kills = killer.stop();
  const problems = [...writers.problems];
  for (const informer of informers) problems.push(...(await compare(client, informer)));
  const objects = informers[0]?.cache.size ?? 0;
  await Promise.all(informers.map((informer) => informer.stop()));
  proxy.close();
  client.close();
  await stopServer(server, 3000);
  return { writes, awayMs: away, objects, informers, kills, problems };
}

/** Both protocols, both ways to begin, and three selections. */
function startInformers(target) {
  const looks = [
    { path: "/api/v1/configmaps" },
    { path: "/api/v1/secrets", selector: "tier=a" },
    { path: `/api/v1/namespaces/${NAMESPACE_NAMES[0]}/configmaps`, selector: "tier!=b" },
  ];
  return ["h1", "h2"].flatMap((protocol) =>
    [false, true].flatMap((streams) =>
      looks.map((look) => {
        const name = `${protocol}, ${streams ? "stream" : "list"}, ${look.path} ${look.selector ?? ""}`;
        return startInformer({ ...look, name, streams, transport: createTransport(protocol, target) });
      }),
    ),
  );
}

/** Breaks connections at one end or the other, every tenth of a second on average. */
function startKilling(proxy, informers) {
  let kills = 0;
  let timer;
  const kill = () => {
    if (Math.random() < 0.7) kills += proxy.breakOne() ? 1 : 0;
    else {
      informers[Math.floor(Math.random() * informers.length)].breakOff();
      kills++;
    }
    timer = setTimeout(kill, Math.random() * 200);
  };
  timer = setTimeout(kill, 100);
  return {
    stop() {
      clearTimeout(timer);
      return kills;
    },
  };
}

/** Gives the informer some time to receive all events, then returns the differences from a fresh list, as text. */
export async function compare(client, informer) {
  const query =
    informer.selector === undefined ? "" : `?labelSelector=${encodeURIComponent(informer.selector)}`;
  const { body } = await client.send("GET", `${informer.path}${query}`);
  const wanted = new Map(
    body.items.map((item) => [`${item.metadata.namespace}/${item.metadata.name}`, plain(item)]),
  );
  const deadline = performance.now() + CATCH_UP_MS;
  let found = differences(wanted, informer);
  while (found.length > 0 && performance.now() < deadline) {
    await pause(50);
    found = differences(wanted, informer);
  }
  return [...informer.problems, ...found];
}

function differences(wanted, { name, cache }) {
  const lacking = [...wanted].filter(([key, object]) => !isDeepStrictEqual(cache.get(key), object));
  const extra = [...cache.keys()].filter((key) => !wanted.has(key));
  return [
    ...lacking.map(([key]) => `${name}: ${key} ${cache.has(key) ? "is not up to date" : "is missing"}`),
    ...extra.map((key) => `${name}: ${key} is gone and still there`),
  ];
}
