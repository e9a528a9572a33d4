import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";

const folder = import.meta.dirname;

/** Manifests of a user with one mistake, labelled before `lint` saw them; sound ones have no `fault`. */
export interface ThreadCase {
  readonly name: string;
  readonly file: string;
  /** The object, such as `Service/a`, and the field that have to change. */
  readonly fault?: { readonly object: string; readonly field: string };
  readonly cause?: string;
  /** A regular expression that the text of the right finding matches. Absent: lint does not find the mistake. */
  readonly says?: string;
  readonly manifests: string;
}

/** Reads the cases of all files of this folder. `@NAME` is the file `pem/NAME.crt` in base64. */
export const readThreads = (): ThreadCase[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => {
      const cases = parseYaml(readFileSync(join(folder, file), "utf8")) as unknown as ThreadCase[];
      return cases.map((one) => ({ ...one, file, manifests: withBase64(one.manifests) }));
    });

const withBase64 = (text: string): string =>
  text.replaceAll(/@([a-z]+(?:-[a-z]+)*)/g, (_, name: string) =>
    name === "key" ? "AA==" : readFileSync(join(folder, "pem", `${name}.crt`)).toString("base64"),
  );
