import { Command, InvalidArgumentError, Option } from "commander";
import { goDurationMs } from "../../api/go-duration.ts";
import type { RecordFlags } from "../record/record-flags.ts";
import { letYoungHeapGrow } from "../young-heap.ts";

const list = (value: string, previous: string[]): string[] => [...previous, value];

/** `sallyport record`: requests with their decisions, in a file. */
export function recordCommand(): Command {
  return new Command("record")
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
    .addOption(
      new Option(
        "--for <duration>",
        "with --kubeconfig: how long, 10m (default: until it is stopped)",
      ).argParser(duration),
    )
    .addOption(
      new Option("--most <requests>", "with --kubeconfig: end after so many")
        .argParser(count)
        .default(100_000),
    )
    .option(
      "--mask <field>",
      "mask also this field: spec.containers[].env[].value, configmaps:data.*; may be repeated",
      list,
      [],
    )
    .option("--no-masking", "write all values as they are, those of Secrets too")
    .action(async (flags: RecordFlags) => {
      letYoungHeapGrow();
      const { record } = await import("../record/record.ts");
      const stop = new AbortController();
      // What was recorded until then is kept; a second signal ends the process.
      if (flags.kubeconfig !== undefined)
        process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
      await record(flags, (line) => process.stderr.write(`${line}\n`), stop.signal);
    });
}

function duration(text: string): number {
  const milliseconds = goDurationMs(text);
  if (milliseconds === undefined || milliseconds <= 0)
    throw new InvalidArgumentError("It is a duration: 30s, 10m, 2h.");
  return milliseconds;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("It is a number of requests.");
  return value;
}
