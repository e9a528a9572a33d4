import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const execute = promisify(execFile);

/**
 * An environment like that of a new container: an empty folder, Node, npm, no network and no npm cache. All methods
 * are asynchronous, because vitest stops a worker that does not respond for a minute.
 */
export class EmptyFolder {
  readonly path: string;
  readonly #outside = mkdtempSync(join(tmpdir(), "sallyport-outside-"));

  constructor() {
    this.path = join(this.#outside, "app");
    mkdirSync(this.path);
    writeFileSync(join(this.path, "package.json"), '{ "type": "module" }\n');
  }

  /**
   * The file that `npm pack` makes of a package of this checkout; SALLYPORT_PACKED names a folder of files that were
   * packed before.
   */
  async pack(name: "sallyport" | "sallyport-webhook"): Promise<string> {
    const { SALLYPORT_PACKED: packed } = process.env;
    const found = packed && readdirSync(packed).find((file) => file.replace(/-\d.*/, "") === name);
    if (packed && found) return join(packed, found);
    const workspace = name === "sallyport" ? [] : ["--workspace", name];
    const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", this.#outside, ...workspace];
    const [{ filename }] = JSON.parse(await this.run("npm", args, ROOT)) as [{ filename: string }];
    return join(this.#outside, filename);
  }

  /** `npm install`, offline. */
  install(...files: string[]): Promise<string> {
    return this.run("npm", ["install", "--offline", ...files]);
  }

  async run(command: string, args: readonly string[], cwd = this.path): Promise<string> {
    const env = { ...process.env, npm_config_cache: join(this.#outside, "cache") };
    const { stdout } = await execute(command, args, { cwd, env, maxBuffer: 64 * 2 ** 20 });
    return stdout;
  }

  remove(): void {
    rmSync(this.#outside, { recursive: true, force: true });
  }
}
