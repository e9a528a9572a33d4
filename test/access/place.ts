import { createAuthority, issueClient, issueServing } from "../../src/http/certificates/issue.ts";
import type { Place } from "./case.ts";
import { startIssuer } from "./issuer.ts";
import { startReviewService } from "./review-service.ts";

/** Starts the services that situations need in addition to a server. */
export async function startPlace(dir: string): Promise<Place & { close(): Promise<void> }> {
  const now = Date.now();
  const issuer = await startIssuer();
  const authority = await createAuthority({ commonName: "reviews", now });
  const reviews = await startReviewService(await issueServing(authority, { hosts: ["127.0.0.1"], now }));
  const proxies = await createAuthority({ commonName: "proxies", now });
  const clients = await createAuthority({ commonName: "clients", now });
  const client = (from: typeof proxies, commonName: string) =>
    issueClient(from, { commonName, organizations: ["certified"], now });
  return {
    dir,
    issuer,
    hook: reviews.url,
    hookCa: authority.cert,
    proxyCa: proxies.cert,
    clientCa: clients.cert,
    certificates: {
      proxy: await client(proxies, "front-proxy"),
      otherProxy: await client(proxies, "other"),
      client: await client(clients, "certified-user"),
    },
    async close() {
      await Promise.all([issuer.close(), reviews.close()]);
    },
  };
}
