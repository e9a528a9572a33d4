import type { KubeObject } from "../api/meta.ts";
import type { Labels } from "../api/selectors/label-selector.ts";
import { type StatusError, timeout } from "../api/status.ts";
import type { EvaluateConditions } from "../cel/kubernetes/match-conditions.ts";
import { semanticEqual } from "../json/semantic-equal.ts";
import type { Attributes } from "./attributes.ts";
import type { PluginContext } from "./hook.ts";
import type { CandidateIndex, Candidates } from "./match/candidate-index.ts";
import type { CandidateList } from "./match/candidate-list.ts";
import { looksAtNamespace } from "./match/selectors.ts";
import type { Plan } from "./plan.ts";
import type { AdmissionPorts, Lookup } from "./ports.ts";
import { Recorder } from "./recorder.ts";
import { Versions } from "./versioned.ts";

const NOTHING_FOUND: Lookup = { get: () => undefined, list: () => [] };

/** Parts that all admissions under one plan share. */
export interface RunParts {
  readonly plan: Plan;
  readonly ports: AdmissionPorts;
  readonly index: CandidateIndex;
  readonly evaluateConditions: EvaluateConditions;
}

/** State that both phases of one admission share. */
export class Run {
  readonly attributes: Attributes;
  readonly plan: Plan;
  readonly ports: AdmissionPorts;
  readonly evaluateConditions: EvaluateConditions;
  readonly recorder: Recorder;
  readonly candidates: Candidates;
  readonly #labels = new Map<string, Labels | undefined | Promise<Labels | undefined>>();
  #old: Versions | undefined;

  constructor(attributes: Attributes, { plan, ports, index, evaluateConditions }: RunParts) {
    this.attributes = attributes;
    this.plan = plan;
    this.ports = ports;
    this.evaluateConditions = evaluateConditions;
    this.recorder = new Recorder(attributes, plan);
    this.candidates = index.of(attributes);
  }

  /** Stored object, if there is one, in the versions of the hooks. */
  get old(): Versions {
    this.#old ??= new Versions(this.attributes.oldObject, this.ports);
    return this.#old;
  }

  /** Reads the labels of a namespace once for each request, however many hooks have a selector. */
  readonly namespaceLabels = (name: string): Labels | undefined | Promise<Labels | undefined> => {
    if (this.#labels.has(name)) return this.#labels.get(name);
    const labels = this.ports.namespaceLabels(name);
    this.#labels.set(name, labels);
    return labels;
  };

  /**
   * Returns the positions of the candidates whose selectors have to be evaluated; the selectors of all others
   * exclude the object.
   */
  mayTake<H, T>(list: CandidateList<H, T>, object: KubeObject | null): readonly number[] {
    const { namespace, oldObject } = this.attributes;
    if (!looksAtNamespace(this.attributes)) return list.mayTake(undefined, object, oldObject);
    const labels = this.#knownLabels(namespace);
    return labels === undefined ? [...list.all.keys()] : list.mayTake(labels, object, oldObject);
  }

  #knownLabels(namespace: string): Labels | undefined {
    try {
      const labels = this.namespaceLabels(namespace);
      return labels instanceof Promise ? undefined : labels;
    } catch {
      // The selectors that need the labels report the error.
      return undefined;
    }
  }

  /** True if the request was cancelled or has timed out. */
  get ended(): boolean {
    const { signal, deadline } = this.attributes;
    return signal?.aborted === true || (deadline !== undefined && this.ports.now() >= deadline);
  }

  same(a: KubeObject | null, b: KubeObject | null): boolean {
    if (a === b) return true;
    if (a === null || b === null) return false;
    return this.ports.semanticEqual?.(a, b, this.attributes.kind) ?? semanticEqual(a, b);
  }

  /** Adds an audit annotation of level Metadata, unless the key is malformed or has another value already. */
  annotate(key: string, value: string): void {
    const problem = this.recorder.annotate(key, value);
    if (problem === undefined) return;
    this.ports.log?.("warn", `failed to set admission audit annotation: ${problem}`);
  }
}

/** Context for the plugins of one phase, one after the other: only the object changes between them. */
export class PhaseContext implements PluginContext {
  readonly attributes: Attributes;
  object: KubeObject | null;
  readonly name: string;
  round: 0 | 1 = 0;
  readonly ports: AdmissionPorts;
  readonly lookup: Lookup;
  readonly #run: Run;

  constructor(run: Run, object: KubeObject | null, name: string) {
    this.attributes = run.attributes;
    this.object = object;
    this.name = name;
    this.ports = run.ports;
    this.lookup = run.ports.lookup ?? NOTHING_FOUND;
    this.#run = run;
  }

  warn(text: string): void {
    this.#run.recorder.warnings.push(text);
  }

  annotate(key: string, value: string): void {
    this.#run.annotate(key, value);
  }
}

/** Error of a request whose time is over (504). */
export const requestTimeout = (): StatusError => timeout("request did not complete within requested timeout");
