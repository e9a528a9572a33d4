import type { EditorProblem } from "../../src/cli/console/refused.ts";
import { credential, forgetCredential } from "./token.ts";

/** An answer that is no success, in words for people. */
export class ApiError extends Error {
  readonly status: number;
  /** Problems of the text in the editor, with their lines. */
  readonly problems: readonly EditorProblem[];

  constructor(status: number, message: string, problems: readonly EditorProblem[] = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  answerIn(await sent(path, signal === undefined ? {} : { signal }));

export const post = async <T>(path: string, body: unknown): Promise<T> =>
  answerIn(await sent(path, jsonOf(body)));

/** Sends a question that takes time: `tell` gets the progress until the answer is there. */
export async function postSlowly<T, P>(
  path: string,
  body: unknown,
  tell: (progress: P) => void,
  signal: AbortSignal,
): Promise<T> {
  const response = await sent(path, { ...jsonOf(body), signal });
  if (!response.ok || response.body === null) return answerIn(response);
  let rest = "";
  let answer: T | undefined;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const value = JSON.parse(line) as { progress?: P; error?: Problem };
      if (value.error !== undefined) throw errorOf(response.status, value.error);
      if (value.progress !== undefined) tell(value.progress);
      else answer = value as T;
    }
  }
  if (answer === undefined) throw new ApiError(0, "The answer has no end: the server was stopped.");
  return answer;
}

interface Problem {
  readonly message?: unknown;
  readonly problems?: readonly EditorProblem[];
}

const errorOf = (status: number, { message, problems }: Problem): ApiError =>
  new ApiError(status, String(message), problems);

const jsonOf = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The answer to a tab without a valid token. It stays so until the link is opened, which loads the page again. */
let refusal: ApiError | undefined;

/** Sends a request with the credential of this tab; once more if the server was started again. */
async function sent(path: string, init: RequestInit, isAgain = false): Promise<Response> {
  if (refusal !== undefined) throw refusal;
  let response: Response;
  try {
    const headers = { ...init.headers, authorization: `Bearer ${await credential()}` };
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, "The console does not answer. Is the server still running?");
  }
  if (response.status !== 401) return response;
  if (isAgain) {
    refusal = errorOf(401, { message: (await response.text()).trim() });
    throw refusal;
  }
  forgetCredential();
  return sent(path, init, true);
}

async function answerIn<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw errorOf(response.status, problemIn(text));
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return { message: text.trim() };
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Problems of the editor's text in an error; empty: it is none of the text. */
export const problemsOf = (error: unknown): readonly EditorProblem[] =>
  error instanceof ApiError ? error.problems : [];
