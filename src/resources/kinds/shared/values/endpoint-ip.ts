import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { type IpBytes, parseIp, unmapped } from "../../../../go/ip-address.ts";

/** Checks the address of an endpoint: addresses of the sender itself or of its local network are not allowed. */
export function checkEndpointIp(text: string, at: FieldReport): void {
  const ip = parseIp(text);
  if (ip === undefined) {
    at.invalid(text, "must be a valid IP address");
    return;
  }
  const bytes = unmapped(ip);
  if (bytes.every((byte) => byte === 0)) at.invalid(text, `may not be unspecified (${text})`);
  if (isLoopback(bytes)) at.invalid(text, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
  if (isLinkLocal(bytes)) at.invalid(text, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
  if (isLinkLocalMulticast(bytes))
    at.invalid(text, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
}

const [A, B, C] = [0, 1, 2];
const isLoopback = (ip: IpBytes): boolean =>
  ip.length === 4 ? ip[A] === 127 : ip.every((byte, i) => byte === (i === 15 ? 1 : 0));
const isLinkLocal = (ip: IpBytes): boolean =>
  ip.length === 4 ? ip[A] === 169 && ip[B] === 254 : ip[A] === 0xfe && ((ip[B] ?? 0) & 0xc0) === 0x80;
const isLinkLocalMulticast = (ip: IpBytes): boolean =>
  ip.length === 4
    ? ip[A] === 224 && ip[B] === 0 && ip[C] === 0
    : ip[A] === 0xff && ((ip[B] ?? 0) & 0x0f) === 0x02;
