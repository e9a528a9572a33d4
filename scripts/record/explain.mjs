// npm run record -- explain [--only TEXT]
// Plays the set-ups of test/explain/corpus on kube-apiserver: is who is called, who refuses and what mends it as their
// labels say? Needs kube-apiserver and etcd (tools/differential/README.md). Exit status 1 when a label is wrong.

import { runWithReference } from "../compare/parts/run-with-reference.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("explain:corpus", "explain-corpus", "test/explain/reference/main.ts");
