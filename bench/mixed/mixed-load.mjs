// A process of its own that sends requests of many kinds, as clients of a busy cluster do, on order of its parent.
import { Agent, request } from "node:https";
import { TOKEN } from "../../test/process/start-server.mjs";

const CLIENTS = 16;
const NAMES = 150;
const NAMESPACE = "/api/v1/namespaces/mixed";
const CONFIG_MAPS = `${NAMESPACE}/configmaps`;
/** Answers that mixed requests bring about among themselves: an object is there already, is gone, or was changed. */
const USUAL = [404, 409];

const agent = new Agent({ keepAlive: true, maxSockets: 2 * CLIENTS });
let target;
let isOn = false;
let times = new Map();
let failures = new Map();
let clients = [];

process.on("message", async ({ start, stop }) => {
  if (start !== undefined) {
    target = start;
    isOn = true;
    clients = Array.from({ length: CLIENTS }, (_, i) => client(i));
  }
  if (stop) {
    isOn = false;
    await Promise.all(clients);
    agent.destroy();
  }
  process.send({ times: Object.fromEntries(times), failures: Object.fromEntries(failures) });
  times = new Map();
  failures = new Map();
});

const below = (limit) => Math.floor(Math.random() * limit);

/** Kinds of requests with their share in percent. */
const KINDS = [
  [25, "create", (name) => ["POST", CONFIG_MAPS, configMap(name)]],
  [20, "update", (name) => ["PUT", `${CONFIG_MAPS}/${name}`, configMap(name)]],
  [15, "merge patch", (name) => patch(name, "merge-patch+json", { data: { z: String(below(1e9)) } })],
  [
    8,
    "apply",
    (name) => patch(`${name}?fieldManager=m${below(3)}&force=true`, "apply-patch+yaml", bare(name)),
  ],
  [12, "delete", (name) => ["DELETE", `${CONFIG_MAPS}/${name}`]],
  [10, "get", (name) => ["GET", `${CONFIG_MAPS}/${name}`]],
  [4, "list by label", () => ["GET", `${CONFIG_MAPS}?labelSelector=l%3Dv${below(5)}`]],
  [2, "list", () => ["GET", `${CONFIG_MAPS}?limit=500`]],
  [2, "token", () => ["POST", `${NAMESPACE}/serviceaccounts/default/token`, tokenRequest]],
  [
    2,
    "watch",
    () => ["GET", `${CONFIG_MAPS}?watch=true&timeoutSeconds=${2 + below(10)}&labelSelector=l%3Dv${below(5)}`],
  ],
];

const tokenRequest = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
const bare = (name) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  // The mutating webhook adds a label to those that are there.
  metadata: { name, labels: { l: "v0" } },
  data: { a: String(below(1e9)) },
});

function configMap(name) {
  const metadata = { name, labels: { l: `v${below(5)}` } };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata,
    data: { x: "y".repeat(below(4000)), t: String(Date.now()) },
  };
}

const patch = (path, type, body) => ["PATCH", `${CONFIG_MAPS}/${path}`, body, `application/${type}`];

async function client(number) {
  while (isOn) {
    const [kind, order] = pick();
    const sent = call(kind, order(`c${number}-${below(NAMES)}`));
    // A watch ends by itself, and its client sends other requests meanwhile.
    if (kind !== "watch") await sent;
  }
}

function pick() {
  let left = below(100);
  for (const [share, kind, order] of KINDS) {
    left -= share;
    if (left < 0) return [kind, order];
  }
  throw new Error("the shares are less than 100 percent");
}

async function call(kind, [method, path, body, type = "application/json"]) {
  const startedAt = performance.now();
  const status = await send(kind === "watch", method, path, body, type);
  if (kind !== "watch") {
    if (!times.has(kind)) times.set(kind, []);
    times.get(kind).push(performance.now() - startedAt);
  }
  if (typeof status === "number" && (status < 400 || USUAL.includes(status))) return;
  failures.set(`${kind}: ${status}`, (failures.get(`${kind}: ${status}`) ?? 0) + 1);
}

/** The status, or the words of an error. */
function send(isWatch, method, path, body, type) {
  const { port, ca } = target;
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": type };
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, ca, method, path, headers, agent: isWatch ? false : agent };
    const sent = request(options, (answer) => {
      answer.resume().once("close", () => resolve(answer.statusCode));
    });
    sent.once("error", ({ message }) => resolve(message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
