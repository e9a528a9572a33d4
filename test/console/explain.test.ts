import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousIssues } from "./accessible.ts";
import {
  chromium,
  clickOn,
  inPage,
  openPage,
  PATIENCE_MS,
  screenshots,
  seen,
  takeScreenshots,
} from "./browser.ts";
import { type ConsoleStage, HOSTILE, PODS, pod, startStage } from "./stage.ts";

const call = (webhook: string, reason: string): string =>
  `Error from server (InternalError): error when creating "pod.yaml": Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: Post "https://owners.shop.svc:443/owners?timeout=10s": ${reason}`;

const PASTE = `(text) => {
  const field = document.querySelector("textarea");
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}`;
const DROP = `(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "controller.log"));
  document.querySelector("textarea").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
}`;

describe.skipIf(chromium === undefined)("errors from elsewhere (skipped where there is no chromium)", () => {
  let stage: ConsoleStage;

  beforeAll(async () => {
    stage = await startStage();
  }, 2 * PATIENCE_MS);
  afterAll(() => stage?.close());

  test(
    "are explained where they are pasted, with the objects of the server",
    async () => {
      const { page, complaints } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      await clickOn(page, ".top a", "Explain");
      await seen(page, "h1", "Explain an error");
      expect(await seriousIssues(page)).toEqual([]);

      const late = call("owners.example.com", "context deadline exceeded");
      await inPage(page, PASTE, `${late}\n${late}\n${call(HOSTILE.replaceAll('"', ""), HOSTILE)}\n`);
      await seen(page, ".told-error .cause", "it did not answer within 10s");
      await seen(page, ".told-error summary", "in 2 lines");
      await seen(page, ".told-error .cause", HOSTILE);
      await seen(page, ".told-error .cause-place", "webhooks[0].timeoutSeconds");
      await takeScreenshots(page, "explain");
      expect(await seriousIssues(page)).toEqual([]);
      await clickOn(page, ".told-error .cause-of a", "ValidatingWebhookConfiguration/owners");
      await seen(page, ".cm-content", "owners.example.com");
      await page.goBack();
      await seen(page, ".told-error .cause", "it did not answer within 10s");

      // A log is dropped as a file; of a long one, the end is explained.
      const denied = 'admission webhook "owners.example.com" denied the request: no owner';
      await inPage(page, DROP, `${"nothing happened\n".repeat(120_000)}${denied}\n`);
      await seen(page, ".told-error .cause", "it refused the request: no owner");
      await seen(page, "[role=status]", "longer than a million characters");
      await clickOn(page, "button", "Clear");
      await page.waitForSelector(".told-error", { hidden: true });

      await page.focus("textarea");
      await page.keyboard.type("all is well");
      await page.keyboard.down("Control");
      await page.keyboard.press("Enter");
      await page.keyboard.up("Control");
      await seen(page, ".warning", "No known error of an API server is in it");
      expect(await page.$$("#app img, #app script, #app iframe")).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
      console.log(`screenshots: ${screenshots}`);
    },
    4 * PATIENCE_MS,
  );

  test(
    "and the message of a refused request leads there",
    async () => {
      const { page } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      const forbidden = await stage.post(PODS, pod("no"), {
        "impersonate-user": "alice",
        "impersonate-group": "system:authenticated",
      });
      expect(forbidden).toBe(403);
      await seen(page, ".row.refused .user", "alice");
      await clickOn(page, ".row.refused .name", "demo");
      await clickOn(page, ".verdict button", "Explain this message");
      await seen(page, ".told-error .cause", 'cannot create resource "pods"');
      await seen(page, ".told-error .good", "kubectl auth can-i create pods --as alice -n demo");
      await page.close();
    },
    2 * PATIENCE_MS,
  );
});
