import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allow, deny, serveWebhooks, validating, type WebhookServer } from "../../src/webhook/index.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { seriousIssues } from "./accessible.ts";
import {
  chromium,
  clickOn,
  inPage,
  openBrowser,
  openPage,
  PATIENCE_MS,
  screenshots,
  seen,
  takeScreenshots,
} from "./browser.ts";

const PODS = "/api/v1/namespaces/demo/pods";
const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>{{7*7}}';

/** A policy that is not in effect. */
const SHADOW = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no-web }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  validations: [{ expression: "object.metadata.name != 'web'" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no-web }
spec: { policyName: no-web, validationActions: [Deny] }
`;

const owned = validating("/owners", (object) => {
  const { labels = {} } = object?.metadata ?? {};
  if (labels.hostile !== undefined) return deny(HOSTILE);
  return labels.owner === undefined ? deny("every pod needs a label `owner`") : allow();
});

describe.skipIf(chromium === undefined)("the console (skipped where there is no chromium)", () => {
  let dir = "";
  let server: RunningServer;
  let webhooks: WebhookServer;
  let browser: Browser;
  let link = "";

  beforeAll(async () => {
    dir = newDataDir();
    webhooks = await serveWebhooks([owned], { tls: "self-signed" });
    writeFileSync(join(dir, "new.yaml"), SHADOW);
    server = await startServer(dir, "--in-memory", "--shadow", join(dir, "new.yaml"));
    expect(server.screen).not.toContain("token=");
    const [, file = ""] = /In a browser: the link in (\S+)/.exec(server.screen) ?? [];
    link = readFileSync(file, "utf8").trim();
    await post("/api/v1/namespaces", { metadata: { name: "demo" } });
    await post("/api/v1/namespaces/demo/serviceaccounts", { metadata: { name: "default" } });
    await post(HOOKS, configuration());
    browser = await openBrowser();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await webhooks?.close();
    if (dir !== "") removeDataDir(dir);
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<number> =>
    (await server.fetch("POST", path, { body: JSON.stringify(body), headers })).status;

  const pod = (name: string, labels = {}) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels },
    spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
  });

  /** The mistake: a rule that names the resource in the singular. */
  const configuration = () => ({
    metadata: { name: "owners" },
    webhooks: [
      {
        name: "owners.example.com",
        clientConfig: { url: `${webhooks.url}/owners`, caBundle: webhooks.caBundle },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pod"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });

  test(
    "from a request that arrives to the reason, the mended configuration, and the next request that is refused",
    async () => {
      const { page, complaints } = await openPage(browser);
      await page.goto(link);
      expect(page.url()).not.toContain("token");
      await seen(page, ".status", "Live");

      expect(await post(PODS, pod("web"))).toBe(201);
      await seen(page, ".row", "demo/web");
      await takeScreenshots(page, "live");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, ".row .name", "demo/web");
      await seen(page, ".lane", "owners.example.com");
      await seen(page, ".lane .cause", 'the rule says "pod", but rules name resources by their plural');
      await seen(page, ".lane .changes", "replace pod with pods");
      await seen(page, ".blame .line", "image: registry.example.com/web:1client");
      await seen(page, ".blame .line", "terminationGracePeriodSeconds: 30default");
      await clickOn(page, ".chip.author", "default");
      await seen(page, ".blame .line.faded", "image: registry.example.com/web:1");
      await clickOn(page, ".chip.author", "default");
      await takeScreenshots(page, "request");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, ".lane .changes a", "ValidatingWebhookConfiguration/owners");
      await seen(page, ".cm-content", "owners.example.com");
      // The bundle of its certificates fits, and stays as it is.
      await seen(page, ".cm-content .y-long", "characters)");
      await typeAtEndOf(page, /- pod$/, "s");
      await page.click("input[type=checkbox]");
      await clickOn(page, "button", "What would change?");
      await seen(page, ".result-head", "1 of");
      await seen(page, ".result-group h2", "Newly refused");
      await seen(page, ".change", "every pod needs a label `owner`");
      expect(await inPage(page, SIDEWAYS, ".cm-scroller")).toBe(0);
      await takeScreenshots(page, "what-if");
      expect(await seriousIssues(page)).toEqual([]);

      await clickOn(page, "button", "Apply");
      await seen(page, "[role=status]", "ValidatingWebhookConfiguration/owners changed");
      expect(await post(PODS, pod("next"))).toBe(403);
      await clickOn(page, ".top a", "Live");
      await seen(page, ".row.refused .hook.denied", "owners.example.com");
      await clickOn(page, ".row.refused .name", "demo/next");
      await seen(page, ".lane.denied", "owners.example.com");
      await seen(page, ".outcome", "every pod needs a label `owner`");
      await clickOn(page, ".lane summary", "Review and answer as sent");
      await seen(page, ".lane pre", "kind: AdmissionReview");
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
      const { page, complaints } = await openPage(browser);
      await page.goto(link);
      await seen(page, ".status", "Live");
      const as = { "impersonate-user": HOSTILE, "impersonate-group": "system:masters", "audit-id": HOSTILE };
      await post(PODS, pod("hostile", { hostile: "yes" }), as);
      await post(`/api/v1/namespaces/${encodeURIComponent(HOSTILE)}/pods`, pod("nowhere"), as);
      await seen(page, ".row .user", HOSTILE.replaceAll(/\s+/g, " "));
      await clickOn(page, ".row .name", "demo/hostile");
      await page.waitForSelector(".page .empty-title, .page-head");
      await inPage(page, OPEN, `/what-if/${encodeURIComponent(HOSTILE)}`);
      await seen(page, "h1", "What if");
      await inPage(page, OPEN, `/request/${encodeURIComponent(HOSTILE)}`);
      await page.waitForSelector(".page .empty-title, .page-head");
      expect(await page.$$("#app img, #app script, #app iframe")).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
    3 * PATIENCE_MS,
  );

  test(
    "ten thousand rows are scrolled with few of them in the page",
    async () => {
      const { page } = await openPage(browser);
      await page.evaluateOnNewDocument(FEED);
      await page.goto(link);
      await seen(page, ".count", "10000");
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
        this.onopen?.();
        for (let i = 0; i < 10000; i++) {
          const data = JSON.stringify({
            id: "id-" + i, time: new Date(i * 1000).toISOString(), verb: "create", group: "", version: "v1",
            resource: "pods", subresource: "", namespace: "demo", name: "pod-" + i, user: "user-" + (i % 7),
            dryRun: false, code: i % 9 === 0 ? 403 : 201, allowed: i % 9 !== 0, reason: "", message: "",
            milliseconds: i % 40, policies: 1, warnings: 0,
            webhooks: [{ name: "owners.example.com", configuration: "owners", outcome: "allowed", milliseconds: 2, changed: false }],
          });
          this.dispatchEvent(new MessageEvent("request", { data, lastEventId: "a-" + i }));
        }
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
