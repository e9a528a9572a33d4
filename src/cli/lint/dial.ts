import { isIP } from "node:net";
import { connect } from "node:tls";
import type { WebhookClientConfig } from "../../api/webhook-client-config.ts";
import type { ServiceOverrides } from "../../http/webhook-client/service-resolver.ts";
import type { Dial, Dialled } from "../../lint/model/model.ts";

/** A webhook that does not answer within this time is down. */
const PATIENCE_MS = 5000;

/** Connects to webhooks by TLS and hangs up; each address once. */
export function dialer(services: ServiceOverrides): Dial {
  const known = new Map<string, Promise<Dialled>>();
  return async (config) => {
    const place = placeOf(config, services);
    if (place === undefined) return undefined;
    const key = `${place.host} ${place.port} ${place.serverName}`;
    const dialled = known.get(key) ?? dial(place);
    known.set(key, dialled);
    return dialled;
  };
}

interface DialPlace {
  readonly host: string;
  readonly port: number;
  readonly serverName: string;
}

function placeOf({ url, service }: WebhookClientConfig, services: ServiceOverrides): DialPlace | undefined {
  if (service !== undefined) {
    const override = services.get(`${service.namespace}/${service.name}`);
    if (override === undefined) return undefined;
    const { hostname, port } = new URL(`https://${override}`);
    return {
      host: bare(hostname),
      port: Number(port || 443),
      serverName: `${service.name}.${service.namespace}.svc`,
    };
  }
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  return { host: bare(hostname), port: Number(port || 443), serverName: bare(hostname) };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

function dial({ host, port, serverName }: DialPlace): Promise<Dialled> {
  const address = `${host}:${port}`;
  return new Promise((done) => {
    const end = (dialled: Dialled): void => {
      clearTimeout(timer);
      socket.destroy();
      done(dialled);
    };
    const failed = (message: string): void => end({ kind: "failed", address, message });
    const timer = setTimeout(() => failed(`no TLS within ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
    const socket = connect(
      // Rules check the certificate later, with the authorities of the webhook: the connection itself accepts
      // every certificate.
      { host, port, rejectUnauthorized: false, ...(isIP(serverName) === 0 && { servername: serverName }) },
      () => end({ kind: "shown", address, chain: chainOf(socket.getPeerCertificate(true)) }),
    );
    socket.on("error", ({ message }) => failed(message));
  });
}

/** The last one is its own issuer. */
function chainOf(first: ReturnType<ReturnType<typeof connect>["getPeerCertificate"]>): Buffer[] {
  const chain: Buffer[] = [];
  const seen = new Set<string>();
  let next: typeof first | undefined = first;
  while (next?.raw !== undefined && !seen.has(next.fingerprint256)) {
    seen.add(next.fingerprint256);
    chain.push(next.raw);
    next = (next as { issuerCertificate?: typeof first }).issuerCertificate;
  }
  return chain;
}
