import type { Page } from "puppeteer-core";
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

describe.skipIf(chromium === undefined)("the console (skipped where there is no chromium)", () => {
  let stage: ConsoleStage;

  beforeAll(async () => {
    stage = await startStage();
    expect(stage.server.screen).not.toContain("token=");
  }, 2 * PATIENCE_MS);
  afterAll(() => stage?.close());

  test(
    "from a request that arrives to the reason, the mended configuration, and the next request that is refused",
    async () => {
      const { page, complaints } = await openPage(stage.browser);
      await page.goto(stage.link);
      expect(page.url()).not.toContain("token");
      await seen(page, ".status", "Live");

      expect(await stage.post(PODS, pod("web"))).toBe(201);
      await seen(page, ".row", "demo/web");
      await takeScreenshots(page, "live");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, ".row .name", "demo/web");
      await seen(page, ".findings", "owners.example.com");
      await seen(page, ".findings .cause", 'the rule says "pod", but rules name resources by their plural');
      await seen(page, ".findings .changes", "replace pod with pods");
      await seen(page, ".fold", "Not called: 1");
      // The list is beside the details, and nothing but the details scrolls.
      await seen(page, ".split .row.active", "demo/web");
      expect(await inPage(page, HEIGHT)).toBe(800);
      await clickOn(page, "[role=tab]", "Who wrote each field");
      await seen(page, ".blame .line", "image: registry.example.com/web:1client");
      await seen(page, ".blame .line", "terminationGracePeriodSeconds: 30default");
      await clickOn(page, ".chip.author", "default");
      await seen(page, ".blame .line.faded", "image: registry.example.com/web:1");
      await clickOn(page, ".chip.author", "default");
      await takeScreenshots(page, "request");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, ".findings .changes a", "Make this change in What if");
      await seen(page, ".cm-activeLine", "- pods");
      await seen(page, ".cm-content", "owners.example.com");
      // The bundle of its certificates fits, and stays as it is.
      await seen(page, ".cm-content .y-long", "characters)");
      await page.click("input[type=checkbox]");
      await clickOn(page, "button", "What would change?");
      await seen(page, ".result-head", "1 of");
      await seen(page, ".result-group h2", "Newly refused: 1");
      await seen(page, ".change", "every pod needs a label `owner`");
      expect(await inPage(page, SIDEWAYS, ".cm-scroller")).toBe(0);
      await takeScreenshots(page, "what-if");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, "button", "Apply");
      await seen(page, "dialog h3", "Change ValidatingWebhookConfiguration/owners");
      await seen(page, "dialog .line.added", "- pods");
      await takeScreenshots(page, "apply");
      expect(await seriousIssues(page)).toEqual([]);
      await clickOn(page, "dialog button", "Write");
      await seen(page, "[role=status]", "ValidatingWebhookConfiguration/owners changed");
      await clickOn(page, ".link", "Undo");
      await seen(page, "[role=status]", "ValidatingWebhookConfiguration/owners: as before");
      expect(await stage.post(PODS, pod("undone"))).toBe(201);
      await typeAtEndOf(page, /- pod$/, "s");
      await clickOn(page, "button", "Apply");
      await clickOn(page, "dialog button", "Write");
      await seen(page, "[role=status]", "ValidatingWebhookConfiguration/owners changed");
      expect(await stage.post(PODS, pod("next"))).toBe(403);
      await clickOn(page, ".top a", "Live");
      await seen(page, ".row.refused .hook.refused", "owners.example.com");
      await clickOn(page, ".row.refused .name", "demo/next");
      await seen(page, ".verdict .outcome", "Refused by owners.example.com");
      await seen(page, ".verdict .said", "every pod needs a label `owner`");
      await seen(page, ".lane.refused", "owners.example.com");
      await clickOn(page, ".decision summary", "Review and answer as sent");
      await seen(page, ".decision pre", "kind: AdmissionReview");
      await takeScreenshots(page, "refused");

      await clickOn(page, "button", "Send as a dry run");
      await clickOn(page, ".actions a", "Why?");
      await seen(page, ".tag", "dry run");

      await clickOn(page, ".top a", "Configurations");
      await seen(page, ".hook-row .numbers", "refused");
      await seen(page, ".matrix td", "C");
      await seen(page, ".finding", "kube-system");
      await takeScreenshots(page, "configurations");
      expect(await seriousIssues(page)).toEqual([]);
      await clickOn(page, ".top a", "Dependencies");
      await clickOn(page, "button.node", "owners.example.com");
      await seen(page, ".matrix tbody th", "CREATE pods");
      await takeScreenshots(page, "dependencies");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, ".top a", "Shadow");
      await seen(page, ".card h2", "Would be denied: 1");
      await seen(page, ".card a", "CREATE pods (v1) web in demo");
      await takeScreenshots(page, "shadow");
      expect(await seriousIssues(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
      console.log(`screenshots: ${screenshots}`);
    },
    6 * PATIENCE_MS,
  );

  test(
    "names, messages and users are shown as the texts that they are",
    async () => {
      const { page, complaints } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      const as = { "impersonate-user": HOSTILE, "impersonate-group": "system:masters", "audit-id": HOSTILE };
      await stage.post(PODS, pod("hostile", { hostile: "yes" }), as);
      await stage.post(`/api/v1/namespaces/${encodeURIComponent(HOSTILE)}/pods`, pod("nowhere"), as);
      await seen(page, ".row .user", HOSTILE.replaceAll(/\s+/g, " "));
      await clickOn(page, ".row .name", "demo/hostile");
      await page.waitForSelector(".details .empty-title, .verdict");
      await inPage(page, OPEN, `/what-if/${encodeURIComponent(HOSTILE)}`);
      await seen(page, "h1", "What if");
      await inPage(page, OPEN, `/${encodeURIComponent(HOSTILE)}`);
      await seen(page, ".empty-title", "There is no view");
      await inPage(page, OPEN, "/what-if/%");
      await seen(page, "h1", "What if");
      await inPage(page, OPEN, `/request/${encodeURIComponent(HOSTILE)}`);
      await page.waitForSelector(".details .empty-title, .verdict");
      expect(await page.$$("#app img, #app script, #app iframe")).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
    3 * PATIENCE_MS,
  );

  test(
    "ten thousand rows are scrolled with few of them in the page",
    async () => {
      const { page } = await openPage(stage.browser);
      await page.evaluateOnNewDocument(FEED);
      await page.goto(stage.link);
      await seen(page, ".count", "10000 requests");
      const { rate, most } = (await page.evaluate(SCROLL)) as Record<"rate" | "most", number>;
      console.log(`scrolling 10,000 rows: ${Math.round(rate)} frames a second`);
      expect(most).toBeGreaterThan(10);
      expect(most).toBeLessThan(100);
      // The rate depends on the load of the machine. `MEASURE=1` requires the rate of an idle one.
      if (process.env.MEASURE !== undefined) expect(rate).toBeGreaterThan(50);
      await page.close();
    },
    3 * PATIENCE_MS,
  );
});

