import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import { createMasker } from "../../recording/mask/masker.ts";
import { recordingWriter } from "../../recording/write-recording.ts";
import type { ChangedDecision } from "../../replay/change.ts";
import { textReport } from "../../replay/report/text-report.ts";
import { shellWord } from "../../report/shell-word.ts";
import { writeConfiguration } from "../listen/configuration.ts";
import type { ListenFlags } from "../listen/listen-flags.ts";
import { type Listening, listenForReviews } from "../listen/listen-for-reviews.ts";
import { rulesOf } from "../listen/rules-of.ts";
import { watchedManifests } from "../read-manifests.ts";
import { createRecordingFile, type RecordingFile } from "../record/recording-file.ts";
import { type Side, startSide } from "../replay/start-servers.ts";
import { watchFiles } from "../watch-files.ts";
import { ShadowRounds } from "./shadow-rounds.ts";

/** Flags of `shadow` as a webhook. */
export interface ShadowFlags extends ListenFlags {
  readonly filename: readonly string[];
  readonly handlers?: string;
  readonly out?: string;
  readonly output: "text" | "json";
}

/**
 * A webhook that allows every request and decides it again, here, under other configurations, which are read
 * again when they change. `tell`: receives lines for the user while it runs. Ends with `stop`, and returns
 * the report.
 */
export async function shadowWebhook(
  flags: ShadowFlags,
  tell: (line: string) => void,
  stop: AbortSignal,
): Promise<string> {
  const side = await sideOf(flags);
  const rounds = new ShadowRounds(side, tell);
  let watching: { stop(): void } | undefined;
  try {
    const rules = rulesOf(side.manifests);
    const listening = await listenForReviews({ ...flags, name: "sallyport-shadow", rules });
    await writeConfiguration(listening, flags.configuration);
    watching = await followFiles(side, flags, { rounds, listening, tell });
    tell(`listening at ${listening.address}; Ctrl-C ends it and prints what differs`);
    const close = (): void => void listening.close();
    if (stop.aborted) close();
    else stop.addEventListener("abort", close, { once: true });
    const examples = flags.out === undefined ? undefined : await Examples.create(flags.out);
    const keep = async (change: ChangedDecision): Promise<void> => examples?.add(change);
    for await (const request of listening.requests) await rounds.decide(request, keep);
    await examples?.end();
    return reportOf(rounds, flags, listening);
  } finally {
    watching?.stop();
    await rounds.close();
  }
}

function sideOf({ filename, handlers }: ShadowFlags): Promise<Side> {
  // The recorded requests already contain the changes of the cluster's own plugins, so all plugins are off.
  const disableAdmissionPlugins = createBuiltinPlugins()
    .map(({ name }) => name)
    .join();
  return startSide(filename, { disableAdmissionPlugins, ...(handlers !== undefined && { handlers }) });
}

interface Shadowing {
  readonly rounds: ShadowRounds;
  readonly listening: Listening;
  readonly tell: (line: string) => void;
}

/**
 * Reads all files again when one of them changes, or is added or removed. Standard input is read once, and so
 * are files beside it.
 */
async function followFiles(
  first: Side,
  flags: ShadowFlags,
  { rounds, listening, tell }: Shadowing,
): Promise<{ stop(): void } | undefined> {
  if (flags.filename.includes("-")) return undefined;
  let configuration = JSON.stringify(listening.configuration);
  const watched = async ({ files }: Side): Promise<string[]> => [
    ...files,
    ...(await watchedManifests(flags.filename)),
  ];
  const reload = async (): Promise<readonly string[]> => {
    const side = await sideOf(flags);
    const next = await listening.configurationFor(rulesOf(side.manifests));
    // Handlers may answer otherwise.
    if (flags.handlers === undefined && isSame(side, rounds.current.side)) await side.server.close();
    else await rounds.replace(side);
    const paths = await watched(side);
    if (JSON.stringify(next) === configuration) return paths;
    configuration = JSON.stringify(next);
    await writeConfiguration({ configuration: next }, flags.configuration);
    tell(`what is asked about has changed: apply ${flags.configuration ?? "the configuration"} again`);
    return paths;
  };
  return watchFiles(await watched(first), reload, ({ message }) =>
    tell(`not read again, it stays as it was: ${message}`),
  );
}

/** Editors also touch files. */
const isSame = (one: Side, other: Side): boolean => textOf(one) === textOf(other);

const textOf = ({ manifests }: Side): string =>
  JSON.stringify(
    manifests.map(({ object }) => object),
    bigints,
  );

function reportOf({ current }: ShadowRounds, flags: ShadowFlags, { counts }: Listening): string {
  const { leftOut, unreadable } = counts;
  const notes = [
    ...current.problems,
    "the request is known as it was admitted so far: what others say after it, and labels of namespaces that are not among the manifests, are not",
    ...(leftOut > 0 ? [`${leftOut} requests were skipped: too many arrived at once`] : []),
    ...(unreadable > 0 ? [`${unreadable} calls brought no request`] : []),
  ];
  const report = current.builder.report("the API server", current.counts, notes);
  if (flags.output === "json") return `${JSON.stringify(report, bigints, 2)}\n`;
  const files = flags.filename.map((file) => ` -f ${shellWord(file)}`).join("");
  return textReport(
    report,
    flags.out === undefined
      ? undefined
      : (id) => `${shellWord(flags.out ?? "")} --recorded ${shellWord(id)}${files}`,
  );
}

const bigints = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value;

/** The first request of each cause, masked, as a recording that `explain` opens. */
class Examples {
  readonly #file: RecordingFile;
  readonly #writer = recordingWriter("webhook", createMasker());

  private constructor(file: RecordingFile) {
    this.#file = file;
  }

  static async create(out: string): Promise<Examples> {
    const examples = new Examples(await createRecordingFile(out));
    await examples.#file.write(examples.#writer.header());
    return examples;
  }

  add({ request }: ChangedDecision): Promise<void> {
    return this.#file.write(this.#writer.line(request));
  }

  end(): Promise<void> {
    return this.#file.end();
  }
}
