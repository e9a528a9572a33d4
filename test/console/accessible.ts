import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "puppeteer-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Violations of WCAG 2.2, levels A and AA, that axe finds, as text; in light and in dark mode, in both sizes. */
export async function seriousIssues(page: Page): Promise<string[]> {
  const issues: string[] = [];
  for (const color of ["light", "dark"])
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: color }]);
      issues.push(...(await found(page)).map((issue) => `${width} ${color}: ${issue}`));
    }
  await page.setViewport({ width: 1280, height: 800 });
  await page.emulateMediaFeatures([]);
  return issues;
}

async function found(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"], runOnly: ${JSON.stringify(LEVELS)} })
      .then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
  );
}
