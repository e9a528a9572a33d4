// npm run record -- kinds [--only KIND] [--bytes N] [--dist DIR]
// Asks kube-apiserver about every built-in kind, and keeps what it answers in test/kinds/recorded/, where this server
// answers the same. Needs kube-apiserver and etcd (tools/differential/README.md).

import { runWithReference } from "../compare/parts/run-with-reference.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("record:kinds", "record-kinds", "test/kinds/record.ts");
