export const NAMESPACE = "chaos";
const PATH = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const WORDS_PER_OBJECT = 20;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Writers that add words, one after the other, to objects of their own. Each sends every request to another server,
 * and records the responses: an acknowledged word must be stored once, a refused one must not be stored, and one
 * without a response may or may not be. A full object is deleted or left unchanged.
 */
export function startWriters(replicas, count) {
  const counts = { acknowledged: 0, unanswered: 0, refused: 0 };
  const writers = Array.from({ length: count }, (_, n) => new Writer(n, replicas, counts));
  const ended = writers.map((writer) => writer.run());
  return {
    counts,
    /** `{ name, created, removed, words: Map(word → acknowledged | refused | unanswered), refusals: Map(word → text) }` of all objects. */
    journals: () => writers.flatMap(({ journals }) => journals),
    /**
     * `{ startedAt, replica, name, judgedBy }` of all acknowledged writes, and of creations without a response. For
     * the latter, the object has the configuration that judged it, if it exists.
     */
    judged: () => writers.flatMap(({ judged }) => judged),
    async stop() {
      for (const writer of writers) writer.stopped = true;
      await Promise.all(ended);
    },
  };
}

class Writer {
  stopped = false;
  journals = [];
  judged = [];
  #n;
  #replicas;
  #counts;
  #words = 0;

  constructor(n, replicas, counts) {
    this.#n = n;
    this.#replicas = replicas;
    this.#counts = counts;
  }

  async run() {
    while (!this.stopped) await this.#fillOne();
  }

  async #fillOne() {
    const name = `w${this.#n}-${this.journals.length}`;
    const journal = {
      name,
      created: "unanswered",
      removed: undefined,
      words: new Map(),
      refusals: new Map(),
    };
    this.journals.push(journal);
    const object = { metadata: { name, labels: { writer: String(this.#n) } }, data: { words: "" } };
    const made = await this.#send("POST", PATH, object, name);
    journal.created = made.outcome;
    let current = made.outcome === "acknowledged" ? made.body : undefined;
    while (current !== undefined && !this.stopped && journal.words.size < WORDS_PER_OBJECT)
      current = await this.#add(journal, current);
    if (current !== undefined && Math.random() < 0.5) await this.#remove(journal, current);
    await pause(Math.random() * 50);
  }

  /** The current object; undefined if there is none. */
  async #add(journal, current) {
    const word = `${this.#n}.${this.#words++}`;
    const next = { ...current, data: { words: `${current.data.words} ${word}` } };
    const { outcome, body } = await this.#send("PUT", `${PATH}/${journal.name}`, next, journal.name);
    journal.words.set(word, outcome);
    if (outcome === "refused") journal.refusals.set(word, body?.message ?? String(body));
    await pause(Math.random() * 50);
    return outcome === "acknowledged" ? body : this.#read(journal.name);
  }

  async #remove(journal, { metadata }) {
    const preconditions = { resourceVersion: metadata.resourceVersion };
    const body = { kind: "DeleteOptions", apiVersion: "v1", preconditions };
    journal.removed = (await this.#send("DELETE", `${PATH}/${journal.name}`, body)).outcome;
  }

  /** Reads until a server responds. */
  async #read(name) {
    for (;;) {
      const { status, body } = await this.#any()
        .client.send("GET", `${PATH}/${name}`)
        .catch(() => ({ status: 0 }));
      if (status === 200) return body;
      if (status === 404) return undefined;
      await pause(100);
    }
  }

  /** `judged`: the object with a label of the configuration that judged the write; none for a deletion. */
  async #send(method, path, content, judged) {
    const replica = this.#any();
    const startedAt = performance.now();
    const { status, body } = await replica.client.send(method, path, content).catch(() => ({ status: 0 }));
    const outcome = outcomeOf(status);
    this.#counts[outcome]++;
    const write = { startedAt, replica: replica.n, name: judged };
    if (outcome === "acknowledged" && judged !== undefined)
      this.judged.push({ ...write, judgedBy: judgedBy(body) });
    if (outcome === "unanswered" && method === "POST") this.judged.push(write);
    if (outcome === "unanswered") await pause(100);
    return { outcome, body };
  }

  #any() {
    return this.#replicas[Math.floor(Math.random() * this.#replicas.length)];
  }
}

/** The version of the configuration that judged the last write of an object. */
export const judgedBy = ({ metadata }) => Number(metadata.labels?.["judged-by"] ?? 0);

/** A server that responds with 409 or 404 has not written; 500 and 504 may follow a completed write. */
function outcomeOf(status) {
  if (status === 200 || status === 201) return "acknowledged";
  return status >= 400 && status < 500 ? "refused" : "unanswered";
}
