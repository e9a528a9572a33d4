import { join, resolve } from "node:path";
import { Command } from "commander";
import { makeFolder } from "../../disk/make-folder.ts";
import { writePrivate } from "../../disk/private-files.ts";
import { print } from "../terminal.ts";

/** Programs that replace those of the reference, by their names. */
const STAND_INS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  "kube-apiserver": async (args) => (await import("../envtest/kube-apiserver.ts")).kubeApiserver(args),
  etcd: async (args) => (await import("../envtest/etcd.ts")).etcd(args),
};

/** `sallyport envtest DIR`: executables with which controller-runtime's envtest starts this server. */
export function envtestCommand(): Command {
  return new Command("envtest")
    .description(
      "Write the programs kube-apiserver, etcd and kubectl into a folder. With them, controller-runtime's envtest starts this server (docs/envtest.md).",
    )
    .argument("<dir>", "folder for the programs")
    .action(write);
}

/**
 * Commands that the executables run. Their flags are the flags of the reference, not ours, and are passed on
 * unchanged.
 */
export function standInCommands(): Command[] {
  return Object.entries(STAND_INS).map(([name, run]) =>
    new Command(`stand-in-${name}`)
      .helpOption(false)
      .allowUnknownOption()
      .argument("[args...]")
      .action((args: string[]) => run(args)),
  );
}

async function write(dir: string): Promise<void> {
  const folder = resolve(dir);
  makeFolder(folder, 0o755);
  const main = process.argv[1] ?? "";
  for (const name of Object.keys(STAND_INS)) {
    const script = `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(main)} stand-in-${name} -- "$@"\n`;
    await writePrivate(join(folder, name), script, 0o755);
  }
  await writePrivate(join(folder, "kubectl"), KUBECTL, 0o755);
  print(`Wrote kube-apiserver, etcd and kubectl. Test environments find them by

  export KUBEBUILDER_ASSETS=${folder}
`);
}

/** The next kubectl on PATH: a program of its own would not be the one whose output tests expect. */
const KUBECTL = `#!/bin/sh
IFS=:
for dir in $PATH; do
  if [ -x "$dir/kubectl" ] && ! [ "$dir/kubectl" -ef "$0" ]; then exec "$dir/kubectl" "$@"; fi
done
echo "kubectl is not on PATH: install it (https://kubernetes.io/docs/tasks/tools/)" >&2
exit 127
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
