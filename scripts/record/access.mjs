// npm run record -- access [--only TEXT]
// Starts kube-apiserver with files of authentication and authorization, right and wrong ones, and keeps what it says in
// test/access/recorded.json, where this server says the same. Needs kube-apiserver and etcd (tools/differential/README.md).

import { runWithReference } from "../compare/parts/run-with-reference.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("record:access", "record-access", "test/access/record.ts");
