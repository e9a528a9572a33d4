import type { DetailedPeerCertificate, PeerCertificate as NodeCertificate, TLSSocket } from "node:tls";
import type { Peer, PeerCertificate } from "../../api/exchange.ts";

/** Subject attribute that carries the uid of a user in Kubernetes' client certificates. */
const UID_ATTRIBUTE = "1.3.6.1.4.1.57683.2";

/**
 * Who is at the other end of a connection. Called once a connection; a certificate that the client CA bundle does not
 * vouch for leaves `certificateError`.
 */
export function peerOf(socket: TLSSocket, verifiesClients: boolean): Peer {
  const address = plainAddress(socket.remoteAddress ?? "");
  const port = socket.remotePort ?? 0;
  if (!verifiesClients) return { address, port };
  const shown = socket.getPeerCertificate(false);
  if (shown?.raw === undefined) return { address, port };
  if (!socket.authorized)
    return { address, port, certificateError: String(socket.authorizationError ?? "not trusted") };
  return { address, port, certificate: readCertificate(shown) };
}

/** `::ffff:10.0.0.1`, an IPv4 client on a dual-stack socket, is printed as IPv4, as Go does. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

function readCertificate(shown: NodeCertificate | DetailedPeerCertificate): PeerCertificate {
  const subject: Readonly<Record<string, string | readonly string[] | undefined>> = { ...shown.subject };
  const uid = valuesOf(subject[UID_ATTRIBUTE]).at(-1);
  return {
    commonName: valuesOf(subject.CN).at(-1) ?? "",
    organizations: valuesOf(subject.O),
    ...(uid === undefined ? {} : { uid }),
    fingerprint: shown.fingerprint256.replaceAll(":", "").toLowerCase(),
    validFrom: Date.parse(shown.valid_from),
    validTo: Date.parse(shown.valid_to),
  };
}

function valuesOf(attribute: string | readonly string[] | undefined): readonly string[] {
  if (attribute === undefined) return [];
  return typeof attribute === "string" ? [attribute] : attribute;
}
