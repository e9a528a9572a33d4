import { Command, Option } from "commander";
import type { CheckFlags } from "../storage/run-check.ts";
import type { CopyFlags } from "../storage/run-copy.ts";
import type { SalvageFlags } from "../storage/run-salvage.ts";
import type { RestoreFlags, SnapshotFlags } from "../storage/run-snapshot.ts";

/** `sallyport storage`: what is done to stores beside the servers that work on them. */
export function storageCommand(): Command {
  return new Command("storage")
    .description("Move, check, back up and restore what a server keeps.")
    .addCommand(copyCommand())
    .addCommand(checkCommand())
    .addCommand(snapshotCommand())
    .addCommand(restoreCommand())
    .addCommand(salvageCommand());
}

const PLACES = `
Places:
  lmdb:DIR             a data folder: what serve has as --data-dir; DIR alone does where it is there
  etcd:URL[,URL...]    etcd, below --etcd-prefix
  snapshot:FILE        a file that \`sallyport storage snapshot\` has written (to read)
`;

/** As etcd's own tools recommend: more than anybody writes between a backup and its restoration. */
const BUMP = "1000000000";

const bumpOption = (): Option =>
  new Option(
    "--bump-revision <number>",
    "a data folder goes on so far above the revision it was copied at: no client has seen what comes",
  ).default(BUMP);

function withEtcd(command: Command): Command {
  return command
    .option("--etcd-cafile <file>", "authorities that vouch for etcd, PEM")
    .option("--etcd-certfile <file>", "our certificate towards etcd, PEM; needs --etcd-keyfile")
    .option("--etcd-keyfile <file>", "its key, PEM")
    .option("--etcd-prefix <path>", "what all keys in etcd begin with", "/registry");
}

function copyCommand(): Command {
  const command = new Command("copy")
    .description("Copy every object from one store to another, read it again, and compare.")
    .requiredOption("--from <place>", "what to copy; it is only read, also while a server works on it")
    .requiredOption("--to <place>", "where to; no server may work on it")
    .option("--overwrite", "what is there may go; a folder's is set aside")
    .addOption(bumpOption());
  return withEtcd(command)
    .option("--from-etcd-cafile <file>", "for --from, where both are etcd and this differs")
    .option("--from-etcd-certfile <file>", "the same")
    .option("--from-etcd-keyfile <file>", "the same")
    .option("--from-etcd-prefix <path>", "the same")
    .addHelpText(
      "after",
      `${PLACES}
A copy that was interrupted goes on when the same command is run again.

  sallyport storage copy --from lmdb:.sallyport --to etcd:http://127.0.0.1:2379
  sallyport storage copy --from etcd:https://a:2379,https://b:2379 --etcd-cafile ca.crt --to lmdb:./data`,
    )
    .action(async (flags: CopyFlags) => {
      const { runCopy } = await import("../storage/run-copy.ts");
      process.stdout.write(await runCopy(flags, process.stderr));
    });
}

function checkCommand(): Command {
  const command = new Command("check")
    .description("Read everything in a store, and say what is wrong with it.")
    .argument("<place>", "the store; it is only read, also while a server works on it")
    .addOption(
      new Option("-o, --output <form>", "how to print it").choices(["text", "json"]).default("text"),
    );
  return withEtcd(command)
    .addHelpText("after", `${PLACES}\nExit status: 0 all is well, 1 something is wrong.`)
    .action(async (place: string, flags: CheckFlags) => {
      const { runCheck } = await import("../storage/run-check.ts");
      const { text, isWell } = await runCheck(place, flags, process.stderr);
      process.stdout.write(text);
      if (!isWell) process.exitCode = 1;
    });
}

function snapshotCommand(): Command {
  return new Command("snapshot")
    .description("Write what a data folder holds into one file, also while a server works on it.")
    .option("--data-dir <dir>", "the data folder", ".sallyport")
    .requiredOption("--output <file>", "the file to write; it appears when it is complete")
    .option("--overwrite", "a file of that name may go")
    .addHelpText(
      "after",
      `
The file holds every object, Secrets too, of one moment: all that was answered before the command began.
It does not hold certificates and keys: back up DATA-DIR/certs beside it, once.

  sallyport storage snapshot --data-dir .sallyport --output backup-$(date +%F).snapshot
  sallyport storage check snapshot:backup-2026-07-01.snapshot`,
    )
    .action(async (flags: SnapshotFlags) => {
      const { runSnapshot } = await import("../storage/run-snapshot.ts");
      process.stdout.write(await runSnapshot(flags, process.stderr));
    });
}

function restoreCommand(): Command {
  return new Command("restore")
    .description("Make the store of a data folder from a snapshot. No server may work on the folder.")
    .argument("<file>", "what `sallyport storage snapshot` has written")
    .option("--data-dir <dir>", "the data folder", ".sallyport")
    .option("--overwrite", "a store that is there is set aside, once the new one is complete")
    .addOption(bumpOption())
    .addHelpText(
      "after",
      `
Stop the server first. Clients that watch begin anew with a list; objects keep their resourceVersions.

  sallyport storage restore backup-2026-07-01.snapshot --data-dir .sallyport --overwrite`,
    )
    .action(async (file: string, flags: RestoreFlags) => {
      const { runRestore } = await import("../storage/run-snapshot.ts");
      process.stdout.write(await runRestore(file, flags, process.stderr));
    });
}

function salvageCommand(): Command {
  return new Command("salvage")
    .description("Write what can be read of a damaged data folder into a snapshot, and say what is lost.")
    .argument("<dir>", "the data folder; it is only read, and no server may work on it")
    .argument("<file>", "the snapshot to write; it appears when it is complete")
    .option("--overwrite", "a file of that name may go")
    .option(
      "--no-older-copies",
      "leave out objects of which only a copy is left that may be outdated or deleted",
    )
    .addHelpText(
      "after",
      `
  sallyport storage check .sallyport
  sallyport storage salvage .sallyport rest.snapshot
  sallyport storage restore rest.snapshot --data-dir .sallyport --overwrite`,
    )
    .action(async (folder: string, file: string, flags: SalvageFlags) => {
      const { runSalvage } = await import("../storage/run-salvage.ts");
      process.stdout.write(await runSalvage(folder, file, flags, process.stderr));
    });
}
