import { Command, InvalidArgumentError } from "commander";
import { goDurationMs } from "../../go/duration.ts";
import { listenOptions } from "../listen/listen-flags.ts";
import { many, parsed, positive, required, withOptions } from "../options.ts";
import type { RecordFlags } from "../record/record-flags.ts";
import { tell } from "../terminal.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";

/** `sallyport record`: requests with their decisions, in a file. */
export function recordCommand(): Command {
  const command = new Command("record").description(
    "Write requests and their decisions to a file, for `sallyport replay` (docs/recordings.md). Values of Secrets and tokens are masked.",
  );
  return withOptions(command, {
    "--out <file>": required(
      "file for the recording; compressed if the name ends with .gz; - for standard output",
    ),
    "--from-audit-log <files...>":
      "record audit logs of kube-apiserver, of the level Request or RequestResponse; compressed and rotated files, in any order; - for standard input",
    "--kubeconfig <file>": "record the requests of a running Sallyport server until Ctrl-C",
    "--listen <host:port>":
      "record the requests of any API server: run a webhook at this address, over TLS, that allows every request; print the configuration to apply",
    "--for <duration>": parsed(
      "with --kubeconfig and --listen: stop after this time, such as 10m (default: no limit; with --listen 1h)",
      duration,
    ),
    "--most <requests>": positive(
      "with --kubeconfig and --listen: stop after this number of requests",
      100_000,
    ),
    "--most-bytes <bytes>": positive(
      "with --listen: stop after this number of bytes, before compression",
      100_000_000,
    ),
    "--mask <field>": many(
      "mask this field too: spec.containers[].env[].value, configmaps:data.*; may be repeated",
    ),
    "--no-masking": "write all values without masks, also those of Secrets",
    ...listenOptions("with --listen: ", "pods and workloads of apps and batch"),
  }).action(async (flags: RecordFlags) => {
    letSemiSpaceGrow();
    const { record } = await import("../record/record.ts");
    const stop = new AbortController();
    // On the first signal the recording stops, and the requests recorded until then are kept; a second
    // signal ends the process.
    if (flags.kubeconfig !== undefined || flags.listen !== undefined)
      process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
    await record(flags, tell, stop.signal);
  });
}

function duration(text: string): number {
  const milliseconds = goDurationMs(text);
  if (milliseconds === undefined || milliseconds <= 0)
    throw new InvalidArgumentError("Give a duration, such as 30s, 10m or 2h.");
  return milliseconds;
}
