import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

/** The browser of this machine; undefined: there is none. */
export const chromiumPath = [process.env.CHROMIUM ?? "", ...PLACES].find(
  (path) => path !== "" && existsSync(path),
);

/** Opens the link to a console, as a user does who watches the requests. Resolves with a function that closes it. */
export async function openInChromium({ consoleLink }) {
  const browser = await puppeteer.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"],
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(consoleLink);
  await page.waitForFunction("document.querySelector('.status')?.textContent.includes('Live')");
  return () => browser.close();
}
