import { decodedSource } from "../../storage/copy/encoded-places.ts";
import type { ShowProgress, Space } from "../../storage/copy/places.ts";
import { DamagedStoreError, type DamageReport, inNumbers } from "../../storage/damaged-store-error.ts";
import { openSource, type Place } from "../../storage/moves/open-place.ts";
import type { Screen } from "../terminal.ts";
import { type CheckReport, checkStore, type Problem } from "./check/check-store.ts";
import type { EtcdFlags } from "./etcd-flags.ts";
import { parsePlace } from "./places.ts";
import { withProgress } from "./progress.ts";
import { type EncryptionFlags, openStoredEncoding } from "./stored-encoding.ts";

/** Flags of `storage check`. */
export interface CheckFlags extends EtcdFlags, EncryptionFlags {
  readonly output: "text" | "json";
}

/** Result of the command. `isWell` is false if there are problems. */
export interface Checked {
  /** Output of the command. */
  readonly text: string;
  readonly isWell: boolean;
}

/** `sallyport storage check`. Throws an Error in words where the store cannot be read. */
export async function runCheck(text: string, flags: CheckFlags, screen: Screen): Promise<Checked> {
  const place = await parsePlace(text, "the store", flags);
  return withProgress(screen, (show) =>
    check(place, flags, show).catch((error: unknown) => damaged(text, ifDamaged(error), flags)),
  );
}

async function check(place: Place, flags: CheckFlags, show: ShowProgress): Promise<Checked> {
  const source = await openSource(place);
  const encoding = await openStoredEncoding(flags);
  const seen =
    encoding.mayDecrypt || place.kind === "etcd"
      ? decodedSource(source, encoding.at(place), { ...encoding, keepsUnreadable: true })
      : source;
  try {
    const report = await checkStore(seen, show, encoding.mayDecrypt);
    const printed = flags.output === "json" ? `${JSON.stringify(report, null, 2)}\n` : textOf(report);
    return { text: printed, isWell: report.problems.length === 0 };
  } finally {
    encoding.close();
    await source.close();
  }
}

function ifDamaged(error: unknown): DamageReport {
  if (error instanceof DamagedStoreError) return error.report;
  throw error;
}

function damaged(store: string, report: DamageReport, { output }: CheckFlags): Checked {
  const { damage, readable, expected, advice } = report;
  const lines = [
    `${store}: damaged`,
    "Wrong:",
    ...damage.map((one) => `  ${one}`),
    `${inNumbers(readable, expected)} can be read.`,
    `${advice}.`,
  ];
  const json = JSON.stringify(
    { store, damage, readable, ...(expected !== undefined && { expected }) },
    null,
    2,
  );
  return { isWell: false, text: output === "json" ? `${json}\n` : lines.map((line) => `${line}\n`).join("") };
}

function textOf(report: CheckReport): string {
  const { store, objects, revision, digest, resources, problems, notes } = report;
  const width = Math.max(...Object.keys(resources).map((name) => name.length), 0);
  const counts = Object.entries(resources).map(([name, count]) => `  ${name.padEnd(width)}  ${count}`);
  const lines = [
    `${store}: ${objects} objects at revision ${revision}`,
    ...(digest === undefined ? [] : [digest]),
    ...spaceOf(report.space),
    ...counts,
    ...section("Worth knowing:", notes),
    ...section("Wrong:", problems),
    problems.length === 0 ? "All is well." : `Problems: ${problems.length}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Limit for the lines of each kind of problem: a problem of all objects must not hide a problem of one object. */
const MOST_LINES = 10;

function section(title: string, problems: readonly Problem[]): string[] {
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  const lines = kinds.flatMap((kind) => linesOf(problems.filter((one) => one.kind === kind)));
  return lines.length === 0 ? [] : [title, ...lines];
}

function linesOf(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, MOST_LINES).map(({ key, message }) => `  ${key}: ${message}`);
  const rest = problems.length - lines.length;
  return [...lines, ...(rest > 0 ? [`  … and ${rest} more like these; --output json has all`] : [])];
}

function spaceOf({ size, free, disk }: Space): string[] {
  if (size === undefined) return [];
  const inside = free === undefined ? "" : `, ${mebibytes(free)} of it free for new objects`;
  const outside = disk === undefined ? "" : `; ${mebibytes(disk)} left on the disk`;
  return [`${mebibytes(size)}${inside}${outside}`];
}

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
