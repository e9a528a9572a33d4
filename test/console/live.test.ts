import { statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isShort, longTest } from "../parts/sampled.ts";
import { startServer } from "../parts/server.ts";
import { chromium, clickOn, inPage, openPage, PATIENCE_MS, seen } from "./browser.ts";
import { type ConsoleStage, linkOf, PODS, pod, startStage } from "./stage.ts";

const TOP = "() => document.querySelector('.list').scrollTop";

describe.skipIf(chromium === undefined)("the list (skipped where there is no chromium)", () => {
  let stage: ConsoleStage;

  beforeAll(async () => {
    stage = await startStage();
  }, 2 * PATIENCE_MS);
  afterAll(() => stage?.close());

  test(
    "is used with keys alone, and keeps selection and place when a person comes back",
    async () => {
      const { page, complaints } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      for (let i = 10; i < 60; i++) await stage.post(PODS, pod(`key-${i}`));
      await seen(page, ".row", "demo/key-59");

      await page.keyboard.press("/");
      await page.keyboard.type("name:key-");
      await seen(page, ".count", "50 requests");
      await page.keyboard.press("ArrowDown");
      await seen(page, ".row.active .name", "demo/key-59");
      await page.keyboard.type("jj");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.type("k");
      await seen(page, ".row.active .name", "demo/key-57");
      await page.keyboard.press("Enter");
      await seen(page, ".details h1", "demo/key-57");
      await page.keyboard.type("j");
      await seen(page, ".details h1", "demo/key-56");
      await seen(page, ".row.active .name", "demo/key-56");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".details", { hidden: true });
      await seen(page, ".row.active .name", "demo/key-56");

      await page.keyboard.press("End");
      await seen(page, ".row.active .name", "demo/key-10");
      const top = await inPage(page, TOP);
      expect(top).toBeGreaterThan(500);
      await clickOn(page, ".top a", "Configurations");
      await seen(page, "h1", "Configurations");
      await page.goBack();
      await seen(page, ".row.active", "demo/key-10");
      expect(await inPage(page, TOP)).toBe(top);

      // The strip chooses by time: its right end is the newest request.
      await inPage(page, STRIP_END);
      await seen(page, ".row.active .name", "demo/key-59");
      await page.keyboard.press("End");
      await seen(page, ".row.active .name", "demo/key-10");

      await page.setViewport({ width: 390, height: 844 });
      await seen(page, ".compact .row.active", "demo/key-10");
      await page.keyboard.press("Enter");
      await seen(page, ".details h1", "demo/key-10");
      expect(await inPage(page, "() => document.querySelector('.list-side').clientHeight")).toBe(0);
      await page.goBack();
      await seen(page, ".compact .row.active", "demo/key-10");

      await page.keyboard.press("/");
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await seen(page, "dialog[open]", "previous request");
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog[open]", { hidden: true });
      expect(complaints).toEqual([]);
      await page.close();
    },
    3 * PATIENCE_MS,
  );

  test(
    "has the work of controllers when a person asks for it",
    async () => {
      const { page } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      await stage.post("/apis/apps/v1/namespaces/demo/deployments", deployment("shop"));
      await seen(page, ".row", "demo/shop");
      await seen(page, ".chip", "Controllers ");
      expect(await inPage(page, REPLICA_SETS)).toBe(0);
      await clickOn(page, ".chip", "Controllers ");
      await seen(page, ".row .resource", "replicasets");
      await page.close();
    },
    2 * PATIENCE_MS,
  );
});

describe.skipIf(chromium === undefined || isShort)("the link (skipped where there is no chromium)", () => {
  test(
    "is missing: the page asks no more, and shows the requests when the link is opened in its tab",
    async () => {
      const stage = await startStage();
      const { page } = await openPage(stage.browser);
      let refused = 0;
      page.on("response", (response) => {
        if (response.status() === 401) refused++;
      });
      await page.goto(new URL("/#/configurations", stage.link).href);
      await seen(page, ".bad-note", "open the link that the server printed");
      await clickOn(page, ".top a", "Live");
      await seen(page, ".empty-title", "This tab has no token");
      const before = refused;
      // Longer than the pauses between two attempts.
      await new Promise((done) => setTimeout(done, 2500));
      expect(refused).toBe(before);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      await page.close();
      await stage.close();
    },
    3 * PATIENCE_MS,
  );

  test(
    "is valid after a restart, and the open page connects again by itself",
    async () => {
      const stage = await startStage();
      const { page } = await openPage(stage.browser);
      await page.goto(stage.link);
      await seen(page, ".status", "Live");
      expect(statSync(join(stage.dir, "console.json")).mode & 0o777).toBe(0o600);
      await stage.server.stop();
      await seen(page, ".bad-note", "The page connects again by itself");
      const again = await startServer(stage.dir, "--in-memory");
      try {
        expect(linkOf(again)).toBe(stage.link);
        await seen(page, ".good-note", "Connected again");
        await again.fetch("POST", "/api/v1/namespaces", { body: '{"metadata":{"name":"later"}}' });
        await seen(page, ".row .name", "later");
        const { page: other } = await openPage(stage.browser);
        await other.goto(stage.link);
        await seen(other, ".row .name", "later");
      } finally {
        await again.stop();
        await stage.close();
      }
    },
    3 * PATIENCE_MS,
  );

  longTest(
    "has another port while a program has the last one",
    async () => {
      const stage = await startStage();
      await stage.server.stop();
      const { port } = new URL(stage.link);
      const taken = createServer().listen(Number(port), "127.0.0.1");
      const other = await startServer(stage.dir, "--in-memory");
      const link = linkOf(other);
      await other.stop();
      await new Promise((done) => taken.close(done));
      const last = await startServer(stage.dir, "--in-memory");
      const back = linkOf(last);
      await last.stop();
      await stage.close();
      expect(other.screen).toContain(`(another program has port ${port} of the last link)`);
      expect(link).not.toBe(stage.link);
      expect(back).toBe(stage.link);
    },
    3 * PATIENCE_MS,
  );
});

const STRIP_END = `() => {
  const strip = document.querySelector(".strip button");
  const { right, top } = strip.getBoundingClientRect();
  strip.dispatchEvent(new MouseEvent("click", { clientX: right - 1, clientY: top, bubbles: true }));
}`;
const REPLICA_SETS = `() => [...document.querySelectorAll(".row .resource")]
  .filter((one) => one.textContent === "replicasets").length`;

const deployment = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: pod(name).spec },
  },
});
