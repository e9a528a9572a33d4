// npm run stress -- fuzz [--minutes N] [--inputs N] [--seed S] [--border A,B] [--keep DIR] [--dist DIR]
// Random and malformed inputs for everything that reads bytes of clients, webhooks, operators and the store. Fails when
// one throws what it should not, breaks a promise, or takes long. `--keep test/fuzz/failed` makes tests of failures.
// The borders http1, http2 and webhooks are sockets of a server in a process of its own: it must continue, in time, with
// bounded memory, and store nothing that it must not.

import { runBundle } from "../parts/build/run-bundle.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

helpIfAsked(import.meta.filename);
await runBundle("fuzz", "test/fuzz/main.ts", process.argv.slice(2), ROOT);
