import { token } from "./token.ts";
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
  const headers = { ...init.headers, authorization: `Bearer ${token()}` };
  const response = await fetch(path, { ...init, headers }).catch(() => {
    throw new ApiError(0, "The console does not answer. Is the server still running?");
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw new ApiError(response.status, messageIn(text));
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message);
  } catch {
    return text.trim();
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
