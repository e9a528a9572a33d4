import type { Place } from "./case.ts";
import { startIssuer } from "./issuer.ts";

/** What situations need besides a server. */
export async function startPlace(dir: string): Promise<Place & { close(): Promise<void> }> {
  const issuer = await startIssuer();
  return {
    dir,
    issuer,
    hook: "https://127.0.0.1:1",
    hookCa: issuer.ca,
    close: () => issuer.close(),
  };
}
