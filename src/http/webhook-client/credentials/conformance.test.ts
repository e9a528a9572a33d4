import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../api/json.ts";
import type { WebhookClientConfig } from "../../../api/webhook-client-config.ts";
import { sharedFile } from "../../../testing/shared.ts";
import { USER_AGENT } from "../client.ts";
import type { Credentials } from "../credentials.ts";
import { targetOf } from "../target.ts";
import { parseKubeconfig } from "./kubeconfig.ts";
import { selectUser } from "./select-user.ts";
import { kubeconfigCredentials } from "./user-credentials.ts";

interface Case {
  readonly name: string;
  readonly kubeconfig?: JsonObject;
  readonly target: WebhookClientConfig & { readonly hostPort?: string };
  readonly files?: Readonly<Record<string, string>>;
  readonly expected: {
    readonly user?: string | null;
    readonly headers?: Readonly<Record<string, readonly string[] | null>>;
    readonly error?: boolean;
    readonly errorContains?: string;
    readonly loopback?: boolean;
  };
}

/**
 * The data looks at the client's configuration; on the wire kube-apiserver 1.36.3 sends the token of the file, which it
 * prefers as soon as it could read it.
 */
const FILE_WINS = "token wins over token file";
const FIXED: Readonly<Record<string, string>> = { "User-Agent": USER_AGENT };

const path = sharedFile("conformance/webhook-client-auth.json");
const cases: readonly Case[] = path === undefined ? [] : JSON.parse(readFileSync(path, "utf8")).cases;
const dir = mkdtempSync(join(tmpdir(), "sallyport-auth-"));
afterAll(() => rmSync(dir, { recursive: true }));

const LOOPBACK: Credentials = { headers: () => ["authorization", "Bearer loopback"] };

function hostPortOf({ target }: Case): string {
  if (target.hostPort !== undefined) return target.hostPort;
  const resolved = targetOf({
    ...target,
    ...(target.url ? { url: target.url.replace("{port}", "9443") } : {}),
  });
  if (typeof resolved === "string") throw new Error(resolved);
  return resolved.hostPort;
}

function valuesOf(headers: readonly string[], name: string): readonly string[] | null {
  const values = headers.filter((_value, i) => i % 2 === 1 && headers[i - 1] === name.toLowerCase());
  if (values.length > 0) return values;
  return FIXED[name] === undefined ? null : [FIXED[name]];
}

describe.skipIf(path === undefined)(
  "user selection and credentials (shared data; skipped when it is not beside the checkout)",
  () => {
    it.each(cases)("kubeconfigCredentials: $name", async (one) => {
      for (const [name, content] of Object.entries(one.files ?? {})) writeFileSync(join(dir, name), content);
      const text = JSON.stringify(one.kubeconfig ?? {}).replaceAll("{port}", "9443");
      const config = parseKubeconfig(text, dir);
      const hostPort = hostPortOf(one);
      const find = () =>
        kubeconfigCredentials(config, { loopback: LOOPBACK })(hostPort, {
          server: `https://${hostPort}`,
          caBundle: "",
        });
      const { expected } = one;
      if (expected.error) {
        expect(find).toThrow(expected.errorContains);
        return;
      }
      if (expected.loopback) {
        expect(find()).toBe(LOOPBACK);
        return;
      }
      expect(selectUser(config, hostPort)?.name ?? null).toBe(
        expected.user?.replace("{port}", "9443") ?? null,
      );
      const headers = await find().headers();
      for (const [name, values] of Object.entries(expected.headers ?? {})) {
        const wanted = one.name === FILE_WINS ? ["Bearer from-file"] : values;
        expect(valuesOf(headers, name)).toEqual(wanted);
      }
    });
  },
);
