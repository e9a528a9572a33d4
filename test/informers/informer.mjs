const keyOf = ({ metadata }) => `${metadata.namespace}/${metadata.name}`;

/** Items of a list have neither kind nor version. */
export const plain = ({ kind: _kind, apiVersion: _version, ...object }) => object;

class Gone extends Error {}

/**
 * Keeps a copy of the objects under a path, as clients do: by a list (in pages) and a watch from its revision; or,
 * with `streams`, by a watch that begins with the existing objects. After a break it continues from the last revision
 * that it received; after a 410 it lists again. Reports events that do not match its copy.
 */
export function startInformer({ name, path, selector, streams, transport }) {
  let cache = new Map();
  let revision;
  let stopped = false;
  const counts = { events: 0, watches: 0, lists: 0, gone: 0 };
  const problems = [];
  const query = selector === undefined ? "" : `&labelSelector=${encodeURIComponent(selector)}`;

  const run = async () => {
    while (!stopped) {
      try {
        if (revision !== undefined) await watch(`resourceVersion=${revision}`);
        else if (streams) await watchList();
        else await list();
      } catch (error) {
        if (error instanceof Gone) {
          counts.gone++;
          revision = undefined;
        } else await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 40));
      }
    }
  };

  async function list() {
    counts.lists++;
    const found = new Map();
    let next = "";
    do {
      const { metadata, items } = await page(next);
      for (const item of items) found.set(keyOf(item), plain(item));
      next = metadata.continue ?? "";
      if (next === "") {
        cache = found;
        revision = metadata.resourceVersion;
      }
    } while (next !== "");
  }

  async function page(next) {
    let text = "";
    const from = next === "" ? "" : `&continue=${encodeURIComponent(next)}`;
    const status = await transport.get(`${path}?limit=100${query}${from}`, (piece) => {
      text += piece;
    });
    if (status === 410) throw new Gone();
    if (status !== 200) throw new Error(`list answered ${status}`);
    return JSON.parse(text);
  }

  /** The existing objects arrive as events. They replace the copy when the bookmark after them has arrived. */
  async function watchList() {
    counts.lists++;
    const initial = new Map();
    await watch("sendInitialEvents=true&resourceVersionMatch=NotOlderThan", initial);
  }

  async function watch(from, initial) {
    counts.watches++;
    let rest = "";
    let gone = false;
    let filling = initial;
    const status = await transport.get(
      `${path}?watch=1&allowWatchBookmarks=true&${from}${query}`,
      (piece, code) => {
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        if (code !== 200) return;
        for (const line of lines) {
          const event = JSON.parse(line);
          if (event.type === "ERROR") gone ||= event.object.code === 410;
          else if (filling === undefined) apply(event);
          else if (fill(filling, event)) filling = undefined;
        }
      },
    );
    if (gone || status === 410) throw new Gone();
    if (status !== 200) throw new Error(`watch answered ${status}`);
  }

  /** Returns true for the bookmark at the end of the existing objects. */
  function fill(into, { type, object }) {
    if (type === "ADDED") into.set(keyOf(object), plain(object));
    if (type !== "BOOKMARK") return false;
    if (object.metadata.annotations?.["k8s.io/initial-events-end"] !== "true") return false;
    cache = into;
    revision = object.metadata.resourceVersion;
    return true;
  }

  function apply({ type, object }) {
    counts.events++;
    const next = object.metadata.resourceVersion;
    if (Number(next) < Number(revision) || (type !== "BOOKMARK" && next === revision))
      problems.push(`${name}: revision ${next} after ${revision}`);
    revision = next;
    if (type === "BOOKMARK") return;
    const key = keyOf(object);
    if (cache.has(key) === (type === "ADDED"))
      problems.push(`${name}: ${type} ${key} at ${next}, which is ${cache.has(key) ? "" : "not "}there`);
    if (type === "DELETED") cache.delete(key);
    else cache.set(key, plain(object));
  }

  const ended = run();
  return {
    name,
    path,
    selector,
    counts,
    problems,
    get cache() {
      return cache;
    },
    breakOff: () => transport.breakOff(),
    async stop() {
      stopped = true;
      transport.close();
      await ended;
    },
  };
}
