import { HTTP1 } from "./http1.ts";
import { HTTP2 } from "./http2.ts";
import { WEBHOOKS } from "./webhooks.ts";
import type { WireBorder } from "./wire-border.ts";

/** Everything that is read from sockets, by a server in a process of its own. */
export const WIRE_BORDERS: readonly WireBorder[] = [HTTP1, HTTP2, WEBHOOKS];
