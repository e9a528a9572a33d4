// npm run compare -- vary [--seed S] [--of golden|golden-api] [--topic A,B] [--only REGEX] [--recordings DIR] [--dist DIR]
// Changes the requests of ../shared/golden-api at random (of `golden`, also what webhooks answer), sends them to
// kube-apiserver and to this server, and prints what differs. About two minutes. Needs kube-apiserver and etcd
// (tools/differential/README.md). Exit status 1 when steps differ.
import { helpIfAsked } from "../parts/read-flags.mjs";
import { runWithReference } from "./parts/run-with-reference.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("vary", "vary-recordings", "test/recordings-varied/main.ts");
