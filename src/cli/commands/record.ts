import { Command, InvalidArgumentError, Option } from "commander";
import { goDurationMs } from "../../api/go-duration.ts";
import { withListenOptions } from "../listen/listen-flags.ts";
import type { RecordFlags } from "../record/record-flags.ts";
import { list } from "../repeated.ts";
import { letYoungHeapGrow } from "../young-heap.ts";

/** `sallyport record`: requests with their decisions, in a file. */
export function recordCommand(): Command {
  const command = new Command("record")
    .description(
      "Write requests and what became of them to a file, for `sallyport replay` (docs/recordings.md). Values of Secrets and tokens are masked.",
    )
    .requiredOption(
      "--out <file>",
      "where the recording goes; packed when it ends with .gz; - for standard output",
    )
    .option(
      "--from-audit-log <files...>",
      "audit logs of kube-apiserver, level Request or RequestResponse; packed and rotated ones in any order; - for standard input",
    )
    .option("--kubeconfig <file>", "requests of a running Sallyport, as they come, until Ctrl-C")
    .option(
      "--listen <host:port>",
      "requests of any API server: a webhook that listens here, over TLS, allows everything and writes down what it is asked; prints the configuration to apply",
    )
    .addOption(
      new Option(
        "--for <duration>",
        "with --kubeconfig and --listen: how long, 10m (default: until it is stopped; with --listen 1h)",
      ).argParser(duration),
    )
    .addOption(
      new Option("--most <requests>", "with --kubeconfig and --listen: end after so many")
        .argParser(count)
        .default(100_000),
    )
    .addOption(
      new Option("--most-bytes <bytes>", "with --listen: end after so many bytes, before they are packed")
        .argParser(count)
        .default(100_000_000),
    )
    .option(
      "--mask <field>",
      "mask also this field: spec.containers[].env[].value, configmaps:data.*; may be repeated",
      list,
      [],
    )
    .option("--no-masking", "write all values as they are, those of Secrets too");
  return withListenOptions(command, "with --listen: ", "pods and workloads of apps and batch").action(
    async (flags: RecordFlags) => {
      letYoungHeapGrow();
      const { record } = await import("../record/record.ts");
      const stop = new AbortController();
      // What was recorded until then is kept; a second signal ends the process.
      if (flags.kubeconfig !== undefined || flags.listen !== undefined)
        process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
      await record(flags, (line) => process.stderr.write(`${line}\n`), stop.signal);
    },
  );
}

function duration(text: string): number {
  const milliseconds = goDurationMs(text);
  if (milliseconds === undefined || milliseconds <= 0)
    throw new InvalidArgumentError("It is a duration: 30s, 10m, 2h.");
  return milliseconds;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("It is a number from 1 on.");
  return value;
}
