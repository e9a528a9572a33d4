import type { RecordedRequest } from "../../recording/recording.ts";
import { agentOf } from "./client.ts";

/** Requests for one version of a resource, by client. */
export interface UsedVersion {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** True if the server answered at least one of them: it serves the version. */
  isAnswered: boolean;
  readonly clients: Map<string, { readonly agent: string; readonly user: string; count: number }>;
}

/** A request as it is counted: reads of audit logs are among them. */
export interface UsedRequest {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly userAgent: string | undefined;
  readonly username: string;
  readonly code: number;
}

const MOST_VERSIONS = 5_000;
const MOST_CLIENTS = 100;

/** Counts which versions clients ask for. */
export class UsedVersions {
  readonly #used = new Map<string, UsedVersion>();

  add({ group, version, resource, userAgent, username, code }: UsedRequest): void {
    const name = `${group}/${version}/${resource}`;
    let used = this.#used.get(name);
    if (used === undefined) {
      if (this.#used.size >= MOST_VERSIONS) return;
      used = { group, version, plural: resource, isAnswered: false, clients: new Map() };
      this.#used.set(name, used);
    }
    // A 404 of a version that is served is about one object; lists and creations tell more, and one answer is enough.
    if (code > 0 && code < 400) used.isAnswered = true;
    const agent = agentOf(userAgent);
    const client = `${agent}\n${username}`;
    const known = used.clients.get(client);
    if (known !== undefined) known.count += 1;
    else if (used.clients.size < MOST_CLIENTS) used.clients.set(client, { agent, user: username, count: 1 });
  }

  addRecorded({ resource, userAgent, user, decision }: RecordedRequest): void {
    this.add({ ...resource, userAgent, username: user.username, code: decision.code });
  }

  /** `group/version/plural` of the versions that the server answered. */
  answered(): ReadonlySet<string> {
    return new Set([...this.#used].filter(([, { isAnswered }]) => isAnswered).map(([name]) => name));
  }

  all(): readonly UsedVersion[] {
    return [...this.#used.values()];
  }
}
