import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";

const folder = import.meta.dirname;

/** A request of a user with its set-up, labelled before `explain` saw it; what goes as it should has no `fault`. */
export interface RequestCase {
  readonly name: string;
  readonly file: string;
  /** The object, such as `Service/a`, and the field that have to change, or the part of a webhook's answer. */
  readonly fault?: { readonly object: string; readonly webhook?: string; readonly field: string };
  readonly cause?: string;
  /** A regular expression that the right cause matches. Absent: `explain` does not find it. */
  readonly says?: string;
  /** HTTP status of the answer. */
  readonly outcome?: string;
  /** Manifests as YAML documents. `@times N x` is N times the letter x. */
  readonly setUp: string;
  readonly object: string;
  readonly old?: string;
  /** Answers of webhooks; `@patch JSON` is the JSON in base64. */
  readonly answers?: string;
  readonly flags?: readonly string[];
}

/** Reads the cases of all files of this folder. */
export const readRequests = (): RequestCase[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => {
      const cases = parseYaml(readFileSync(join(folder, file), "utf8")) as unknown as RequestCase[];
      return cases.map((one) => ({
        ...one,
        file,
        object: one.object.replace(/@times (\d+) (\w)/, (_, times, letter: string) =>
          letter.repeat(Number(times)),
        ),
        ...(one.answers !== undefined && { answers: withPatches(one.answers) }),
      }));
    });

const withPatches = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const [before = "", patch] = line.split("@patch ");
      return patch === undefined ? line : `${before}${Buffer.from(patch).toString("base64")}`;
    })
    .join("\n");
