import { BODIES } from "./kinds/bodies.mjs";
import { CONNECTIONS } from "./kinds/connections.mjs";
import { HEADS } from "./kinds/heads.mjs";
import { READING } from "./kinds/reading.mjs";
import { WEBHOOKS } from "./kinds/webhooks.mjs";

/** Hostile clients by what they do: functions of the server, which go on until their process is killed. */
export const KINDS = {
  "nobody, to compare": () => {},
  ...CONNECTIONS,
  ...HEADS,
  ...BODIES,
  ...READING,
  ...WEBHOOKS,
};
