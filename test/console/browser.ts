import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

/** The browser of this machine; undefined: there is none. `CHROMIUM` names another. */
export const chromium: string | undefined = [process.env.CHROMIUM ?? "", ...PLACES].find(
  (path) => path !== "" && existsSync(path),
);

/** Folder of screenshots; `SCREENSHOTS` names a permanent folder. */
export const screenshots: string =
  process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "sallyport-screens-"));

/** Maximum wait for any expected event, in milliseconds. A busy machine can be slow. */
export const PATIENCE_MS = 90_000;

/** It opens no pages but ours: without a sandbox, which not every machine lets it have. */
export function openBrowser(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: chromium ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"],
    protocolTimeout: 2 * PATIENCE_MS,
    timeout: PATIENCE_MS,
  });
}

/** Opens a page. `complaints` has the errors of the page, and requests that its policy refused. */
export async function openPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) complaints.push(message.text());
  });
  await page.setViewport({ width: 1280, height: 800 });
  return { page, complaints };
}

/** Runs a function as text in the page, because the types here do not include documents. */
export const inPage = (page: Page, code: string, ...values: readonly unknown[]): Promise<unknown> =>
  page.evaluate(`(${code})(...${JSON.stringify(values)})`);

/** Waits until some element's text has this in it. */
export async function seen(page: Page, selector: string, text: string): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) =>
    one.textContent.includes(${JSON.stringify(text)}))`;
  await page.waitForFunction(found, { polling: 50 }).catch((error) => {
    throw new Error(`never seen in ${selector}: ${text}`, { cause: error });
  });
}

/** Clicks the first such element with this text in it. */
export async function clickOn(page: Page, selector: string, text: string): Promise<void> {
  await seen(page, selector, text);
  const click = `(where, what) => [...document.querySelectorAll(where)]
    .find((one) => one.textContent.includes(what)).click()`;
  await inPage(page, click, selector, text);
}

const SIZES = [
  [1280, 800],
  [390, 844],
] as const;
const COLORS = ["light", "dark"] as const;

/** Elements that extend beyond the right side of the page, except in parts that can be scrolled. */
const TOO_WIDE = `() => [...document.querySelectorAll("#app :is(a, button, p, h1, h2, select, td)")]
  .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => one.closest(".graph, .matrix, .list, pre") === null)
  .map((one) => one.outerHTML.slice(0, 200))`;

/** The page as it is now, in both sizes, light and dark. Throws when something does not fit. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewport({ width, height });
    const wide = await inPage(page, TOO_WIDE);
    if (Array.isArray(wide) && wide.length > 0)
      throw new Error(`${name} at ${width}: does not fit: ${wide.join(", ")}`);
    for (const color of COLORS) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: color }]);
      await page.screenshot({ path: join(screenshots, `${name}-${width}-${color}.png`) });
    }
  }
  await page.setViewport({ width: 1280, height: 800 });
  await page.emulateMediaFeatures([]);
}