/** Height of the document: that of the window, because only parts of it scroll. */
const HEIGHT = "() => document.documentElement.scrollHeight";
/** Distance in pixels that an element can be scrolled sideways. */
const SIDEWAYS = `(selector) => {
  const { scrollWidth, clientWidth } = document.querySelector(selector);
  return scrollWidth - clientWidth;
}`;
const OPEN = "(path) => { location.hash = path; }";

async function typeAtEndOf(page: Page, line: RegExp, text: string): Promise<void> {
  await page.click(".cm-content");
  const place = `(source) => {
    const found = [...document.querySelectorAll(".cm-line")].find((one) => new RegExp(source).test(one.textContent));
    const range = document.createRange();
    range.selectNodeContents(found);
    range.collapse(false);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }`;
  await inPage(page, place, line.source);
  await page.keyboard.type(text);
  await seen(page, ".cm-content", `pod${text}`);
}

/** A replacement of the stream with the maximum number of stored requests. */
const FEED = `
  class Feed extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor() {
      super();
      setTimeout(() => {
        const rows = Array.from({ length: 10000 }, (_, i) => ({
          id: "id-" + i, time: i * 1000, verb: "create", resource: "pods", namespace: "demo", name: "pod-" + i,
          user: "user-" + (i % 7), code: i % 9 === 0 ? 403 : 201, milliseconds: i % 40,
          ...(i % 9 === 0 && { refused: true }),
          hooks: [{ kind: "webhook", name: "owners.example.com", of: "owners", deed: "allowed", milliseconds: 2 }],
        }));
        this.dispatchEvent(new MessageEvent("rows", { data: JSON.stringify(rows), lastEventId: "a-1" }));
        const state = { connection: "open", problem: "", skipped: 0, missed: 0, epoch: "a", kept: 10000, hidden: 0 };
        this.dispatchEvent(new MessageEvent("state", { data: JSON.stringify(state) }));
      }, 50);
    }
    close() {}
  }
  window.EventSource = Feed;
`;

/** Two seconds of scrolling as a hand does it, then jumps over the whole list. */
const SCROLL = `new Promise((done) => {
  const list = document.querySelector(".list");
  let frames = 0;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const frame = (act) => new Promise((next) => requestAnimationFrame(() => { act(); next(); }));
  const work = async () => {
    while (seconds() < 2) await frame(() => { frames++; list.scrollTop += 150; });
    const rate = frames / seconds();
    let most = 0;
    for (let part = 0; part <= 10; part++) {
      await frame(() => { list.scrollTop = (list.scrollHeight * part) / 10; });
      await frame(() => {});
      most = Math.max(most, document.querySelectorAll(".row").length);
    }
    done({ rate, most });
  };
  work();
})`;
