import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

  /** The file that `npm pack` makes of a package of this checkout; packed before when SALLYPORT_PACKED says where. */
  pack(name: "sallyport" | "sallyport-webhook"): string {
    const { SALLYPORT_PACKED: packed } = process.env;
    const found = packed && readdirSync(packed).find((file) => file.replace(/-\d.*/, "") === name);
    if (packed && found) return join(packed, found);
    const workspace = name === "sallyport" ? [] : ["--workspace", name];
    const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", this.#outside, ...workspace];
    const [{ filename }] = JSON.parse(this.run("npm", args, ROOT)) as [{ filename: string }];
    return join(this.#outside, filename);
  }

  /** `npm install`, offline. */
  install(...files: string[]): string {
    return this.run("npm", ["install", "--offline", ...files]);
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
