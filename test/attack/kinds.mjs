import { BODIES } from "./kinds/bodies.mjs";
import { CONNECTIONS } from "./kinds/connections.mjs";
import { FRAMES } from "./kinds/frames.mjs";
import { HANDSHAKES } from "./kinds/handshakes.mjs";
import { HEADS } from "./kinds/heads.mjs";
import { READING } from "./kinds/reading.mjs";
import { RECORDS } from "./kinds/records.mjs";
import { WEB_SOCKETS } from "./kinds/web-sockets.mjs";
import { WEBHOOKS } from "./kinds/webhooks.mjs";

/** Hostile clients by name. Each is a function of the server that runs until its process is killed. */
export const KINDS = {
  "nobody, to compare": () => {},
  ...CONNECTIONS,
  ...FRAMES,
  ...HANDSHAKES,
  ...RECORDS,
  ...HEADS,
  ...BODIES,
  ...READING,
  ...WEB_SOCKETS,
  ...WEBHOOKS,
};
