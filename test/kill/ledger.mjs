/**
 * Possible contents of a store from the writer's point of view: for each name, the state that was acknowledged last,
 * and the states that were requested since then without a response. A state is null (no such object) or the content
 * of an object.
 */
export function createLedger() {
  const names = new Map();
  const of = (name) => {
    if (!names.has(name)) names.set(name, { acknowledged: null, pending: [] });
    return names.get(name);
  };
  let acknowledged = 0;
  let newest = 0;
  return {
    get acknowledged() {
      return acknowledged;
    },
    /** The newest revision in a response to the writer. */
    get newest() {
      return newest;
    },
    intend: (name, state) => void of(name).pending.push(state),
    /** `revision`: that of the answer. */
    acknowledge(name, state, revision) {
      names.set(name, { acknowledged: state, pending: [] });
      acknowledged++;
      newest = Math.max(newest, revision);
    },
    current: (name) => of(name).acknowledged,
    /** Returns problems as text. Afterwards the ledger contains the state that was found. */
    compare(items, revision) {
      const problems =
        revision < newest ? [`the store is at ${revision}, but ${newest} was acknowledged`] : [];
      const found = new Map(items.map((item) => [item.metadata.name, item]));
      for (const name of found.keys()) if (!names.has(name)) problems.push(`${name} was never asked for`);
      for (const [name, entry] of names) {
        const state = stateOf(found.get(name));
        const problem = judge(name, state, entry, revision);
        if (problem !== undefined) problems.push(problem);
        names.set(name, { acknowledged: state, pending: [] });
      }
      newest = Math.max(newest, revision);
      return problems;
    },
  };
}

function judge(name, state, { acknowledged, pending }, revision) {
  if (state !== null && !isWhole(state))
    return `${name} is half written: ${JSON.stringify(state).slice(0, 200)}`;
  if (state !== null && state.revision > revision)
    return `${name} has revision ${state.revision} beyond ${revision}`;
  if (pending.length === 0 && !sameAs(state, acknowledged, true))
    return `${name} holds ${brief(state)}, but ${brief(acknowledged)} was acknowledged`;
  if (sameAs(state, acknowledged, true) || pending.some((p) => sameAs(state, p, false))) return undefined;
  return `${name} holds ${brief(state)}, neither acknowledged nor asked for`;
}

function stateOf(item) {
  if (item === undefined) return null;
  const { metadata, data } = item;
  return {
    number: data?.number,
    text: data?.text,
    uid: metadata.uid,
    revision: Number(metadata.resourceVersion),
  };
}

/** The text repeats the number: a piece of one write in another is seen. */
const isWhole = ({ number, text }) =>
  typeof number === "string" &&
  typeof text === "string" &&
  text === number.repeat(text.length / number.length);

function sameAs(state, other, exactly) {
  if (state === null || other === null) return state === other;
  if (state.number !== other.number || state.text !== other.text) return false;
  return !exactly || (state.uid === other.uid && state.revision === other.revision);
}

const brief = (state) => (state === null ? "nothing" : `${state.number} (revision ${state.revision})`);
