import type { PeerCertificate as NodeCertificate, TLSSocket } from "node:tls";
import type { Peer, PeerCertificate } from "../../api/exchange/exchange.ts";
import { readCertificateSubject } from "../../crypto/x509/certificate-subject.ts";
import { DerProblem } from "../../crypto/x509/der.ts";
import { type Authorities, vouchedBy } from "./authorities.ts";

/**
 * Returns the peer of a connection: its address and its certificate. Called once for each connection. A
 * certificate that no authority accepts, or whose subject cannot be read, sets `certificateError`.
 * `authorities` is undefined if the server does not request client certificates.
 */
export function peerOf(socket: TLSSocket, authorities: Authorities | undefined): Peer | Promise<Peer> {
  const address = plainAddress(socket.remoteAddress ?? "");
  const port = socket.remotePort ?? 0;
  if (authorities === undefined) return { address, port };
  const shown = socket.getPeerCertificate(false);
  if (shown?.raw === undefined) return { address, port };
  return certified(socket, shown, authorities).then((found) => ({ address, port, ...found }));
}

type Found = Pick<Peer, "certificate" | "certificateError">;

async function certified(
  socket: TLSSocket,
  shown: NodeCertificate,
  authorities: Authorities,
): Promise<Found> {
  const by = await vouchedBy(socket, authorities);
  if (!by.clients && !by.proxies) return { certificateError: "not trusted" };
  const found = withSubject(shown);
  if (authorities.proxies === undefined || found.certificate === undefined) return found;
  return { certificate: { ...found.certificate, vouchedBy: by } };
}

/** Returns an IPv4 client on a dual-stack socket (`::ffff:10.0.0.1`) as plain IPv4, as Go does. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

function withSubject(shown: NodeCertificate): Found {
  try {
    const { commonName, organizations, uid } = readCertificateSubject(shown.raw);
    const certificate: PeerCertificate = {
      commonName,
      organizations,
      ...(uid === undefined ? {} : { uid }),
      fingerprint: shown.fingerprint256.replaceAll(":", "").toLowerCase(),
      validFrom: Date.parse(shown.valid_from),
      validTo: Date.parse(shown.valid_to),
    };
    return { certificate };
  } catch (problem) {
    if (problem instanceof DerProblem) return { certificateError: problem.message };
    throw problem;
  }
}
