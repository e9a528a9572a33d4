import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isShort } from "../parts/sampled.ts";
import { chromium, clickOn, inPage, openPage, PATIENCE_MS, seen, takeScreenshots } from "./browser.ts";
import { type ConsoleStage, PODS, pod, startStage } from "./stage.ts";

describe.skipIf(chromium === undefined || isShort)("What if (skipped where there is no chromium)", () => {
  let stage: ConsoleStage;

  beforeAll(async () => {
    stage = await startStage();
  }, 2 * PATIENCE_MS);
  afterAll(() => stage?.close());

  test(
    "counts all changes, and says that it lists the first ones",
    async () => {
      const { page } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      for (let i = 0; i < 120; i++) await stage.post(PODS, pod(`count-${i}`));
      await seen(page, ".row", "demo/count-119");
      await openEditor(page);
      await inPage(page, WATCH_PROGRESS);
      await replaceText(page, POLICY);
      await clickOn(page, "button", "What would change?");
      await seen(page, ".result-head", "120 of ");
      await seen(page, ".result-group h2", "Newly refused: 120 (100 are listed)");
      expect(await inPage(page, "() => document.querySelectorAll('.change').length")).toBe(100);
      expect(await inPage(page, "() => window.sawProgress")).toBe(true);
      await page.close();
    },
    3 * PATIENCE_MS,
  );

  test(
    "writes a problem below its line, and the editor breaks no policy of the page",
    async () => {
      const { page, complaints } = await openPage(stage.browser);
      await page.goto(stage.link);
      await openEditor(page);
      await replaceText(page, POLICY.replace('!= ""', "!= "));
      await clickOn(page, "button", "What would change?");
      await seen(page, ".y-wrong", "expression");
      await seen(page, ".y-message", "Syntax error");
      await seen(page, "[role=alert]", "There is a problem in line 7.");
      await takeScreenshots(page, "problem");
      // A completion with its description opens a second box.
      await page.click(".cm-content");
      await page.keyboard.down("Control");
      await page.keyboard.press("End");
      await page.keyboard.up("Control");
      await page.keyboard.type("\n  match");
      await page.waitForSelector(".cm-tooltip-autocomplete li");
      await page.waitForSelector(".cm-completionInfo");
      await page.keyboard.press("Enter");
      expect(complaints).toEqual([]);
      await page.close();
    },
    2 * PATIENCE_MS,
  );
});

/** Refuses all pods. */
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: all}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}
  validations:
    - expression: object.metadata.name.substring(0, 0) != ""
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: all}
spec:
  policyName: all
  validationActions: [Deny]
`;

async function openEditor(page: Page): Promise<void> {
  await clickOn(page, ".top a", "What if");
  await seen(page, ".cm-content", "no-latest");
}

/** Pastes, because the editor indents lines that are typed. */
async function replaceText(page: Page, text: string): Promise<void> {
  await page.click(".cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  const paste = `(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }`;
  await inPage(page, paste, text);
  await seen(page, ".cm-content", "name: all");
}

const WATCH_PROGRESS = `() => {
  new MutationObserver(() => {
    window.sawProgress ||= document.querySelector("progress") !== null;
  }).observe(document.body, { childList: true, subtree: true });
}`;
