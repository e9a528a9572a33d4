import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a container has: an empty folder, Node, npm, no network and nothing that npm remembers. */
export class EmptyFolder {
  readonly path: string;
  readonly #outside = mkdtempSync(join(tmpdir(), "sallyport-outside-"));

  constructor() {
    this.path = join(this.#outside, "app");
    mkdirSync(this.path);
    writeFileSync(join(this.path, "package.json"), '{ "type": "module" }\n');
  }

  /** The file that `npm pack` makes of this checkout. */
  pack(...args: string[]): string {
    const packed = execFileSync(
      "npm",
      ["pack", "--ignore-scripts", "--json", "--pack-destination", this.#outside, ...args],
      { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(this.#outside, filename);
  }

  /** `npm install`, offline. */
  install(...args: string[]): string {
    return this.run("npm", ["install", "--offline", ...args]);
  }

  run(command: string, args: readonly string[], cwd = this.path): string {
    const npm_config_cache = join(this.#outside, "cache");
    const options: ExecFileSyncOptionsWithStringEncoding = { cwd, encoding: "utf8", stdio: "pipe" };
    return execFileSync(command, args, { ...options, env: { ...process.env, npm_config_cache } });
  }

  remove(): void {
    rmSync(this.#outside, { recursive: true, force: true });
  }
}
