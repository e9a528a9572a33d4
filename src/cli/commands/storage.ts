import { Command } from "commander";
import { type Options, output, required, withDefault, withOptions } from "../options.ts";
import type { CheckFlags } from "../storage/run-check.ts";
import type { CopyFlags } from "../storage/run-copy.ts";
import type { SalvageFlags } from "../storage/run-salvage.ts";
import type { RestoreFlags, SnapshotFlags } from "../storage/run-snapshot.ts";
import { print, SCREEN } from "../terminal.ts";

/** `sallyport storage`: what is done to stores beside the servers that work on them. */
export function storageCommand(): Command {
  return new Command("storage")
    .description("Copy, check, back up and restore the stored objects of a server (docs/operations.md).")
    .addCommand(copyCommand())
    .addCommand(checkCommand())
    .addCommand(snapshotCommand())
    .addCommand(restoreCommand())
    .addCommand(salvageCommand());
}

const PLACES = `
Places:
  lmdb:DIR             a data folder, as in serve --data-dir; lmdb: may be left out if DIR exists
  etcd:URL[,URL...]    etcd, below --etcd-prefix
  snapshot:FILE        output of \`sallyport storage snapshot\`, for reading only
`;

/**
 * Default for the number of skipped revisions, as etcd's own tools recommend: it exceeds the number of writes
 * between a backup and its restoration.
 */
const BUMP = "1000000000";

const BUMP_REVISION: Options = {
  "--bump-revision <number>": withDefault(
    "number that is added to the copied revision of a data folder, so that new revisions are higher than those that clients have",
    BUMP,
  ),
};

const ETCD: Options = {
  "--etcd-cafile <file>": "certificate authorities of etcd, PEM",
  "--etcd-certfile <file>": "client certificate for etcd, PEM; needs --etcd-keyfile",
  "--etcd-keyfile <file>": "its key, PEM",
  "--etcd-prefix <path>": withDefault("prefix of all keys in etcd", "/registry"),
};

const ENCRYPTION: Options = {
  "--encryption-provider-config <file>":
    "EncryptionConfiguration of the server: encrypted objects are decrypted, and written with its keys",
};

function copyCommand(): Command {
  const command = new Command("copy").description(
    "Copy all objects from one store to another, read them again, and compare.",
  );
  return withOptions(command, {
    "--from <place>": required("store to copy; the command only reads it, and a server may use it meanwhile"),
    "--to <place>": required("store to write to; no server may use it"),
    "--overwrite": "replace the content of the target; the old store of a folder is renamed, not deleted",
    ...BUMP_REVISION,
    ...ENCRYPTION,
    ...ETCD,
    "--from-etcd-cafile <file>": "--etcd-cafile for the source, if it differs",
    "--from-etcd-certfile <file>": "--etcd-certfile for the source, if it differs",
    "--from-etcd-keyfile <file>": "--etcd-keyfile for the source, if it differs",
    "--from-etcd-prefix <path>": "--etcd-prefix for the source, if it differs",
  })
    .addHelpText(
      "after",
      `${PLACES}
To continue an interrupted copy, run the same command again.

  sallyport storage copy --from lmdb:.sallyport --to etcd:http://127.0.0.1:2379
  sallyport storage copy --from etcd:https://a:2379,https://b:2379 --etcd-cafile ca.crt --to lmdb:./data`,
    )
    .action(async (flags: CopyFlags) => {
      const { runCopy } = await import("../storage/run-copy.ts");
      print(await runCopy(flags, SCREEN));
    });
}

function checkCommand(): Command {
  const command = new Command("check")
    .description("Read all objects in a store, and report what is wrong.")
    .argument("<place>", "store to check; the command only reads it, and a server may use it meanwhile");
  return withOptions(command, { ...output(["text", "json"]), ...ENCRYPTION, ...ETCD })
    .addHelpText("after", `${PLACES}\nExit status: 0 the store is sound; 1 something is wrong.`)
    .action(async (place: string, flags: CheckFlags) => {
      const { runCheck } = await import("../storage/run-check.ts");
      const { text, isWell } = await runCheck(place, flags, SCREEN);
      print(text);
      if (!isWell) process.exitCode = 1;
    });
}

function snapshotCommand(): Command {
  const command = new Command("snapshot").description(
    "Write the content of a data folder to one file. A server may use the folder meanwhile.",
  );
  return withOptions(command, {
    "--data-dir <dir>": withDefault("the data folder", ".sallyport"),
    "--output <file>": required("file to write; it appears when it is complete"),
    "--overwrite": "replace an existing file",
  })
    .addHelpText(
      "after",
      `
The file has all objects of one moment, also Secrets. It includes each write that was answered before the command began.
It has no certificates and keys: back up DATA-DIR/certs too, once.

  sallyport storage snapshot --data-dir .sallyport --output backup-$(date +%F).snapshot
  sallyport storage check snapshot:backup-2026-07-01.snapshot`,
    )
    .action(async (flags: SnapshotFlags) => {
      const { runSnapshot } = await import("../storage/run-snapshot.ts");
      print(await runSnapshot(flags, SCREEN));
    });
}

function restoreCommand(): Command {
  const command = new Command("restore")
    .description("Replace the store of a data folder by a snapshot. No server may use the folder.")
    .argument("<file>", "output of `sallyport storage snapshot`");
  return withOptions(command, {
    "--data-dir <dir>": withDefault("the data folder", ".sallyport"),
    "--overwrite": "replace an existing store; it is renamed, not deleted, when the new one is complete",
    ...BUMP_REVISION,
  })
    .addHelpText(
      "after",
      `
Stop the server first. Watches end, and clients list again. Objects keep their resourceVersions.

  sallyport storage restore backup-2026-07-01.snapshot --data-dir .sallyport --overwrite`,
    )
    .action(async (file: string, flags: RestoreFlags) => {
      const { runRestore } = await import("../storage/run-snapshot.ts");
      print(await runRestore(file, flags, SCREEN));
    });
}

function salvageCommand(): Command {
  const command = new Command("salvage")
    .description(
      "Write the readable objects of a damaged data folder to a snapshot, and report what is lost.",
    )
    .argument("<dir>", "data folder; the command only reads it, and no server may use it")
    .argument("<file>", "snapshot to write; it appears when it is complete");
  return withOptions(command, {
    "--overwrite": "replace an existing file",
    "--no-older-copies":
      "leave out objects whose current version is lost, even if an older version is readable",
  })
    .addHelpText(
      "after",
      `
  sallyport storage check .sallyport
  sallyport storage salvage .sallyport rest.snapshot
  sallyport storage restore rest.snapshot --data-dir .sallyport --overwrite`,
    )
    .action(async (folder: string, file: string, flags: SalvageFlags) => {
      const { runSalvage } = await import("../storage/run-salvage.ts");
      print(await runSalvage(folder, file, flags, SCREEN));
    });
}
