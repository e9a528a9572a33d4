import { X509Certificate } from "node:crypto";
import { chmod, chown, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { ensureCertificates } from "./ensure-certificates.ts";

const DAY = 86_400_000;
const admin = { commonName: "admin", organizations: ["system:masters", "ops, team"] };
let certDir: string;

beforeEach(() => {
  certDir = folderForTest();
});

describe("ensureCertificates", () => {
  it("ensureCertificates makes an authority, a serving certificate and client certificates", async () => {
    const { ca, serving, clients } = await ensureCertificates({
      certDir,
      hosts: ["10.0.0.1", "api.test"],
      clients: { admin },
    });
    const authority = new X509Certificate(ca.cert);
    const server = new X509Certificate(serving.cert);
    expect(authority.ca).toBe(true);
    expect(server.verify(authority.publicKey)).toBe(true);
    for (const name of ["localhost", "kubernetes.default.svc", "api.test"])
      expect(server.checkHost(name)).toBe(name);
    for (const address of ["127.0.0.1", "::1", "10.0.0.1"]) expect(server.checkIP(address)).toBe(address);
    const subject = new X509Certificate(clients.admin?.cert ?? "").toLegacyObject().subject;
    expect(subject).toMatchObject({ CN: "admin", O: ["system:masters", "ops, team"] });
    expect((await stat(join(certDir, "apiserver.key"))).mode & 0o777).toBe(0o600);
  });

  it("ensureCertificates makes an authority of its own for the front proxy, and keeps both", async () => {
    const frontProxy = { commonName: "front-proxy-client", organizations: [] };
    const first = await ensureCertificates({ certDir, frontProxy });
    const client = new X509Certificate(first.frontProxy?.client.cert ?? "");
    expect(client.checkIssued(new X509Certificate(first.frontProxy?.ca.cert ?? ""))).toBe(true);
    expect(client.checkIssued(new X509Certificate(first.ca.cert))).toBe(false);
    expect(client.subject).toBe("CN=front-proxy-client");
    expect(await ensureCertificates({ certDir, frontProxy })).toEqual(first);
  });

  it("ensureCertificates keeps what is good", async () => {
    const first = await ensureCertificates({ certDir, clients: { admin } });
    expect(await ensureCertificates({ certDir, clients: { admin } })).toEqual(first);
  });

  it("ensureCertificates closes keys that others could read", async () => {
    await ensureCertificates({ certDir });
    await chmod(join(certDir, "ca.key"), 0o644);
    const told: string[] = [];
    await ensureCertificates({ certDir, tellOfMode: (path, was) => told.push(`${was} ${path}`) });
    expect((await stat(join(certDir, "ca.key"))).mode & 0o777).toBe(0o600);
    expect(told).toEqual([`0644 ${join(certDir, "ca.key")}`]);
  });

  it("ensureCertificates closes a folder that others could write to", async () => {
    await chmod(certDir, 0o777);
    const told: string[] = [];
    await ensureCertificates({ certDir, tellOfMode: (path, was) => told.push(`${was} ${path}`) });
    expect((await stat(certDir)).mode & 0o777).toBe(0o700);
    expect(told).toEqual([`0777 ${certDir}`]);
  });

  it.skipIf(process.geteuid?.() !== 0).each(["ca.key", "ca.crt", "admin.key", "."])(
    "ensureCertificates refuses %s of another user",
    async (name) => {
      await ensureCertificates({ certDir, clients: { admin } });
      await chown(join(certDir, name), 65_534, 65_534);
      await expect(ensureCertificates({ certDir, clients: { admin } })).rejects.toThrow(
        `${join(certDir, name)} belongs to user 65534`,
      );
    },
  );

  it("ensureCertificates renews what expires within 30 days and keeps the authority", async () => {
    const now = Date.now();
    const first = await ensureCertificates({ certDir, now });
    const same = await ensureCertificates({ certDir, now: now + 330 * DAY });
    const later = await ensureCertificates({ certDir, now: now + 340 * DAY });
    expect(same).toEqual(first);
    expect(later.ca).toEqual(first.ca);
    expect(later.serving).not.toEqual(first.serving);
    expect(await readFile(join(certDir, "apiserver.crt"), "utf8")).toBe(later.serving.cert);
  });

  it("ensureCertificates makes a serving certificate again when a name is missing or the file is damaged", async () => {
    const first = await ensureCertificates({ certDir });
    const named = await ensureCertificates({ certDir, hosts: ["new.test"] });
    expect(named.serving).not.toEqual(first.serving);
    await writeFile(join(certDir, "apiserver.crt"), "nonsense");
    expect(
      new X509Certificate((await ensureCertificates({ certDir })).serving.cert).checkHost("localhost"),
    ).toBe("localhost");
  });
});
