const NAMES_EACH = 20;
const COLLECTION = "/api/v1/namespaces/default/configmaps";

/**
 * Writers that create, replace and delete objects of their own until the connection breaks or `stopped` returns true.
 */
export function startWriters(client, ledger, count, stopped = () => false) {
  return Promise.all(Array.from({ length: count }, (_, writer) => write(client, ledger, writer, stopped)));
}

async function write(client, ledger, writer, stopped) {
  for (let round = Math.floor(Math.random() * NAMES_EACH); !stopped(); round++) {
    const name = `kept-${writer}-${round % NAMES_EACH}`;
    try {
      await change(client, ledger, name, round);
    } catch (error) {
      if (error.unexpected) throw error;
      return;
    }
  }
}

async function change(client, ledger, name, round) {
  const current = ledger.current(name);
  if (current !== null && round % 5 === 0) return erase(client, ledger, name);
  const number = String(Math.floor(Math.random() * 1e9)).padStart(9, "0");
  const state = { number, text: number.repeat(100 + (round % 100)) };
  ledger.intend(name, state);
  const { status, body } =
    current === null
      ? await client.send("POST", COLLECTION, configMap(name, state))
      : await client.send("PUT", `${COLLECTION}/${name}`, configMap(name, state, String(current.revision)));
  if (status !== 200 && status !== 201) throw unexpected(name, status, body);
  const revision = Number(body.metadata.resourceVersion);
  if (current !== null && revision <= current.revision) throw unexpected(name, status, body);
  ledger.acknowledge(name, { ...state, uid: body.metadata.uid, revision }, revision);
}

async function erase(client, ledger, name) {
  ledger.intend(name, null);
  const { status, body } = await client.send("DELETE", `${COLLECTION}/${name}`);
  if (status !== 200) throw unexpected(name, status, body);
  ledger.acknowledge(name, null, 0);
}

function configMap(name, { number, text }, resourceVersion) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, resourceVersion }, data: { number, text } };
}

function unexpected(name, status, body) {
  const error = new Error(`${name}: answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return Object.assign(error, { unexpected: true });
}

/** All objects of the writers that the server has, read through the API, and the revision of the list. */
export async function readBack(client) {
  const { status, body } = await client.send("GET", COLLECTION);
  if (status !== 200) throw unexpected("list", status, body);
  const items = body.items.filter(({ metadata }) => metadata.name.startsWith("kept-"));
  return { items, revision: Number(body.metadata.resourceVersion) };
}
