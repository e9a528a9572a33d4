import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Topic } from "../facts.ts";
import { differencesText } from "./answer-differences.ts";

/** The folder of the project: this program is bundled into another folder. */
const ROOT = process.env.SALLYPORT_ROOT ?? process.cwd();

type Replay = typeof import("../../../scripts/compare/parts/replay.mjs");

/**
 * Answers to the recorded requests of a folder: as recorded, or the differences from the newest recording. What differs
 * is sent once more, because some answers depend on time. Equal differences have one text, so that the work list puts their answers together.
 */
const answers = (folder: string, audited: boolean): Topic => ({
  name: `answers of ${folder}`,
  read: async ({ port, auditLog }) => {
    const path = join(process.env.SALLYPORT_SHARED ?? join(ROOT, "../shared"), folder);
    if (!existsSync(join(path, "replay.mjs")))
      return `not compared: there is no ${folder} beside the project`;
    const program = pathToFileURL(join(ROOT, "scripts/compare/parts/replay.mjs")).href;
    const { namedSteps, replay, replayDiffering } = (await import(program)) as Replay;
    const dir = mkdtempSync(join(tmpdir(), "sallyport-answers-"));
    const server = { url: `https://127.0.0.1:${port}`, token: "admin-token", auditLog, dir };
    try {
      const options = { level: newestLevel(path), audited, args: ["--all-diffs"] };
      const once = await replay(path, server, options);
      const result = await replayDiffering(once, path, server, options);
      return new Map(
        [...namedSteps(result)].map(([name, { agree, diffs }]) => [
          name,
          agree ? "as recorded" : differencesText(diffs),
        ]),
      );
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
});

function newestLevel(folder: string): string {
  const levels = readdirSync(join(folder, "recorded")).filter((name) => /^1\.\d+$/.test(name));
  return levels.sort((a, b) => Number(a.slice(2)) - Number(b.slice(2))).at(-1) ?? "1.36";
}

export const ANSWERS: readonly Topic[] = [answers("golden", true), answers("golden-api", false)];
