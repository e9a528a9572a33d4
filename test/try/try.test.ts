import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTryPage, readExamples } from "../../scripts/parts/build/try-page.mjs";
import { seriousIssues } from "../console/accessible.ts";
import {
  chromium,
  clickOn,
  inPage,
  openBrowser,
  openPage,
  PATIENCE_MS,
  seen,
  takeScreenshots,
} from "../console/browser.ts";
import { isShort } from "../parts/sampled.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";
import { serveFolder } from "./serve-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const EXAMPLES = readExamples(ROOT);

/** A situation in which one webhook with this function is called. */
const withFunction = (code: string) => ({
  configurations: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hooks }
webhooks:
  - name: hook.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { url: "https://hook.example.com" }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
`,
  object: "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one, namespace: demo }\n",
  webhooks: `{ "hook.example.com": ${code} }`,
});

const REFUSED_CALL =
  'failed calling webhook "hook.example.com": failed to call webhook: Post "https://hook.hooks.svc:443/?timeout=10s": dial tcp 10.0.0.1:443: connect: connection refused';
/** Without indentation, because the editor indents lines while they are typed. */
const HOOKS = `{apiVersion: v1, kind: Service, metadata: {name: hook, namespace: hooks}, spec: {ports: [{port: 8443}]}}
---
{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: hooks}, webhooks: [
{name: hook.example.com, sideEffects: None, admissionReviewVersions: [v1],
clientConfig: {service: {namespace: hooks, name: hook, port: 443}}}]}
`;

/** Writes into the empty field, and returns what the page says about it at once. */
const FIRST_LETTER = `() => new Promise((done) => {
  document.querySelector("textarea").value = "f";
  document.querySelector("textarea").dispatchEvent(new InputEvent("input", { bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(() => {
    done(document.querySelector(".answer .warning")?.textContent ?? "");
    document.querySelector("textarea").value = "";
  }));
})`;
/** Names of the parts, from the top of the page. */
const orderOf = (...parts: string[]) => `() => ${JSON.stringify(parts)}
  .map((name) => [document.querySelector("." + name).getBoundingClientRect().top, name])
  .sort(([a], [b]) => a - b)
  .map(([, name]) => name)`;
const ORDER = orderOf("left", "lesson", "story");
const ERROR_ORDER = orderOf("editor", "told", "told-error");

describe.skipIf(chromium === undefined || isShort)(
  "the page to try it (skipped where there is no chromium)",
  () => {
    const folder = folderForTests();
    let served: Awaited<ReturnType<typeof serveFolder>>;
    let browser: Browser;

    beforeAll(async () => {
      await buildTryPage(ROOT, folder);
      served = await serveFolder(folder);
      browser = await openBrowser();
    }, 2 * PATIENCE_MS);
    afterAll(async () => {
      await browser?.close();
      served?.close();
    });

    async function open(hash: string): Promise<{ page: Page; complaints: string[] }> {
      const opened = await openPage(browser);
      await opened.page.goto(`${served.url}${hash}`);
      await decided(opened.page);
      return opened;
    }
    const decided = (page: Page) => page.waitForSelector(".foot");
    const verdict = (page: Page) => inPage(page, "() => document.querySelector('.verdict').dataset.verdict");
    const story = (page: Page) => inPage(page, "() => document.querySelector('.story').innerText");

    /** Makes a link as the page does. */
    async function hashOf(situation: Readonly<Record<string, unknown>>): Promise<string> {
      const stream = new Blob([JSON.stringify(situation)])
        .stream()
        .pipeThrough(new CompressionStream("deflate-raw"));
      return `#${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
    }

    test("each example is decided as its text says", async () => {
      const { page, complaints } = await open("");
      for (const { name, title, expect: wanted } of EXAMPLES) {
        await page.goto(`${served.url}#example=${name}`);
        await seen(page, "#lesson-title", title);
        await decided(page);
        const decision = { name, verdict: await verdict(page), story: await story(page) };
        expect(decision).toEqual({
          name,
          verdict: wanted.verdict,
          story: expect.stringContaining(wanted.says),
        });
      }
      expect(complaints).toEqual([]);
      await page.close();
    });

    test("a link has the whole situation: opened again, it is decided alike, in the version that it names", async () => {
      const { page } = await open("#example=parameters");
      await inPage(
        page,
        `() => { const field = document.querySelector(".expression input"); field.value = "object.spec.replicas * 2"; field.dispatchEvent(new Event("input")); }`,
      );
      await seen(page, ".said", "12");
      const again = await openPage(browser);
      await again.page.goto(await page.url());
      await decided(again.page);
      expect(await verdict(again.page)).toBe("refused");
      expect(await story(again.page)).toBe(await story(page));
      await seen(again.page, ".said", "12");
      await Promise.all([page.close(), again.page.close()]);
      const old = await open(await hashOf({ ...withFunction("() => true"), version: "1.34" }));
      await seen(old.page, ".foot", "1.34");
      await old.page.close();
    });

    test("a function without an end times out, and the page decides the next request", async () => {
      const { page } = await open(await hashOf(withFunction("() => { for (;;); }")));
      expect(await story(page)).toContain("context deadline exceeded");
      await page.goto(`${served.url}${await hashOf(withFunction("() => 'no'"))}`);
      await seen(page, ".verdict", "denied the request: no");
      await page.close();
    });

    test("a function of a link reaches neither the network, nor the page, nor the site's storage", async () => {
      const other = await serveFolder(folder);
      const code = `async () => {
      const tried = await Promise.all([
        fetch("${other.url}", { mode: "no-cors" }).then(() => "fetched", () => "no network"),
        new Promise((resolve) => { try { importScripts("${other.url}offline.js"); resolve("loaded"); } catch { resolve("no script"); } }),
      ]);
      let stored = "storage";
      try { await caches.keys(); } catch { stored = "no storage"; }
      return [typeof document, ...tried, stored].join(", ");
    }`;
      const { page } = await open(await hashOf(withFunction(code)));
      expect(await story(page)).toContain("undefined, no network, no script, no storage");
      await page.close();
      other.close();
    });

    test("texts of a link are shown as text", async () => {
      const hostile = '<img src=x onerror="alert(1)">';
      const { page, complaints } = await open(await hashOf(withFunction(`() => ${JSON.stringify(hostile)}`)));
      expect(await story(page)).toContain(hostile);
      expect(complaints).toEqual([]);
      await page.goto(`${served.url}#not-a-link`);
      await seen(page, ".verdict", "The link is damaged");
      await page.close();
    });

    test("an error in a file is at its line, and its cure is decided", async () => {
      const { page } = await open("#example=policy");
      const wrong = await hashOf({ configurations: "kind: A\n  b: [", object: "kind: B\n" });
      await page.goto(`${served.url}${wrong}`);
      await seen(page, ".verdict", "configurations.yaml:2");
      await page.goto(
        `${served.url}${await hashOf({ ...withFunction("() => {"), webhooks: "{\n  oops(\n}" })}`,
      );
      await seen(page, ".verdict", "webhooks.js:");
      await page.goto(`${served.url}#example=policy`);
      await seen(page, ".verdict", "at most 5 replicas");
      await page.close();
    });

    test("configurations without an object are checked, and the page says where to write one", async () => {
      const { page } = await open(await hashOf({ ...withFunction("() => true"), object: "", webhooks: "" }));
      await seen(page, ".start", "There is no request yet");
      await seen(page, ".foot", "Checked");
      await page.close();
    });

    test("the page works without a network after the first load", async () => {
      const { page } = await open("#example=quota");
      await inPage(page, "() => navigator.serviceWorker.ready.then(() => true)");
      await page.setOfflineMode(true);
      await page.reload();
      await decided(page);
      expect(await verdict(page)).toBe("refused");
      await page.setOfflineMode(false);
      await page.close();
    });

    test("an error is explained with manifests, and stays in the page", async () => {
      const { page, complaints } = await openPage(browser);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(`${request.url()} ${request.postData() ?? ""}`));
      await page.goto(`${served.url}#explain`);
      await seen(page, ".start", "Paste an error");
      // Until the engine has answered, nothing is said about a text.
      expect(await inPage(page, FIRST_LETTER)).toBe("");
      await page.type("textarea", REFUSED_CALL);
      await seen(page, ".told-error .cause", "no server listens at service hooks/hook");
      await page.click(".cm-content");
      await page.keyboard.type(HOOKS);
      await seen(page, ".told-error .cause-of", "hook.example.com of ValidatingWebhookConfiguration/hooks");
      await seen(page, ".told-findings .finding", "write port: 8443");
      await clickOn(page, ".told-findings button", "manifests.yaml:");
      await seen(page, ".cm-activeLine", "port: 443");
      expect(await seriousIssues(page)).toEqual([]);
      await takeScreenshots(page, "try-explain");
      await page.setViewport({ width: 390, height: 800 });
      expect(await inPage(page, ERROR_ORDER)).toEqual(["told", "told-error", "editor"]);
      await page.setViewport({ width: 1280, height: 800 });
      expect(asked.filter((one) => one.includes("hook"))).toEqual([]);
      expect(page.url()).toBe(`${served.url}#explain`);
      // The other page keeps its situation, and this one its text.
      await clickOn(page, ".top a", "Decide a request");
      await decided(page);
      const situation = await page.url();
      await clickOn(page, ".top a", "Explain an error");
      await seen(page, ".told-error .cause-of", "hook.example.com of ValidatingWebhookConfiguration/hooks");
      await clickOn(page, ".top a", "Decide a request");
      await decided(page);
      expect(await page.url()).toBe(situation);
      expect(complaints).toEqual([]);
      await page.close();
    });

    test("the page is accessible and fits, light and dark, at 1280 and 390", async () => {
      const { page } = await open("#example=reinvocation");
      expect(await seriousIssues(page)).toEqual([]);
      await page.setViewport({ width: 390, height: 800 });
      expect(await inPage(page, "() => document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      // The text of the example, the editors, and the answer, which the decision above them leads to.
      expect(await inPage(page, ORDER)).toEqual(["lesson", "left", "story"]);
      await clickOn(page, ".jump", "Allowed (201)");
      await page.waitForFunction("document.querySelector('.story').getBoundingClientRect().top < 100");
      await page.close();
    });
  },
);
