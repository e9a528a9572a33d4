import { Command } from "commander";
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
      await record(flags, (line) => process.stderr.write(`${line}\n`));
    });
}
