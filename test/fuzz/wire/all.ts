import { HTTP1 } from "./http1.ts";
import { HTTP2 } from "./http2.ts";
import { WEBHOOKS } from "./webhooks.ts";
import type { WireBorder } from "./wire-border.ts";

/** Data that a server in another process reads from sockets. */
export const WIRE_BORDERS: readonly WireBorder[] = [HTTP1, HTTP2, WEBHOOKS];
