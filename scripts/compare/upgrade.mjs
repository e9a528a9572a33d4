// npm run compare -- upgrade [--requests N] [--seed S] [--bin DIR] [--newer DIR] [--from 1.36] [--to 1.37] [--emulated]
// Asks kube-apiserver 1.36 2,000 mixed requests, a part of them about what 1.37 changes, records them from its audit log,
// rehearses the upgrade to 1.37, and asks kube-apiserver 1.37 the same: exactly the requests that change must be reported.
// --bin and --newer: the folders of both (default: ~/.cache/sallyport-oracle and ~/.cache/sallyport-oracle-1.37).
// --emulated: the newer one with --emulated-version in the place of the older one. Needs both, and etcd
// (tools/differential/README.md).
import { helpIfAsked } from "../parts/read-flags.mjs";
import { runWithReference } from "./parts/run-with-reference.mjs";

helpIfAsked(import.meta.filename);
await runWithReference("upgrade:reference", "upgrade-reference", "test/upgrade/main.ts");
