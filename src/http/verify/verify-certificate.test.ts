import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { describe, expect, it } from "vitest";
import { readCertificate } from "../../crypto/x509/certificate.ts";
import { CertificatePool } from "./certificate-pool.ts";
import { verifyCertificates, vouchesFor } from "./verify-certificate.ts";

const HOUR = 3_600_000;
const now = Date.parse("2030-01-01T00:00:00Z");
const HOST = "hook.ns.svc";

interface Made {
  readonly der: Buffer;
  readonly subject: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

interface Wanted {
  readonly issuer?: Made | undefined;
  readonly ca?: boolean | undefined;
  readonly pathLength?: number;
  readonly keys?: webcrypto.CryptoKeyPair;
  readonly to?: number;
  readonly hash?: string;
  readonly extensions?: readonly x509.Extension[];
  readonly names?: readonly string[];
}

const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const newKeys = () => webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]);

async function make(subject: string, wanted: Wanted = {}): Promise<Made> {
  const { issuer, ca = true, pathLength, to = HOUR, hash = "SHA-256", extensions = [], names = [] } = wanted;
  const keys = wanted.keys ?? (await newKeys());
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.subject ?? subject,
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: { ...EC, hash },
    notBefore: new Date(now - HOUR),
    notAfter: new Date(now + to),
    extensions: [
      new x509.BasicConstraintsExtension(ca, pathLength, true),
      ...(names.length > 0
        ? [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns", value })))]
        : []),
      ...extensions,
    ],
  });
  return { der: Buffer.from(certificate.rawData), subject, keys };
}

const leafOf = (issuer: Made | undefined, more: Wanted = {}, subject = "CN=leaf"): Promise<Made> =>
  make(subject, { issuer, ca: false, names: [HOST], ...more });

/** Returns the error without its common prefix; "" if the certificates are valid. */
async function problem(roots: readonly Made[], shown: readonly Made[], host = HOST): Promise<string> {
  const trusted = roots.map(({ der }) => readCertificate(der)).filter((one) => typeof one !== "string");
  const expected = { roots: new CertificatePool(trusted), serverName: host, now };
  const text = await verifyCertificates(
    shown.map(({ der }) => der),
    expected,
  );
  return text?.replace("tls: failed to verify certificate: x509: ", "") ?? "";
}

const UNKNOWN = "certificate signed by unknown authority";
const because = (why: string, who: string): string =>
  `${UNKNOWN} (possibly because of ${JSON.stringify(why)} while trying to verify candidate authority certificate ${JSON.stringify(who)})`;
const EXPIRED =
  "certificate has expired or is not yet valid: current time 2030-01-01T00:00:00Z is after 2029-12-31T23:59:00Z";

