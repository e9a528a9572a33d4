import type { ServerResponse } from "../../api/exchange/exchange.ts";

/** Response to a request whose handler threw, in kube-apiserver's words. */
export const PANIC: ServerResponse & { readonly body: string } = {
  status: 500,
  headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  body: "This request caused apiserver to panic. Look in the logs for details.\n",
};
