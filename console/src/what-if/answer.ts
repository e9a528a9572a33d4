import type { EditorProblem } from "../../../src/cli/console/refused.ts";

/** A configuration, policy or binding as the server has it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
}

/** `ValidatingWebhookConfiguration/owners`. */
export const nameOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`;

interface Side {
  readonly allowed: boolean;
  readonly code: number;
  readonly message: string;
}

/** A request with another decision. */
export interface ChangeRow {
  readonly kind: string;
  readonly why: string;
  readonly id: string;
  readonly operation: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly before: Side;
  readonly now: Side;
  readonly differs: readonly string[];
  /** Number of equal requests; the id is that of the newest. */
  readonly count: number;
}

/** Answer of `/api/what-if`. */
export interface Answer {
  /** Requests that the server remembers. */
  readonly total: number;
  /** Requests that were decided again, or could not be. */
  readonly requests: number;
  /** Number of all changes, by kind. */
  readonly changed: Readonly<Record<string, number>>;
  readonly ended: boolean;
  readonly undecided: readonly { readonly why: string; readonly count: number }[];
  readonly assumed: readonly { readonly webhook: string; readonly count: number }[];
  /** The first changes of each kind. */
  readonly changes: readonly ChangeRow[];
  readonly problems: readonly EditorProblem[];
}

/** A write of `/api/apply`. */
export interface Applied {
  readonly what: string;
  readonly created: boolean;
  readonly before: KubeObject | null;
  readonly after: KubeObject;
}

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The object without what the server and kubectl write. */
export function editable({ apiVersion, kind, metadata, ...object }: KubeObject): unknown {
  const {
    managedFields: _f,
    uid: _u,
    creationTimestamp: _c,
    generation: _g,
    resourceVersion: _v,
    ...own
  } = metadata;
  const { annotations, ...rest } = own as { annotations?: Record<string, string> };
  const { [LAST_APPLIED]: _a, ...others } = annotations ?? {};
  const { status: _s, ...spec } = object as Record<string, unknown>;
  const kept = Object.keys(others).length > 0 ? { annotations: others } : {};
  return { apiVersion, kind, metadata: { ...rest, ...kept }, ...spec };
}
