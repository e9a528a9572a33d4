import { remembered } from "../../../../async/remembered.ts";

/**
 * Image references as container runtimes write them: `[domain/]path[:tag][@digest]`. The pull policy depends
 * on the tag; an invalid reference has none.
 */
const COMPONENT = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const DOMAIN_COMPONENT = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const IPV6 = "\\[(?:[a-fA-F0-9:]+)\\]";
const DOMAIN = `(?:${DOMAIN_COMPONENT}(?:\\.${DOMAIN_COMPONENT})*|${IPV6})(?::[0-9]+)?`;
const TAG = "[\\w][\\w.-]{0,127}";
const DIGEST = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const REFERENCE = new RegExp(
  `^((?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);
const IDENTIFIER = /^[a-f0-9]{64}$/;
const MAX_NAME = 255;
const SHA_LENGTHS: ReadonlyMap<string, number> = new Map([
  ["sha256", 64],
  ["sha384", 96],
  ["sha512", 128],
]);

/** Returns the default pull policy of a container: Always for the tag `latest` and for images without a tag. */
export const defaultPullPolicy = remembered(
  (image): "Always" | "IfNotPresent" => (imageTag(image) === "latest" ? "Always" : "IfNotPresent"),
  { entries: 4096 },
);

/** Returns the tag; `latest` if there is neither tag nor digest; undefined for an invalid image reference. */
export function imageTag(image: string): string | undefined {
  if (IDENTIFIER.test(image) || image.length > 1024) return undefined;
  const match = REFERENCE.exec(withDomain(image));
  if (match === null || !isKnownDigest(match[3])) return undefined;
  const name = match[1] ?? "";
  if (pathOf(name).length > MAX_NAME) return undefined;
  return match[2] ?? (match[3] === undefined ? "latest" : "");
}

/** Adds the domain of the default registry, whose name is part of the path, to images without a domain. */
function withDomain(image: string): string {
  const slash = image.indexOf("/");
  const first = slash < 0 ? "" : image.slice(0, slash);
  const isDomain = /[.:]/.test(first) || first === "localhost" || first.toLowerCase() !== first;
  return isDomain ? image : `docker.io/${slash < 0 ? `library/${image}` : image}`;
}

const pathOf = (name: string): string => name.slice(name.indexOf("/") + 1);

/** True for digests of a known algorithm and the right length. Other digests make the reference invalid. */
function isKnownDigest(digest: string | undefined): boolean {
  if (digest === undefined) return true;
  const [algorithm = "", hex = ""] = digest.split(":");
  return SHA_LENGTHS.get(algorithm) === hex.length && hex === hex.toLowerCase();
}
