// npm run compare -- versions OLDER NEWER [--topic T]... [--without T]... [--only SCENARIO] [--done FILE] [-o FILE]
// Prints what changed between two versions of kube-apiserver, as a work list in Markdown: OLDER and NEWER are folders
// with a built kube-apiserver. --done names a file with the entries that are done or that have a reason, for example
// tools/versions/done/1.37.json. Exit status 1 while entries are open. Needs etcd (tools/versions/README.md).

import { runBundle } from "../parts/build/run-bundle.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";

helpIfAsked(import.meta.filename);
await runBundle("versions", "tools/versions/main.ts", ["--dist", "none", ...process.argv.slice(2)]);
