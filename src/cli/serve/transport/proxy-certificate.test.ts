import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTests } from "../../../../test/tools/scratch-folder.tool.ts";
import { createAuthority, issueClient } from "../../../http/certificates/issue.ts";
import { proxyCertificate } from "./proxy-certificate.ts";

const folder = folderForTests();

test("changed files are read again, and those that do not fit together are not used", async () => {
  const now = Date.now();
  const ca = await createAuthority({ commonName: "test", now });
  const issue = (commonName: string) => issueClient(ca, { commonName, organizations: [], now });
  const [first, second] = [await issue("first"), await issue("second")];
  const [cert, key] = [join(folder, "tls.crt"), join(folder, "tls.key")];
  writeFileSync(cert, first.cert);
  writeFileSync(key, first.key);
  const said: string[] = [];
  let hear = (): void => {};
  const next = () =>
    new Promise<void>((resolve) => {
      hear = resolve;
    });
  const log = (level: string) => {
    said.push(level);
    hear();
  };
  const flags = { proxyClientCertFile: cert, proxyClientKeyFile: key };
  const opened = await proxyCertificate({ flags, log, certificates: {} });
  expect(opened.options.proxyClientCertificate?.().cert).toBe(first.cert);
  let heard = next();
  writeFileSync(cert, second.cert);
  await heard;
  expect([said, opened.options.proxyClientCertificate?.().cert]).toEqual([["error"], first.cert]);
  heard = next();
  writeFileSync(key, second.key);
  await heard;
  expect([said.at(-1), opened.options.proxyClientCertificate?.().cert]).toEqual(["info", second.cert]);
  opened.close();
});
