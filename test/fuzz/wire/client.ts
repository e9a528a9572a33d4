import { Agent, request } from "node:https";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

export interface Asking {
  readonly token?: string;
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

export type Ask = (method: string, path: string, asking?: Asking) => Promise<Answer>;

/** Ordinary requests over kept connections. Rejects when there is no answer in time. */
export function createClient(port: number, ca: string, admin: string): { ask: Ask; close(): void } {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 400 });
  const ask: Ask = (method, path, { token = admin, body, timeoutMs = 60_000 } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
        let said = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          said += piece;
        });
        response.on("error", reject).on("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: said });
        });
      });
      const timer = setTimeout(
        () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      sent.on("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
      sent.end(text);
    });
  return { ask, close: () => agent.destroy() };
}
