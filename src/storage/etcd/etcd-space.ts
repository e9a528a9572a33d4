import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isJsonObject } from "../../api/json.ts";
import type { Space } from "../moves/places.ts";
import type { EtcdClientOptions } from "./client.ts";

const PATIENCE_MS = 5000;

/** What etcd says of its file, by its JSON interface; nothing where it does not answer there. */
export async function etcdSpace({ endpoints, tls = {} }: EtcdClientOptions): Promise<Space> {
  for (const endpoint of endpoints) {
    const status = await statusOf(endpoint, tls).catch(() => undefined);
    const [size, used] = [Number(status?.dbSize), Number(status?.dbSizeInUse)];
    if (size > 0) return used > 0 ? { size, free: size - used } : { size };
  }
  return {};
}

function statusOf(
  endpoint: string,
  tls: NonNullable<EtcdClientOptions["tls"]>,
): Promise<Readonly<Record<string, unknown>>> {
  const url = new URL("/v3/maintenance/status", endpoint.includes("://") ? endpoint : `http://${endpoint}`);
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", timeout: PATIENCE_MS, ...tls }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
      answer.on("error", reject).on("end", () => {
        try {
          const status: unknown = JSON.parse(text);
          resolve(isJsonObject(status) ? status : {});
        } catch (error) {
          reject(error);
        }
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer")));
    call.on("error", reject);
    call.end("{}");
  });
}