const constraints = (der: string) => new x509.Extension("2.5.29.30", true, Buffer.from(der, "hex"));
const sequence = (...parts: Buffer[]): Buffer => value(0x30, ...parts);
function value(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
const subtree = (name: string): Buffer => sequence(value(0x82, Buffer.from(name)));
const permitting = (...names: string[]) =>
  constraints(sequence(value(0xa0, ...names.map(subtree))).toString("hex"));
const excluding = (...names: string[]) =>
  constraints(sequence(value(0xa1, ...names.map(subtree))).toString("hex"));

const root = await make("CN=root");
const other = await make("CN=other");

// Each of these chains has the same verdict and text from crypto/x509 of Go 1.26.
describe("verifyCertificates: chains", () => {
  it("builds chains by the bytes of names, also where they are empty", async () => {
    const nameless = await make("");
    expect(await problem([nameless], [await leafOf(nameless)])).toBe("");
    expect(await problem([nameless], [await leafOf(nameless, {}, "")])).toBe("");
    const middle = await make("", { issuer: nameless });
    expect(await problem([nameless], [await leafOf(middle, {}, ""), middle])).toBe("");
    const [twin, leaf] = [await make(""), await leafOf(nameless, {}, "")];
    expect(await problem([twin], [leaf])).toMatch(
      /^certificate signed by unknown authority \(possibly because of "x509: ECDSA verification failure" while trying to verify candidate authority certificate "serial:\d+"\)$/,
    );
    expect(await problem([twin, nameless], [leaf])).toBe("");
  });

  it("finds its way through what the server sent, in any order", async () => {
    const middle = await make("CN=middle", { issuer: root });
    const low = await make("CN=low", { issuer: middle });
    const leaf = await leafOf(low);
    expect(await problem([root], [leaf, low, middle])).toBe("");
    expect(await problem([root], [leaf, other, middle, leaf, low, root])).toBe("");
    expect(await problem([middle], [leaf, low])).toBe("");
    expect(await problem([root], [leaf, middle])).toBe(UNKNOWN);
    expect(await problem([root], [leaf])).toBe(UNKNOWN);
    expect(await problem([], [leaf, low, middle, root])).toBe(UNKNOWN);
  });

  it("takes another way where one is closed", async () => {
    const keys = await newKeys();
    const cross = await make("CN=middle", { issuer: other, keys });
    const expired = await make("CN=middle", { issuer: root, keys, to: -60_000 });
    const leaf = await leafOf({ ...cross, keys });
    expect(await problem([root, other], [leaf, expired, cross])).toBe("");
    expect(await problem([root], [leaf, expired, cross])).toBe(UNKNOWN);
    expect(await problem([root], [leaf, expired])).toBe(EXPIRED);
    expect(await problem([root], [leaf, cross, expired])).toBe(EXPIRED);
  });

  it("does not walk in circles", async () => {
    const [aKeys, bKeys] = [await newKeys(), await newKeys()];
    const a = { subject: "CN=a", keys: aKeys, der: Buffer.alloc(0) };
    const b = { subject: "CN=b", keys: bKeys, der: Buffer.alloc(0) };
    const aByB = await make("CN=a", { issuer: b, keys: aKeys });
    const bByA = await make("CN=b", { issuer: a, keys: bKeys });
    expect(await problem([root], [await leafOf(a), aByB, bByA])).toBe(UNKNOWN);
  });

  it("gives up among too many candidates of the same name", async () => {
    const many = await Promise.all(Array.from({ length: 101 }, () => make("CN=root")));
    const leaf = await leafOf(root);
    expect(await problem(many, [leaf])).toBe(
      "signature check attempts limit reached while verifying certificate chain",
    );
    expect(await problem([...many.slice(0, 99), root], [leaf])).toBe("");
  });

  it("takes a certificate that is trusted itself, no matter who signed it, and no other that is no authority", async () => {
    const leaf = await leafOf(root);
    expect(await problem([leaf], [leaf])).toBe("");
    const self = await leafOf(undefined);
    expect(await problem([self], [self])).toBe("");
    expect(await problem([self], [await leafOf(self)])).toBe(
      because("x509: invalid signature: parent certificate cannot sign this kind of certificate", "leaf"),
    );
    const old = await leafOf(undefined, { to: -60_000 });
    expect(await problem([old], [old])).toBe(EXPIRED);
  });

  it("refuses SHA-1", async () => {
    expect(await problem([root], [await leafOf(root, { hash: "SHA-1" })])).toBe(
      because("x509: cannot verify signature: insecure algorithm ECDSA-SHA1", "root"),
    );
  });

  it("counts intermediates", async () => {
    const short = await make("CN=short", { pathLength: 0 });
    const middle = await make("CN=middle", { issuer: short });
    expect(await problem([short], [await leafOf(short)])).toBe("");
    expect(await problem([short], [await leafOf(middle), middle])).toBe(
      "too many intermediates for path length constraint",
    );
  });
});

describe("verifyCertificates: what authorities may sign", () => {
  const constrained = async (extension: x509.Extension, ...names: string[]): Promise<string> => {
    const authority = await make("CN=constrained", { extensions: [extension] });
    const leaf = await leafOf(authority, { names: [HOST, ...names] });
    return (await problem([authority], [leaf])).replace(
      "a root or intermediate certificate is not authorized to sign for this name: ",
      "",
    );
  };

  it("minds which names are permitted, and which are not", async () => {
    expect(await constrained(permitting("svc"))).toBe("");
    expect(await constrained(permitting(".ns.svc"))).toBe("");
    expect(await constrained(permitting("HOOK.ns.SVC"))).toBe("");
    expect(await constrained(permitting("vc"))).toBe(
      'DNS name "hook.ns.svc" is not permitted by any constraint',
    );
    expect(await constrained(permitting(".hook.ns.svc"))).toBe(
      'DNS name "hook.ns.svc" is not permitted by any constraint',
    );
    expect(await constrained(permitting("svc"), "a.com")).toBe(
      'DNS name "a.com" is not permitted by any constraint',
    );
    expect(await constrained(excluding("com", "ns.svc"))).toBe(
      'DNS name "hook.ns.svc" is excluded by constraint "ns.svc"',
    );
    expect(await constrained(excluding("a.b.com"), "*.b.com")).toBe(
      'DNS name "*.b.com" is excluded by constraint "a.b.com"',
    );
    expect(await constrained(permitting(""))).toBe("");
    expect(await constrained(excluding(""))).toBe('DNS name "hook.ns.svc" is excluded by constraint ""');
  });

  it("minds for what an authority is itself", async () => {
    const clients = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]);
    const servers = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]);
    const any = new x509.ExtendedKeyUsageExtension(["2.5.29.37.0"]);
    const wrong = "certificate specifies an incompatible key usage";
    const [forClients, forAny] = [
      await make("CN=c", { extensions: [clients] }),
      await make("CN=a", { extensions: [any] }),
    ];
    expect(await problem([root], [await leafOf(root, { extensions: [servers] })])).toBe("");
    expect(await problem([root], [await leafOf(root, { extensions: [clients] })])).toBe(wrong);
    expect(await problem([forClients], [await leafOf(forClients, { extensions: [servers] })])).toBe(wrong);
    expect(await problem([forAny], [await leafOf(forAny)])).toBe("");
  });

  it("minds the policies that an authority demands", async () => {
    const demands = new x509.Extension("2.5.29.36", true, sequence(value(0x80, Buffer.from([0]))));
    const policy = new x509.Extension(
      "2.5.29.32",
      false,
      sequence(sequence(value(0x06, Buffer.from([0x2a, 1])))),
    );
    const otherPolicy = new x509.Extension(
      "2.5.29.32",
      false,
      sequence(sequence(value(0x06, Buffer.from([0x2a, 2])))),
    );
    const middle = await make("CN=middle", { issuer: root, extensions: [demands, policy] });
    expect(await problem([root], [await leafOf(middle, { extensions: [policy] }), middle])).toBe("");
    const none = "no valid chains built: 1 candidate chains with invalid policies";
    expect(await problem([root], [await leafOf(middle), middle])).toBe(none);
    expect(await problem([root], [await leafOf(middle, { extensions: [otherPolicy] }), middle])).toBe(none);
  });

  it("trusts nothing critical that it does not know", async () => {
    const critical = new x509.Extension("1.2.3.4", true, Buffer.from("0500", "hex"));
    expect(await problem([root], [await leafOf(root, { extensions: [critical] })])).toBe(
      "unhandled critical extension",
    );
    const odd = await make("CN=odd", { extensions: [critical] });
    expect(await problem([odd], [await leafOf(odd)])).toBe("unhandled critical extension");
  });
});

