import { credential, forgetCredential } from "./token.ts";

/** An answer that is no success, in words for people. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  ask<T>(path, signal === undefined ? {} : { signal });

export const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await sent(path, init);
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw new ApiError(response.status, messageIn(text));
}

/** Sends a request with the credential of this tab; once more if the server was started again. */
async function sent(path: string, init: RequestInit, isAgain = false): Promise<Response> {
  try {
    const headers = { ...init.headers, authorization: `Bearer ${await credential()}` };
    const response = await fetch(path, { ...init, headers });
    if (response.status !== 401 || isAgain) return response;
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, "The console does not answer. Is the server still running?");
  }
  forgetCredential();
  return sent(path, init, true);
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message);
  } catch {
    return text.trim();
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
