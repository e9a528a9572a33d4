import { newestEtcd } from "../../../test/process/etcd.mjs";
import { hasReference } from "../../../test/process/reference.mjs";
import { runBundle } from "../../parts/build/run-bundle.mjs";

/** Runs a bundle as `runBundle` does, if kube-apiserver is there; otherwise prints that it is missing, with the name of the command. */
export async function runWithReference(command, name, entry) {
  const args = process.argv.slice(2);
  if (!hasReference() || newestEtcd() === undefined) {
    console.log(
      `${command}: skipped: kube-apiserver and etcd are not built here (tools/differential/README.md)`,
    );
    process.exit(args.length === 0 ? 0 : 1);
  }
  await runBundle(name, entry, args);
}