describe("verifyCertificates: what is no certificate", () => {
  it("says what crypto/tls says", async () => {
    const leaf = await leafOf(root);
    const broken = { ...leaf, der: leaf.der.subarray(0, -1) };
    expect(await problem([root], [])).toBe("tls: received empty certificates message");
    expect(await problem([root], [broken])).toBe(
      "tls: failed to parse certificate from server: x509: malformed certificate",
    );
    expect(await problem([root], [leaf, broken])).toBe(
      "tls: failed to parse certificate from server: x509: malformed certificate",
    );
  });
});

// Each was sent to kube-apiserver as a client certificate, which was accepted or not.
describe("vouchesFor", () => {
  const usable = (usage: string) => [new x509.ExtendedKeyUsageExtension([usage])];
  const vouched = async (...shown: Made[]): Promise<boolean> =>
    vouchesFor(
      new CertificatePool([readCertificate(root.der)].filter((one) => typeof one !== "string")),
      shown.map(({ der }) => der),
      now,
    );

  it("takes certificates for clients, for any use, and without a use; names do not matter", async () => {
    for (const extensions of [usable(x509.ExtendedKeyUsage.clientAuth), usable("2.5.29.37.0"), []])
      expect(await vouched(await make("CN=jane", { issuer: root, ca: false, extensions }))).toBe(true);
    const extensions = usable(x509.ExtendedKeyUsage.serverAuth);
    expect(await vouched(await make("CN=jane", { issuer: root, ca: false, extensions }))).toBe(false);
  });

  it("takes what others of the client lead to, and nothing that is out of date or a stranger's", async () => {
    const middle = await make("CN=middle", { issuer: root });
    const leaf = await make("CN=jane", { issuer: middle, ca: false });
    expect([await vouched(leaf, middle), await vouched(leaf), await vouched()]).toEqual([true, false, false]);
    expect(await vouched(await make("CN=jane", { issuer: root, ca: false, to: -1 }))).toBe(false);
    expect(await vouched(await make("CN=jane", { issuer: other, ca: false }))).toBe(false);
  });
});
