// Loaded by vitest's workers before vitest. They request each module from vitest's main process and report each test
// to it. They fail if it does not respond within a minute, which can be too short on a busy machine. With this file
// they wait until it responds. The time of a whole run has its own limit (scripts/parts/run.mjs).
const GIVES_UP_MS = 60_000;
const NEVER_MS = 2 ** 31 - 1;

const { setTimeout } = globalThis;
/** The function that birpc, which vitest contains, calls then. A stack would be a surer sign, and takes 20 times as long. */
const givesUp = (act) => String(act).includes("onTimeoutError");
const patient = (act, ms, ...more) =>
  setTimeout(act, ms === GIVES_UP_MS && givesUp(act) ? NEVER_MS : ms, ...more);
// Properties of the function, such as the one for `promisify`.
globalThis.setTimeout = Object.defineProperties(patient, Object.getOwnPropertyDescriptors(setTimeout));
