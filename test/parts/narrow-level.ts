import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request as httpsRequest, type RequestOptions } from "node:https";

const FLOW_CONTROL = "/apis/flowcontrol.apiserver.k8s.io/v1";
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

/** A server, and its administrator's token. */
export interface Place {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** A priority level of one seat for the users heavy, light and holder. */
export const narrowLevel = (limitResponse: object): object => ({
  apiVersion: "flowcontrol.apiserver.k8s.io/v1",
  kind: "PriorityLevelConfiguration",
  metadata: { name: "narrow" },
  spec: {
    type: "Limited",
    limited: { nominalConcurrencyShares: 1, lendablePercent: 0, borrowingLimitPercent: 0, limitResponse },
  },
});

export const narrowSchema = {
  apiVersion: "flowcontrol.apiserver.k8s.io/v1",
  kind: "FlowSchema",
  metadata: { name: "narrow" },
  spec: {
    matchingPrecedence: 50,
    priorityLevelConfiguration: { name: "narrow" },
    distinguisherMethod: { type: "ByUser" },
    rules: [
      {
        subjects: ["heavy", "light", "holder"].map((name) => ({ kind: "User", user: { name } })),
        resourceRules: [
          { verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true },
        ],
      },
    ],
  },
};

/** Sends requests to a server as its administrator, who can impersonate other users. */
export class NarrowLevel {
  readonly #place: Place;
  /** Connections are reused, because a handshake for each request would be most of the load. */
  readonly #agent = new Agent({ keepAlive: true });
  #names = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  #begin(method: string, path: string, user: string | undefined, headers: RequestOptions["headers"] = {}) {
    const { url, ca, token } = this.#place;
    const as = user === undefined ? {} : { "impersonate-user": user };
    return httpsRequest(new URL(path, url), {
      method,
      ca,
      agent: this.#agent,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...as, ...headers },
    });
  }

  async ask(method: string, path: string, body?: object, user?: string): Promise<Reply> {
    const call = this.#begin(method, path, user);
    call.end(body && JSON.stringify(body));
    return replyOf(call);
  }

  create(user: string, query = ""): Promise<Reply> {
    return this.ask("POST", `${CONFIG_MAPS}${query}`, { metadata: { name: this.#name() } }, user);
  }

  /** Starts a watch and resolves when it has begun. The returned function ends it. */
  async watch(user: string): Promise<() => void> {
    const call = this.#begin("GET", `${CONFIG_MAPS}?watch=1&resourceVersion=0`, user);
    call.on("error", () => {});
    call.end();
    const [response] = (await once(call, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a watch is answered with ${response.statusCode}`);
    return () => call.destroy();
  }

  #name(): string {
    this.#names += 1;
    return `c${this.#names}`;
  }

  /** Takes the seat and resolves when it is taken. The returned function releases it. */
  async hold(): Promise<() => Promise<Reply>> {
    const body = JSON.stringify({ metadata: { name: this.#name() } });
    const call = this.#begin("POST", CONFIG_MAPS, "holder", { "content-length": body.length });
    call.flushHeaders();
    await this.until((row) => row[5] === "1");
    return () => {
      call.end(body);
      return replyOf(call);
    };
  }

  /** Waits until the level is in this state; `row` is its row of dump_priority_levels. */
  async until(isSo: (row: readonly string[]) => boolean): Promise<void> {
    for (;;) {
      const { text } = await this.ask("GET", "/debug/api_priority_and_fairness/dump_priority_levels");
      const row = text.split("\n").find((line) => line.startsWith("narrow,"));
      if (row !== undefined && isSo(row.split(/, */))) return;
    }
  }

  /** The level from now on; resolves when it is in effect. */
  async configure(limitResponse: object): Promise<void> {
    await this.ask("DELETE", `${FLOW_CONTROL}/prioritylevelconfigurations/narrow`);
    await this.#untilFlowOf("light", (uid) => uid !== this.#levelUid);
    const level = narrowLevel(limitResponse);
    const made = await this.ask("POST", `${FLOW_CONTROL}/prioritylevelconfigurations`, level);
    if (made.status !== 201) throw new Error(made.text);
    this.#levelUid = JSON.parse(made.text).metadata.uid;
    await this.ask("POST", `${FLOW_CONTROL}/flowschemas`, narrowSchema);
    await this.#untilFlowOf("light", (uid) => uid === this.#levelUid);
    await this.until((row) => row[2] === "true");
  }

  #levelUid = "";

  async #untilFlowOf(user: string, isSo: (uid: unknown) => boolean): Promise<void> {
    for (;;) {
      const { headers } = await this.ask("GET", CONFIG_MAPS, undefined, user);
      if (isSo(headers["x-kubernetes-pf-prioritylevel-uid"])) return;
    }
  }
}

async function replyOf(call: ReturnType<typeof httpsRequest>): Promise<Reply> {
  const [response] = (await once(call, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
