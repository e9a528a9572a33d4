import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { expect, it } from "vitest";
import { readCertificate } from "../../crypto/x509/certificate.ts";
import { CertificatePool } from "./certificate-pool.ts";
import { vouchesFor } from "./verify-certificate.ts";

// Clients with such chains were sent to kube-apiserver 1.36.3, with TLS 1.2 and 1.3; it knew the same ones.

const HOUR = 3_600_000;
const NOW = Date.parse("2030-01-01T00:00:00Z");
const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
const ANY = "2.5.29.37.0";

interface Made {
  readonly der: Buffer;
  readonly subject: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

interface Wanted {
  readonly issuer?: Made;
  /** Undefined: no basic constraints. */
  readonly ca?: boolean | undefined;
  readonly pathLength?: number;
  readonly keys?: webcrypto.CryptoKeyPair;
  /** Milliseconds from now. */
  readonly from?: number;
  readonly to?: number;
  readonly hash?: string;
  readonly uses?: readonly string[];
  readonly names?: x509.JsonGeneralNames;
  readonly extensions?: readonly x509.Extension[];
}

async function make(subject: string, wanted: Wanted = {}): Promise<Made> {
  const { issuer, pathLength, from = -HOUR, to = HOUR, hash = "SHA-256", uses = [], names = [] } = wanted;
  const ca = "ca" in wanted ? wanted.ca : true;
  const keys = wanted.keys ?? (await webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]));
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.subject ?? subject,
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: { ...EC, hash },
    notBefore: new Date(NOW + from),
    notAfter: new Date(NOW + to),
    extensions: [
      ...(ca === undefined ? [] : [new x509.BasicConstraintsExtension(ca, pathLength, true)]),
      ...(uses.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension([...uses])]),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
      ...(wanted.extensions ?? []),
    ],
  });
  return { der: Buffer.from(certificate.rawData), subject, keys };
}

const authority = (wanted: Wanted = {}, subject = "CN=middle") => make(subject, { issuer: root, ...wanted });
const leaf = (issuer: Made, wanted: Wanted = {}) =>
  make("O=g,CN=jane", { issuer, ca: false, uses: [clientAuth], ...wanted });

const trusted = (made: readonly Made[]) =>
  new CertificatePool(made.map(({ der }) => readCertificate(der)).filter((one) => typeof one !== "string"));
const known = (roots: readonly Made[], ...shown: readonly Made[]): Promise<boolean> =>
  vouchesFor(
    trusted(roots),
    shown.map(({ der }) => der),
    NOW,
  );

const root = await make("CN=root");

const TAGS = { email: 0x81, dns: 0x82, directory: 0xa4, url: 0x86, ip: 0x87 } as const;
type Kind = keyof typeof TAGS;
type Subtree = readonly [Kind, string | readonly number[]];

