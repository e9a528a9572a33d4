import { request } from "node:https";

const RETRY_MS = 500;

/** The part of a ControllerHost that fake nodes need, over the API of any server. `kinds`: paths of the lists to watch. */
export function remoteHost({ url, token, agent, kinds }) {
  const handle = async (asked) => {
    const path = asked.rawQuery === "" ? asked.path : `${asked.path}?${asked.rawQuery}`;
    const headers = { ...asked.headers };
    const groups = asked.headerValues("impersonate-group");
    if (groups.length > 0) headers["impersonate-group"] = [...groups];
    delete headers.host;
    const body = Buffer.from(await asked.body(Number.MAX_SAFE_INTEGER));
    const answer = await send(`${url}${path}`, { method: asked.method, headers, agent }, body);
    return { status: answer.statusCode, headers: {}, body: await textOf(answer) };
  };
  const stopping = new AbortController();
  const observe = async (listener) => {
    const filled = Object.entries(kinds).map(
      ([kind, path]) =>
        new Promise((resolve) => {
          void follow({ url, token, agent, kind, path, listener, filled: resolve, signal: stopping.signal });
        }),
    );
    return { stop: () => stopping.abort(), complete: Promise.all(filled).then(() => {}) };
  };
  return { handle, token, observe, now: Date.now };
}

function send(url, options, body) {
  return new Promise((resolve, reject) => {
    const { method } = options;
    const length = body?.length ? { "content-length": body.length } : {};
    const sent = request(url, { ...options, method, headers: { ...options.headers, ...length } }, resolve);
    sent.on("error", reject).end(body);
  });
}

async function textOf(answer) {
  let text = "";
  for await (const piece of answer.setEncoding("utf8")) text += piece;
  return text;
}

/** Lists and watches one kind until the signal is aborted. Lists again after a watch has ended. */
async function follow(about) {
  const { filled, signal } = about;
  let known = new Map();
  while (!signal.aborted) {
    try {
      known = await followOnce(about, known);
    } catch (error) {
      if (!signal.aborted) console.error(`watch of ${about.path}: ${error.message}`);
    }
    filled();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function followOnce({ url, token, agent, kind, path, listener, filled, signal }, before) {
  const options = { headers: { authorization: `Bearer ${token}` }, agent, signal };
  const list = JSON.parse(await textOf(await send(`${url}${path}`, options)));
  const [apiVersion, name] = [kind.split("/").slice(0, -1).join("/"), kind.split("/").at(-1)];
  const told = (object, deleted) =>
    listener({ object: { apiVersion, kind: name, ...object }, kind, deleted, name: object.metadata.name });
  const known = new Map(list.items.map((object) => [object.metadata.uid, object]));
  for (const [uid, object] of before) if (!known.has(uid)) told(object, true);
  for (const object of known.values()) told(object, false);
  filled();
  const query = `?watch=true&resourceVersion=${list.metadata.resourceVersion}`;
  const watch = await send(`${url}${path}${query}`, options);
  let rest = "";
  for await (const piece of watch.setEncoding("utf8")) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const { type, object } of lines.map((line) => JSON.parse(line))) {
      if (type === "ERROR") return known;
      if (type === "DELETED") known.delete(object.metadata.uid);
      else known.set(object.metadata.uid, object);
      told(object, type === "DELETED");
    }
  }
  return known;
}
