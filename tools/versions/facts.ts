import type { Reference } from "./reference.ts";

/** Facts of one version of Kubernetes: a name, such as `PodSpec.hostUsers`, and its value as text. */
export type Facts = ReadonlyMap<string, string>;

/** A part of kube-apiserver that is compared between two versions. */
export interface Topic {
  readonly name: string;
  /** True if the topic is read from a server that serves alpha and beta versions, too. */
  readonly allVersions?: boolean;
  /** Returns the facts of a running server; a text says why there are none. */
  read(reference: Reference): Promise<Facts | string>;
}

/** A fact that one version has and the other has not, or that both have with different values. */
export interface Change {
  readonly topic: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns the changes between the facts of two versions, by name. */
export function changesOf(topic: string, before: Facts, after: Facts): Change[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => ({ topic, name, before: before.get(name), after: after.get(name) }))
    .filter((change) => change.before !== change.after);
}
