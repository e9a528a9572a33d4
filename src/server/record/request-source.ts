import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { formatIp, parseIp } from "../../go/ip-address.ts";

const LONGEST_AGENT = 1024;
/** Maximum number of addresses; the headers have room for half a million. */
const MOST_ADDRESSES = 1000;

/**
 * Returns the addresses in the proxies' header, then the one of the connection. The client can choose all
 * addresses except for that of the connection.
 */
export function sourceIps({ headers, peer }: Pick<ServerRequest, "headers" | "peer">): readonly string[] {
  const forwarded = (headers["x-forwarded-for"] ?? "")
    .split(",", MOST_ADDRESSES)
    .flatMap((text) => addressOf(text.trim()));
  const [real] = addressOf(headers["x-real-ip"] ?? "");
  const ips = real === undefined || forwarded.includes(real) ? forwarded : [...forwarded, real];
  return peer.address === "" || ips.at(-1) === peer.address ? ips : [...ips, peer.address];
}

function addressOf(text: string): string[] {
  const ip = parseIp(text);
  return ip === undefined ? [] : [formatIp(ip)];
}

/** Returns the user agent, or undefined if there is none. */
export function userAgent({ headers }: Pick<ServerRequest, "headers">): string | undefined {
  const agent = headers["user-agent"];
  if (agent === undefined || agent.length <= LONGEST_AGENT) return agent;
  return `${agent.slice(0, LONGEST_AGENT)}...TRUNCATED`;
}
