import { readFile } from "node:fs/promises";
import { request as httpsRequest } from "node:https";
import { dirname, resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { yaml } from "../../json/yaml.ts";

/** One request to a running server. Rejects with words when nobody answers. */
export type ServerClient = (
  method: string,
  path: string,
  options?: { readonly body?: JsonObject; readonly headers?: Readonly<Record<string, string | string[]>> },
) => Promise<{ readonly status: number; readonly body: JsonObject }>;

interface Credentials {
  readonly server: string;
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly token: string | undefined;
}

/** A client of the server that the current context of a kubeconfig names. */
export async function serverClient(kubeconfig: string): Promise<ServerClient> {
  const credentials = await readCredentials(kubeconfig);
  return (method, path, { body, headers = {} } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((done, failed) => {
      const { server, token, ca, cert, key } = credentials;
      const sent = httpsRequest(
        new URL(path, server),
        {
          method,
          ...(ca === undefined ? {} : { ca }),
          ...(cert === undefined ? {} : { cert }),
          ...(key === undefined ? {} : { key }),
          headers: {
            accept: "application/json",
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(content === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
        },
        (response) => {
          readText(response).then(
            (text) => done({ status: response.statusCode ?? 0, body: parsed(text) }),
            failed,
          );
        },
      );
      sent.on("error", (error) => failed(new Error(`${server} does not answer: ${error.message}`)));
      sent.end(content);
    });
  };
}

function parsed(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    return { message: text };
  }
}

async function readCredentials(file: string): Promise<Credentials> {
  const config = yaml().parse(await readFile(file, "utf8")) as JsonObject;
  const named = (list: string, name: Json | undefined, member: string): JsonObject => {
    const entries = Array.isArray(config[list]) ? config[list].filter(isJsonObject) : [];
    const found = entries.find((entry) => entry.name === name)?.[member];
    if (!isJsonObject(found)) throw new Error(`${file}: there is no ${member} "${String(name)}" in it`);
    return found;
  };
  const context = named("contexts", config["current-context"], "context");
  const cluster = named("clusters", context.cluster, "cluster");
  const user = named("users", context.user, "user");
  const pem = async (owner: JsonObject, name: string): Promise<string | undefined> => {
    const data = owner[`${name}-data`];
    if (typeof data === "string") return Buffer.from(data, "base64").toString();
    const path = owner[name];
    return typeof path === "string" ? readFile(resolve(dirname(file), path), "utf8") : undefined;
  };
  return {
    server: String(cluster.server),
    ca: await pem(cluster, "certificate-authority"),
    cert: await pem(user, "client-certificate"),
    key: await pem(user, "client-key"),
    token: typeof user.token === "string" ? user.token : undefined,
  };
}
