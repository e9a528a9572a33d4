import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Manifest, parseManifests } from "../explain/offline/manifests.ts";
import { boundedText } from "../report/bounded-text.ts";
import { shellWord } from "../report/shell-word.ts";
import { visible } from "../report/visible-text.ts";
import { readManifests } from "./read-manifests.ts";

/** Longest time and largest output of kustomize, in milliseconds and bytes. */
const LONGEST = 60_000;
const LARGEST = 64 << 20;
/** Most characters of its errors that are shown. */
const MOST_SAID = 2_000;

/** The programs that build a folder, in the order in which they are tried. */
const BUILDERS: readonly (readonly [program: string, ...args: string[]])[] = [
  ["kubectl", "kustomize"],
  ["kustomize", "build"],
];

/** Neither git nor HTTP may go over the network: a remote base fails, and kustomize says so. */
const OFFLINE = {
  GIT_ALLOW_PROTOCOL: "file",
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "",
};

/** Texts of git and of the HTTP client that may not go over the network. */
const REMOTE = /transport '[\w+.-]{1,30}' not allowed|127\.0\.0\.1:9\b/;

/**
 * Builds a folder with the kubectl or the kustomize on the PATH, and returns the objects. Their places are lines of its
 * output. Throws an Error with what the program said if it fails, and if there is none.
 */
export async function kustomized(folder: string): Promise<Manifest[]> {
  for (const [program, ...args] of BUILDERS) {
    const command = `${program} ${args.join(" ")} ${folder}`;
    try {
      const { stdout } = await promisify(execFile)(program, [...args, "--", folder], {
        timeout: LONGEST,
        maxBuffer: LARGEST,
        env: { ...process.env, ...OFFLINE },
      });
      return await parseManifests(stdout, command);
    } catch (error) {
      if (isAbsent(error)) continue;
      const said = saidBy(error);
      const hint = REMOTE.test(said)
        ? `. It needs files of another machine, which are not fetched here: ${program} ${args.join(" ")} ${shellWord(folder)} > all.yaml fetches them; then name all.yaml with -f`
        : "";
      throw new Error(`${command}: ${said}${hint}`, { cause: error });
    }
  }
  throw new Error(`-k ${folder}: neither kubectl nor kustomize is on the PATH`);
}

/** The objects of files and folders (`-f`), and of folders that kustomize builds (`-k`). */
export const configurationsOf = async ({
  filename,
  kustomize = [],
}: {
  readonly filename: readonly string[];
  readonly kustomize?: readonly string[];
}): Promise<Manifest[]> =>
  (await Promise.all([...filename.map(readManifests), ...kustomize.map(kustomized)])).flat();

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT" && "syscall" in error;

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed === true) return "it did not end in time, or its output is too large";
  const said = "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
  return visible(boundedText(said === "" ? error.message : said, MOST_SAID));
}
