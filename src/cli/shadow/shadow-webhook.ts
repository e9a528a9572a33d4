import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import { maskSecrets } from "../../explain/stream/mask-secrets.ts";
import { createMasker } from "../../recording/mask/masker.ts";
import { recordingWriter } from "../../recording/write-recording.ts";
import type { ChangedDecision } from "../../replay/change.ts";
import { changedDecisions, noReplayCounts } from "../../replay/changed-decisions.ts";
import { plain } from "../../replay/report/plain.ts";
import { type ChangeExample, exampleOf, ReportBuilder } from "../../replay/report/replay-report.ts";
import { textReport } from "../../replay/report/text-report.ts";
import { writeConfiguration } from "../listen/configuration.ts";
import type { ListenFlags } from "../listen/listen-flags.ts";
import { listenForReviews } from "../listen/listen-for-reviews.ts";
import { rulesOf } from "../listen/rules-of.ts";
import { createRecordingFile, type RecordingFile } from "../record/recording-file.ts";
import { startSide } from "../replay/start-servers.ts";

export interface ShadowFlags extends ListenFlags {
  readonly filename: readonly string[];
  readonly handlers?: string;
  readonly out?: string;
  readonly output: "text" | "json";
}

/** So many causes are told apart. */
const MOST_GROUPS = 1_000;

/**
 * A webhook that allows every request and decides it again, here, under other configurations. `tell`: what is for the
 * person while it runs. Ends with `stop`, and gives back the report.
 */
export async function shadowWebhook(
  flags: ShadowFlags,
  tell: (line: string) => void,
  stop: AbortSignal,
): Promise<string> {
  // What the cluster's own plugins make of a request they have made of it.
  const disableAdmissionPlugins = createBuiltinPlugins()
    .map(({ name }) => name)
    .join();
  const { handlers } = flags;
  const side = await startSide(flags.filename, {
    disableAdmissionPlugins,
    ...(handlers !== undefined && { handlers }),
  });
  try {
    const problems = side.server.problems.map(({ at, of, message }) => `${at}: ${of}: ${message}`);
    for (const problem of problems) tell(problem);
    const listening = await listenForReviews({
      ...flags,
      name: "sallyport-shadow",
      rules: rulesOf(side.manifests),
    });
    await writeConfiguration(listening, flags.configuration);
    tell(`listening at ${listening.address}; Ctrl-C ends it and prints what differs`);
    const close = (): void => void listening.close();
    if (stop.aborted) close();
    else stop.addEventListener("abort", close, { once: true });
    const examples = flags.out === undefined ? undefined : await Examples.create(flags.out);
    const builder = new ReportBuilder(MOST_GROUPS, maskedExample);
    const counts = noReplayCounts();
    const { requests } = listening;
    for await (const change of changedDecisions({ requests, now: side.server }, counts)) {
      const group = builder.add(change);
      if (group === undefined) continue;
      tell(`${group.kind}: ${plain(group.cause)}; for example ${plain(group.example.request)}`);
      await examples?.add(change);
    }
    await examples?.end();
    const { leftOut, unreadable } = listening.counts;
    const notes = [
      ...problems,
      "the request is known as it was admitted so far: what others say after it, and labels of namespaces that are not among the manifests, are not",
      ...(leftOut > 0 ? [`${leftOut} requests were left out: there came more than are decided`] : []),
      ...(unreadable > 0 ? [`${unreadable} calls brought no request`] : []),
    ];
    const report = builder.report("the API server", counts, notes);
    if (flags.output === "json") return `${JSON.stringify(report, bigints, 2)}\n`;
    const files = flags.filename.map((file) => ` -f ${file}`).join("");
    return textReport(
      report,
      flags.out === undefined ? undefined : (id) => `${flags.out} --recorded ${id}${files}`,
    );
  } finally {
    await side.server.close();
  }
}

const bigints = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value;

/** Values of Secrets are in no report. */
function maskedExample(change: ChangedDecision): ChangeExample {
  const { object, oldObject } = change.request;
  const kind = String((object ?? oldObject)?.kind ?? "");
  return maskSecrets(exampleOf(change), kind, () => [object, oldObject]);
}

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
