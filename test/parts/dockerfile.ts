import { cpSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Result of an image build: the files of its last stage, and its command. */
export interface Built {
  /** Its working directory. */
  readonly folder: string;
  readonly command: readonly string[];
}

/** A stage of a build: its root, and where in it commands run. */
interface Stage {
  readonly root: string;
  folder: string;
}

/**
 * Runs a Dockerfile in folders without Docker: FROM, WORKDIR, COPY, RUN and CMD, each by its documentation. `run`
 * runs a command in a folder. An unsupported instruction is an error.
 */
export async function buildImage(
  context: string,
  into: string,
  run: (command: string, folder: string) => Promise<void>,
): Promise<Built> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  let command: string[] = [];
  const current = (): Stage => {
    if (stage === undefined) throw new Error("there is no FROM before");
    return stage;
  };
  const instructions: Readonly<Record<string, (rest: string) => Promise<void> | void>> = {
    FROM(rest) {
      const root = mkdtempSync(join(into, "stage-"));
      stage = { root, folder: root };
      stages.set(/ AS (\S+)$/.exec(rest)?.[1] ?? "", stage);
    },
    WORKDIR(rest) {
      current().folder = join(current().root, rest);
      mkdirSync(current().folder, { recursive: true });
    },
    COPY(rest) {
      const [, from, paths = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? [];
      const source = from === undefined ? context : stages.get(from)?.root;
      if (source === undefined) throw new Error(`there is no stage ${from}`);
      copy(source, paths.split(" "), current());
    },
    RUN: (rest) => run(rest, current().folder),
    CMD(rest) {
      command = JSON.parse(rest) as string[];
    },
    ENV() {},
    USER() {},
  };
  for (const line of readFileSync(join(context, "Dockerfile"), "utf8").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name = "", rest = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    const instruction = instructions[name];
    if (instruction === undefined) throw new Error(`what is ${line}?`);
    await instruction(rest);
  }
  return { folder: current().folder, command };
}

/**
 * Copies the content of a folder into the target. A file is copied into a target that ends in `/`, and otherwise to
 * its path.
 */
function copy(source: string, paths: readonly string[], stage: Stage): void {
  const target = paths.at(-1) ?? "";
  for (const path of paths.slice(0, -1)) {
    const to = join(stage.folder, target, target.endsWith("/") ? basename(path) : "");
    cpSync(join(source, path), to, { recursive: true, verbatimSymlinks: true });
  }
}
