// npm run record -- versions [--version V] [--only SCENARIO] [--dist DIR]
// Sends the scenarios about emulated versions to kube-apiserver, keeps its answers in test/versions/recorded/, and prints where this
// server answers something else. Needs kube-apiserver and etcd (tools/differential/README.md).

import { runWithReference } from "../compare/parts/run-with-reference.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("record:versions", "record-versions", "test/versions/record.ts");