function value(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

const subtrees = (tag: number, list: readonly Subtree[]): Buffer =>
  value(tag, ...list.map(([kind, name]) => value(0x30, value(TAGS[kind], Buffer.from(name as string)))));

function constraints(permitted: readonly Subtree[], excluded: readonly Subtree[] = [], critical = true) {
  const parts = [
    ...(permitted.length === 0 ? [] : [subtrees(0xa0, permitted)]),
    ...(excluded.length === 0 ? [] : [subtrees(0xa1, excluded)]),
  ];
  return new x509.Extension("2.5.29.30", critical, value(0x30, ...parts));
}

type Name = readonly [type: "dns" | "email" | "url" | "ip", value: string];
const namesOf = (names: readonly Name[]): x509.JsonGeneralNames =>
  names.map(([type, value]) => ({ type, value }));

const TEN = [10, 0, 0, 0, 255, 0, 0, 0];
const NO_NAME: readonly number[] = [0x30, 0];

it.each<[boolean, string, readonly Subtree[], readonly Subtree[], readonly Name[]]>([
  [true, "permitted", [["dns", "ex.io"]], [], [["dns", "a.ex.io"]]],
  [false, "not permitted", [["dns", "ex.io"]], [], [["dns", "a.ex.com"]]],
  [false, "excluded", [], [["dns", "ex.io"]], [["dns", "a.ex.io"]]],
  [true, "not excluded", [], [["dns", "ex.io"]], [["dns", "a.ex.com"]]],
  [true, "not in the leaf", [["dns", "ex.io"]], [], []],
  [true, "of any host", [["dns", "ex.io"]], [], [["dns", "*.ex.io"]]],
  [false, "of any host, of which one is excluded", [], [["dns", "a.ex.io"]], [["dns", "*.ex.io"]]],
  [true, "in capitals", [["dns", "EX.io"]], [], [["dns", "A.ex.IO"]]],
  [false, "of the domain, whose hosts are permitted", [["dns", ".ex.io"]], [], [["dns", "ex.io"]]],
  [true, "of a host, whose domain is permitted", [["dns", ".ex.io"]], [], [["dns", "a.ex.io"]]],
  [true, "permitted with all others", [["dns", ""]], [], [["dns", "a.b"]]],
  [false, "excluded with all others", [], [["dns", ""]], [["dns", "a.b"]]],
  [false, "with a dot at its end", [["dns", "ex.io"]], [], [["dns", "a.ex.io."]]],
  [false, "with a blank", [["dns", "ex.io"]], [], [["dns", "a b.ex.io"]]],
  [true, "with an underscore", [["dns", "ex.io"]], [], [["dns", "a_b.ex.io"]]],
  [true, "a mailbox of the host", [["email", "ex.io"]], [], [["email", "a@ex.io"]]],
  [true, "a mailbox of another host of the domain", [["email", "ex.io"]], [], [["email", "a@b.ex.io"]]],
  [true, "a mailbox of the domain", [["email", ".ex.io"]], [], [["email", "a@b.ex.io"]]],
  [true, "the mailbox", [["email", "a@ex.io"]], [], [["email", "a@ex.io"]]],
  [false, "another mailbox", [["email", "a@ex.io"]], [], [["email", "b@ex.io"]]],
  [false, "a mailbox that is excluded", [], [["email", "ex.io"]], [["email", "a@ex.io"]]],
  [false, "no mailbox", [["email", "ex.io"]], [], [["email", "nonsense"]]],
  [true, "a URL of the host", [["url", "ex.io"]], [], [["url", "https://ex.io/x"]]],
  [true, "an identity of SPIFFE", [["url", "ex.io"]], [], [["url", "spiffe://ex.io/a"]]],
  [false, "a URL of another host", [["url", "ex.io"]], [], [["url", "https://b.ex.com/x"]]],
  [false, "a URL of an address", [["url", "ex.io"]], [], [["url", "https://127.0.0.1/x"]]],
  [false, "a URL that is excluded", [], [["url", "ex.io"]], [["url", "spiffe://ex.io/a"]]],
  [false, "a URL without a host", [["url", "ex.io"]], [], [["url", "urn:a:b"]]],
  [true, "an address of the network", [["ip", TEN]], [], [["ip", "10.1.2.3"]]],
  [false, "an address of another network", [["ip", TEN]], [], [["ip", "11.1.2.3"]]],
  [false, "an address that is excluded", [], [["ip", TEN]], [["ip", "10.1.2.3"]]],
  [false, "an address of the other version", [["ip", TEN]], [], [["ip", "::1"]]],
  [
    false,
    "an address, with a mask that is none",
    [["ip", [10, 0, 0, 0, 255, 0, 255, 0]]],
    [],
    [["ip", "10.1.2.3"]],
  ],
  [true, "an address, where domains are permitted", [["dns", "ex.io"]], [], [["ip", "10.1.2.3"]]],
  [false, "of a kind that is not checked", [["directory", NO_NAME]], [], []],
])(
  "a client is known (%s) whose name is %s by its authority",
  async (expected, _, permitted, excluded, names) => {
    const middle = await authority({ extensions: [constraints(permitted, excluded)] });
    expect(await known([root], await leaf(middle, { names: namesOf(names) }), middle)).toBe(expected);
  },
);

it("constraints that are not critical count, but those of a kind that is not checked do not", async () => {
  const permitting = await authority({ extensions: [constraints([["dns", "ex.io"]], [], false)] });
  const names = namesOf([["dns", "a.ex.com"]]);
  expect(await known([root], await leaf(permitting, { names }), permitting)).toBe(false);
  const unchecked = await authority({ extensions: [constraints([["directory", NO_NAME]], [], false)] });
  expect(await known([root], await leaf(unchecked), unchecked)).toBe(true);
});

it("constraints of a root count, for the leaf and for what is between them", async () => {
  const bound = await make("CN=bound", { extensions: [constraints([["dns", "ex.io"]])] });
  const [inside, outside] = [namesOf([["dns", "a.ex.io"]]), namesOf([["dns", "a.ex.com"]])];
  const middle = await make("CN=middle", { issuer: bound });
  const outer = await make("CN=outer", { issuer: bound, names: outside });
  expect(await known([bound], await leaf(bound, { names: inside }))).toBe(true);
  expect(await known([bound], await leaf(bound, { names: outside }))).toBe(false);
  expect(await known([bound], await leaf(middle, { names: outside }), middle)).toBe(false);
  expect(await known([bound], await leaf(outer), outer)).toBe(false);
});

it("an authority that is out of date leads nowhere, one that was renewed does, in any order", async () => {
  const expired = await authority({ to: -HOUR / 2 });
  const renewed = await authority({ keys: expired.keys });
  const later = await authority({ from: HOUR / 2 });
  const jane = await leaf(expired);
  expect(await known([root], jane, expired)).toBe(false);
  expect(await known([root], jane, expired, renewed)).toBe(true);
  expect(await known([root], jane, renewed, expired)).toBe(true);
  expect(await known([root], await leaf(later), later)).toBe(false);
});

it("what is trusted must be in date, need not be a root, and may be crossed by another", async () => {
  const expired = await make("CN=expired", { to: -HOUR / 2 });
  const crossed = await make("CN=expired", { issuer: root, keys: expired.keys });
  const below = await make("CN=below", { issuer: expired });
  expect(await known([expired], await leaf(expired))).toBe(false);
  expect(await known([expired], await leaf(below), below)).toBe(false);
  expect(await known([expired, root], await leaf(expired), crossed)).toBe(true);
  const anchor = await make("CN=anchor", { issuer: await make("CN=unknown") });
  expect(await known([anchor], await leaf(anchor))).toBe(true);
  const old = await authority({ to: -HOUR / 2 });
  expect(await known([root, old], await leaf(old), old)).toBe(false);
});

it.each<[boolean, string, Wanted]>([
  [false, "is none", { ca: false }],
  [false, "has no basic constraints", { ca: undefined }],
  [false, "is for servers", { uses: [serverAuth] }],
  [true, "is for any use", { uses: [ANY] }],
  [true, "is for servers and clients", { uses: [serverAuth, clientAuth] }],
  [false, "is signed with SHA-1", { hash: "SHA-1" }],
  [
    false,
    "has a critical extension that is not known",
    { extensions: [new x509.Extension("1.2.3.4", true, value(5))] },
  ],
])("a client is known (%s) whose authority %s", async (expected, _, wanted) => {
  const middle = await authority(wanted);
  expect(await known([root], await leaf(middle), middle)).toBe(expected);
});

it.each<[boolean, string, Wanted]>([
  [false, "for servers", { uses: [serverAuth] }],
  [true, "for any use", { uses: [ANY] }],
  [true, "without a use", { uses: [] }],
  [true, "of an authority", { ca: true }],
  [false, "that is over", { to: -HOUR / 2 }],
  [false, "that has not begun", { from: HOUR / 2 }],
  [false, "signed with SHA-1", { hash: "SHA-1" }],
  [
    false,
    "with a critical extension that is not known",
    { extensions: [new x509.Extension("1.2.3.4", true, value(5))] },
  ],
])("a client is known (%s) with a certificate %s", async (expected, _, wanted) => {
  expect(await known([root], await leaf(root, wanted))).toBe(expected);
});

it("a path may be as long as its authorities say", async () => {
  const [none, one] = [await authority({ pathLength: 0 }), await authority({ pathLength: 1 })];
  const [belowNone, belowOne] = await Promise.all(
    [none, one].map((issuer) => make("CN=below", { issuer })) as [Promise<Made>, Promise<Made>],
  );
  expect(await known([root], await leaf(belowNone), belowNone, none)).toBe(false);
  expect(await known([root], await leaf(belowOne), belowOne, one)).toBe(true);
});
