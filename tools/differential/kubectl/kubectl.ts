import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kubeconfigFile } from "../../../test/process/kubeconfig.mjs";
import { REFERENCE_BIN } from "../../../test/process/reference.mjs";
import type { KubectlCommand } from "./command.ts";

/** Result of a command. */
export interface Said {
  /** -1: it was ended. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of the newest kubectl, which is in the folder of the reference; PATH may have an older one. */
const NEWEST = join(REFERENCE_BIN, "kubectl");
/** Some commands wait for a minute. */
const MOST_MS = 120_000;
/** Error of a command that did not reach the server, because the machine was busy. */
const UNREACHED = /^Unable to connect to the server: net\/http: TLS handshake timeout\n$/;
const MOST_BYTES = 64 * 1024 * 1024;

/** kubectl with a separate home folder, as the administrator of one server. */
export class Kubectl {
  readonly #url: string;
  #home: string | undefined;
  #kubeconfig = "";

  constructor(port: number) {
    this.#url = `https://127.0.0.1:${port}`;
  }

  /** `namespace`: where the command acts; its folder has the same name. */
  async run(command: KubectlCommand, namespace: string): Promise<Said> {
    for (;;) {
      const said = await this.#run(command, namespace);
      if (!UNREACHED.test(said.stderr) || said.stdout !== "") return said;
    }
  }

  #run(command: KubectlCommand, namespace: string): Promise<Said> {
    const home = this.#start();
    const cwd = join(home, namespace);
    mkdirSync(cwd, { recursive: true });
    for (const [name, text] of Object.entries(command.files ?? {})) writeFileSync(join(cwd, name), text);
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      KUBECONFIG: this.#kubeconfig,
      KUBE_EDITOR: command.editor ?? "true",
      // Many run at once: no threads of their own for each.
      GOMAXPROCS: "1",
      TERM: "dumb",
      TZ: "UTC",
    };
    const program = command.old || !existsSync(NEWEST) ? "kubectl" : NEWEST;
    // A separate cache, so that cases do not use the discovery of others.
    const words = ["--namespace", namespace, "--cache-dir", join(cwd, ".cache"), ...command.words];
    const options = { cwd, env, timeout: MOST_MS, maxBuffer: MOST_BYTES };
    return new Promise((resolve) => {
      const child = execFile(program, words, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, stdout: this.#plain(stdout), stderr: this.#plain(stderr) });
      });
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(command.stdin ?? "");
    });
  }

  close(): void {
    if (this.#home !== undefined) rmSync(this.#home, { recursive: true, force: true });
  }

  #start(): string {
    if (this.#home === undefined) {
      this.#home = mkdtempSync(join(tmpdir(), "sallyport-kubectl-"));
      this.#kubeconfig = kubeconfigFile(this.#home, this.#url, "admin-token");
    }
    return this.#home;
  }

  #plain(text: string): string {
    return text
      .replaceAll(this.#home ?? "", "{home}")
      .replaceAll(this.#url, "{server}")
      .replaceAll(this.#url.slice("https://".length), "{server}");
  }
}
