// npm run compare -- replay [--requests N] [--seed S] [--only TEXT]
// Asks kube-apiserver 2,000 mixed requests, records them from its audit log, and replays them: under the same
// configurations nothing may change; under each of 20 planted changes just the requests that kube-apiserver, asked again
// with the change, decides differently. Needs kube-apiserver and etcd (tools/differential/README.md).
import { helpIfAsked } from "../parts/read-flags.mjs";
import { runWithReference } from "./parts/run-with-reference.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("replay:reference", "replay-reference", "test/replay/main.ts");
