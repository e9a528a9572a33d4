const NAME = "token";

/**
 * Takes the token out of the link, and keeps it for this tab and this port only (sessionStorage). It leaves the address, so that
 * it is in no history and on no screen. Returns false if there is none.
 */
export function keepToken(): boolean {
  const given = new URLSearchParams(location.hash.slice(1)).get(NAME);
  if (given === null) return false;
  sessionStorage.setItem(NAME, given);
  history.replaceState(null, "", location.pathname);
  return true;
}

let current: Promise<string> | undefined;

/**
 * The proof that this tab has the token, for the present start of the server (`../../src/cli/console/gate.ts`). Rejects
 * while the server does not answer.
 */
export function credential(): Promise<string> {
  current ??= proofOf().catch((error) => {
    forgetCredential();
    throw error;
  });
  return current;
}

/** The server was started again, or may have been. */
export function forgetCredential(): void {
  current = undefined;
}

async function proofOf(): Promise<string> {
  const token = sessionStorage.getItem(NAME) ?? "";
  const answer = await fetch("/api/hello");
  const { session } = (await answer.json()) as { session: string };
  if (token === "") return "none";
  const key = await crypto.subtle.importKey("raw", bytesOf(token), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const proof = await crypto.subtle.sign("HMAC", key, bytesOf(`${location.port} ${session}`));
  return [...new Uint8Array(proof)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
