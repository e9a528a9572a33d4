// npm run compare -- differential [--minutes N] [--requests N] [--seed S] [--area A,B] [--only KIND] [--keep DIR] [--dist DIR]
// Sends the same random requests to this server and to kube-apiserver, compares the answers, and makes small what
// differs. Needs kube-apiserver and etcd (tools/differential/README.md). Exit status 1 when there are new differences.
import { helpIfAsked } from "../parts/read-flags.mjs";
import { runWithReference } from "./parts/run-with-reference.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("differential", "differential", "tools/differential/main.ts");
