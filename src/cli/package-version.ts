import { readFileSync } from "node:fs";

/** From package.json, which lies two folders above in the source and in the build. */
export const PACKAGE_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
