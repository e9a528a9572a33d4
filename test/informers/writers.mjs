const NAMES = 300;
const NAMESPACES = ["one", "two"];
const TIERS = ["a", "b", "c"];

/** Paths that the informers watch. */
export const NAMESPACE_NAMES = NAMESPACES;

/**
 * Creates, changes and deletes ConfigMaps and Secrets at a steady rate until it is stopped. `send` may fail while the
 * server is unavailable: no check depends on the result of a write, because the final list is compared.
 */
export function startWriters(send, perSecond) {
  const startedAt = performance.now();
  let begun = 0;
  let done = 0;
  const underWay = new Set();
  const problems = [];
  const busy = new Set();
  const there = new Set();
  const write = async () => {
    const { known, method, path, body } = randomWrite(begun, there);
    if (busy.has(known)) return;
    busy.add(known);
    try {
      const { status } = await send(method, path, body);
      if (![200, 201, 404, 409].includes(status)) problems.push(`${method} ${path} answered ${status}`);
      if (status < 300) done++;
      if (method === "DELETE" || status === 404) there.delete(known);
      else there.add(known);
    } catch {
      // The server is restarting. The next write of this object finds out if this one was done.
    } finally {
      busy.delete(known);
    }
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - begun;
    for (let i = 0; i < due; i++) {
      begun++;
      if (underWay.size > 200) continue;
      const one = write();
      underWay.add(one);
      void one.then(() => underWay.delete(one));
    }
  }, 5);
  return {
    problems,
    /** Waits for writes in progress. Returns the number of writes that the server has done. */
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return done;
    },
  };
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

function randomWrite(count, there) {
  const resource = pick(["configmaps", "secrets"]);
  const namespace = pick(NAMESPACES);
  const name = `n-${Math.floor(Math.random() * NAMES)}`;
  const path = `/api/v1/namespaces/${namespace}/${resource}`;
  const known = `${path}/${name}`;
  const data = { count: resource === "secrets" ? btoa(String(count)) : String(count) };
  const body = { metadata: { name, namespace, labels: { tier: pick(TIERS) } }, data };
  if (!there.has(known)) return { known, method: "POST", path, body };
  if (Math.random() < 0.3) return { known, method: "DELETE", path: known };
  return { known, method: "PUT", path: known, body };
}
