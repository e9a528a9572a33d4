import { Command, InvalidArgumentError, Option } from "commander";
import { goDurationMs } from "../../go/duration.ts";
import { withListenOptions } from "../listen/listen-flags.ts";
import { list, positive } from "../option-values.ts";
import type { RecordFlags } from "../record/record-flags.ts";
import { tell } from "../terminal.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";

/** `sallyport record`: requests with their decisions, in a file. */
export function recordCommand(): Command {
  const command = new Command("record")
    .description(
      "Write requests and their decisions to a file, for `sallyport replay` (docs/recordings.md). Values of Secrets and tokens are masked.",
    )
    .requiredOption(
      "--out <file>",
      "file for the recording; compressed if the name ends with .gz; - for standard output",
    )
    .option(
      "--from-audit-log <files...>",
      "record audit logs of kube-apiserver, of the level Request or RequestResponse; compressed and rotated files, in any order; - for standard input",
    )
    .option("--kubeconfig <file>", "record the requests of a running Sallyport server until Ctrl-C")
    .option(
      "--listen <host:port>",
      "record the requests of any API server: run a webhook at this address, over TLS, that allows every request; print the configuration to apply",
    )
    .addOption(
      new Option(
        "--for <duration>",
        "with --kubeconfig and --listen: stop after this time, such as 10m (default: no limit; with --listen 1h)",
      ).argParser(duration),
    )
    .addOption(
      new Option("--most <requests>", "with --kubeconfig and --listen: stop after this number of requests")
        .argParser(positive)
        .default(100_000),
    )
    .addOption(
      new Option("--most-bytes <bytes>", "with --listen: stop after this number of bytes, before compression")
        .argParser(positive)
        .default(100_000_000),
    )
    .option(
      "--mask <field>",
      "mask this field too: spec.containers[].env[].value, configmaps:data.*; may be repeated",
      list,
      [],
    )
    .option("--no-masking", "write all values without masks, also those of Secrets");
  return withListenOptions(command, "with --listen: ", "pods and workloads of apps and batch").action(
    async (flags: RecordFlags) => {
      letSemiSpaceGrow();
      const { record } = await import("../record/record.ts");
      const stop = new AbortController();
      // On the first signal the recording stops, and the requests recorded until then are kept; a second
      // signal ends the process.
      if (flags.kubeconfig !== undefined || flags.listen !== undefined)
        process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
      await record(flags, tell, stop.signal);
    },
  );
}

function duration(text: string): number {
  const milliseconds = goDurationMs(text);
  if (milliseconds === undefined || milliseconds <= 0)
    throw new InvalidArgumentError("Give a duration, such as 30s, 10m or 2h.");
  return milliseconds;
}
