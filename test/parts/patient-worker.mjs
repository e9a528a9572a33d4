// Loaded by the workers of vitest before it. They ask its main process for each module and tell it of each test, and fail when it
// does not answer within a minute; on a busy machine it may take longer. Here they wait until it answers: the time of a whole run
// has a limit of its own (scripts/parts/run.mjs).
const GIVES_UP_MS = 60_000;
const NEVER_MS = 2 ** 31 - 1;

const { setTimeout } = globalThis;
const isOfVitest = () => /\/vitest\/dist\//.test(new Error().stack?.split("\n")[3] ?? "");
const patient = (act, ms, ...more) =>
  setTimeout(act, ms === GIVES_UP_MS && isOfVitest() ? NEVER_MS : ms, ...more);
// Among them what `promisify` makes of it.
globalThis.setTimeout = Object.defineProperties(patient, Object.getOwnPropertyDescriptors(setTimeout));
