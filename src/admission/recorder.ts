import type { KubeObject } from "../api/meta.ts";
import { qualifiedNameProblems } from "../api/validation/name-format.ts";
import { quote } from "../go/quote.ts";
import type { Attributes } from "./attributes.ts";
import { Lines } from "./lines.ts";
import { type Plan, stageName } from "./plan.ts";
import type { AdmissionPorts } from "./ports.ts";
import type {
  ChainLine,
  HookLine,
  ObjectChange,
  PhaseLine,
  PluginLine,
  PolicyLine,
  Verdict,
  Writable,
} from "./verdict.ts";

/** Verdict that one admission writes. */
export class Recorder implements Verdict {
  readonly attributes: Attributes;
  readonly plan: Plan;
  received: KubeObject | null | undefined;
  validated: KubeObject | null | undefined;
  readonly phases: PhaseLine[] = [];
  readonly chains: ChainLine[] = [];
  readonly hookLines = new Lines<HookLine>();
  readonly policyLines = new Lines<PolicyLine>();
  readonly changes: ObjectChange[] = [];
  readonly warnings: string[] = [];
  #annotations: Map<string, string> | undefined;

  constructor(attributes: Attributes, plan: Plan) {
    this.attributes = attributes;
    this.plan = plan;
  }

  get plugins(): readonly PluginLine[] {
    return this.chains.flatMap(pluginLines);
  }

  get hooks(): readonly HookLine[] {
    return this.hookLines.all;
  }

  get asked(): readonly HookLine[] {
    return this.hookLines.written;
  }

  get policies(): readonly PolicyLine[] {
    return this.policyLines.all;
  }

  get askedPolicies(): readonly PolicyLine[] {
    return this.policyLines.written;
  }

  get annotations(): ReadonlyMap<string, string> {
    return this.#annotations ?? NONE;
  }

  /** Adds an audit annotation. Returns the problem if the annotation is not valid. */
  annotate(key: string, value: string): string | undefined {
    const problem = keyProblem(key);
    if (problem !== undefined) return problem;
    this.#annotations ??= new Map();
    const old = this.#annotations.get(key);
    if (old !== undefined && old !== value) {
      return `admission annotations are not allowd to be overwritten, key:${quote(key)}, old value: {Metadata ${old}}, new value: {Metadata ${value}}`;
    }
    this.#annotations.set(key, value);
    return undefined;
  }
}

const PLUGIN_KINDS = { plugin: "builtin", policies: "policy", webhooks: "webhook" } as const;

const pluginLines = ({ phase, round, stages, startedAt, endedAt, error }: ChainLine): PluginLine[] =>
  stages.slice(0, endedAt.length).map((stage, i) => {
    const from = endedAt[i - 1] ?? startedAt;
    return {
      plugin: stageName(stage),
      kind: PLUGIN_KINDS[stage.kind],
      ...{ phase, round, startedAt: from, milliseconds: (endedAt[i] ?? from) - from },
      error: i === endedAt.length - 1 ? error : undefined,
    };
  });

/**
 * Completes a line with its result. Fields are set one by one: a thousand webhooks that are not called leave
 * a thousand lines.
 */
export function hookLine(
  line: Writable<HookLine>,
  { filter, error, call }: Pick<HookLine, "filter" | "error" | "call">,
  conditions: HookLine["conditions"],
): HookLine {
  if (filter !== undefined) line.filter = filter;
  if (error !== undefined) line.error = error;
  if (call !== undefined) line.call = call;
  if (conditions !== undefined) line.conditions = conditions;
  return line;
}

const NONE: ReadonlyMap<string, string> = new Map();
const EXAMPLE = "'podsecuritypolicy.admission.k8s.io/admit-policy'";

/** Checks the key of an audit annotation: a qualified name with a prefix. */
function keyProblem(key: string): string | undefined {
  const parts = key.split("/");
  if (parts.length !== 2 || parts.some((part) => part === "")) {
    return `annotation key has invalid format, the right format is a DNS subdomain prefix and '/' and key name. (e.g. ${EXAMPLE})`;
  }
  const problems = qualifiedNameProblems(key);
  if (problems.length === 0) return undefined;
  return `annotation key has invalid format ${problems.join(",")}. A qualified name like ${EXAMPLE} is required.`;
}

/**
 * Maximum number of audit annotations that one response can add. kube-apiserver has no limit; each annotation
 * is checked and written.
 */
const MAX_ANNOTATIONS = 1000;
/** Maximum number of problems with annotations of one response that are logged. */
const MAX_COMPLAINTS = 10;

/** Records annotations and warnings of one response, even if it denies the request. */
export function recordAnswer(
  recorder: Recorder,
  ports: AdmissionPorts,
  from: { readonly phase: "mutating" | "validating"; readonly name: string },
  auditAnnotations: Readonly<Record<string, string>>,
  warnings: readonly string[],
): void {
  const keys = Object.keys(auditAnnotations);
  const complaints: string[] = [];
  for (const key of keys.slice(0, MAX_ANNOTATIONS)) {
    const value = auditAnnotations[key] ?? "";
    const problem = recorder.annotate(`${from.name}/${key}`, value);
    if (problem !== undefined && complaints.length < MAX_COMPLAINTS)
      complaints.push(
        `Failed to set admission audit annotation ${from.name}/${key} to ${value} for ${from.phase} webhook ${from.name}: ${problem}`,
      );
  }
  if (keys.length > MAX_ANNOTATIONS)
    complaints.push(
      `${keys.length} admission audit annotations of ${from.phase} webhook ${from.name}: only the first ${MAX_ANNOTATIONS} are recorded`,
    );
  for (const complaint of complaints) ports.log?.("warn", complaint);
  for (const warning of warnings) recorder.warnings.push(warning);
}
