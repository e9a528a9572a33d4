/** Reads out of what a part printed how many passed, failed and were skipped. */

const none = { passed: 0, failed: 0, skipped: 0 };

/** A part that counts as one. */
export function countChecks(code) {
  return { ...none, [code === 0 ? "passed" : "failed"]: 1 };
}

/**
 * `Tests  1 failed | 20 passed | 3 skipped (24)`. A run that was skipped as a whole (`on-node.mjs`) counts as one.
 */
export function countVitest(_code, output) {
  const tests = /^\s*Tests\s+(.*)$/m.exec(output)?.[1] ?? "";
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(tests)?.[1] ?? 0);
  const wasSkipped = tests === "" && /^skipped: /m.test(output) ? 1 : 0;
  const skipped = number("skipped") + number("todo") + wasSkipped;
  return { passed: number("passed"), failed: number("failed"), skipped };
}

/** The files of vitest in which something failed, or that could not be loaded. */
export function failedFiles(output) {
  return [...new Set(Array.from(output.matchAll(/^ FAIL {2}(\S+)/gm), ([, file]) => file))];
}

/** Known differences count as skipped: they are neither right nor news. Explanations that were read count, too. */
export function countGolden(_code, output) {
  const match = /^golden: (\d+) agree, (\d+) known to differ, (\d+) unexpected/m.exec(output);
  const [agreed = 0, skipped = 0, unexpected = 0] = (match?.slice(1) ?? []).map(Number);
  const explained = countLine(/^explained: (?<passed>\d+) of (?<all>\d+)/m)(1, output);
  return { passed: agreed + explained.passed, failed: unexpected + explained.failed, skipped };
}

/** A line with `passed` and `all`; what is listed as known to fail is skipped unless the part ended badly. */
export function countLine(pattern) {
  return (code, output) => {
    const { passed = 0, all = 0 } = pattern.exec(output)?.groups ?? {};
    const rest = Number(all) - Number(passed);
    return { passed: Number(passed), failed: code === 0 ? 0 : rest, skipped: code === 0 ? rest : 0 };
  };
}

/** The text of the first failure; where a part shows none by vitest's mark or the mark of pages, what it said last. */
export function firstFailure(shown) {
  const lines = shown.trimEnd().split("\n");
  const at = lines.findIndex((line) => /^(?: FAIL |WRONG )/.test(line));
  return (at < 0 ? lines.slice(-MOST_LINES) : lines.slice(at, at + MOST_LINES)).join("\n");
}

const MOST_LINES = 40;
