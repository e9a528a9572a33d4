import type { Operation } from "../../admission/attributes.ts";
import { type Stage, stageName } from "../../admission/plan.ts";
import {
  type AdmissionMetric,
  type Count,
  countAdmission,
} from "../../admission/readers/admission-metrics.ts";
import type { ChainLine, Verdict } from "../../admission/verdict.ts";
import { Exposition } from "../../metrics/exposition.ts";
import type { Histogram } from "../../metrics/histogram.ts";
import {
  createCounter,
  createHistogram,
  createHistograms,
  createSummary,
  type Labels,
  type Observe,
} from "../../metrics/instruments.ts";
import type { LoopUser } from "../loop/loop-budget.ts";
import type { Recorder } from "./recorder.ts";
import { manifestMetrics, type NoteManifests, type NoteReloads, reloadMetrics } from "./reload-metrics.ts";
import { requestObservers } from "./request-metrics.ts";

const STEP = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const WEBHOOK = [...STEP, 10, 25];
const HELD = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const CONDITION = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const POLICY = [0.0000005, 0.001, 0.01, 0.1, 1];
/** The names of apiserver/pkg/server/options/encryptionconfig/metrics/metrics.go. */
const ENCRYPTION = { prefix: "apiserver_encryption_config_controller", what: "configuration of encryption" };
/** This metric is also exposed as a summary. */
const PHASES = "apiserver_admission_step_admission_duration_seconds";

const PLUGINS = "apiserver_admission_controller_admission_duration_seconds";

/**
 * Prometheus metrics of requests and of admission (apiserver/pkg/endpoints/metrics/metrics.go,
 * MonitorRequest), computed from the contexts of finished requests.
 */
export function createMetrics(): {
  recorder: Recorder;
  /** Records that the event loop was held for `ms` milliseconds by a request, or by work without a request. */
  held(context: LoopUser | undefined, ms: number): void;
  /** Registers the metrics of admission manifests. Returns the function that records them. */
  manifests(serverId: string): NoteManifests;
  /** Registers the metrics of the encryption configuration. Returns the functions that record them. */
  encryption(serverId: string): NoteReloads;
  readonly exposition: Exposition;
} {
  const exposition = new Exposition();
  const count = admissionObservers(exposition);
  const plugins = new PluginTimes(exposition);
  const requests = requestObservers(exposition);
  const held = createHistogram(
    {
      exposition,
      name: "sallyport_event_loop_held_seconds",
      help: "Time for which the event loop was held by one request, where that was longer than 0.1 s.",
    },
    HELD,
  );
  return {
    recorder: {
      begin(context) {
        requests.started(context);
        return (response) => {
          for (const verdict of context.verdicts) {
            plugins.count(verdict);
            countAdmission(verdict, count);
          }
          return requests.finished(context, response);
        };
      },
    },
    held: (context, ms) =>
      held({ verb: context?.info.verb ?? "", resource: context?.served?.resource ?? "" }, ms / 1000),
    manifests: (serverId) => manifestMetrics(exposition, serverId, Date.now),
    encryption: (serverId) => reloadMetrics(exposition, ENCRYPTION, serverId, Date.now),
    exposition,
  };
}

/** Times of admission plugins. A write runs some thirty of them, so that their histograms are found once for each chain of a plan. */
class PluginTimes {
  readonly #histogramOf: (labels: Labels) => Histogram;
  /** Histograms of the stages of a chain, which belongs to one phase and operation, for stages that refuse nothing. */
  readonly #ofChain = new WeakMap<readonly Stage[], readonly Histogram[]>();

  constructor(exposition: Exposition) {
    this.#histogramOf = createHistograms(
      { exposition, name: PLUGINS, help: "Time of one admission plugin." },
      STEP,
    );
  }

  count({ chains, attributes: { operation } }: Verdict): void {
    for (const chain of chains) {
      const { stages, endedAt, error } = chain;
      const histograms = this.#of(chain, operation);
      let from = chain.startedAt;
      for (let i = 0; i < endedAt.length; i++) {
        const seconds = ((endedAt[i] as number) - from) / 1000;
        from = endedAt[i] as number;
        if (error === undefined || i < endedAt.length - 1) histograms[i]?.observe(seconds);
        else this.#histogram(stages[i] as Stage, chain, operation, true).observe(seconds);
      }
    }
  }

  #of(chain: ChainLine, operation: Operation): readonly Histogram[] {
    const known = this.#ofChain.get(chain.stages);
    if (known !== undefined) return known;
    const histograms = chain.stages.map((stage) => this.#histogram(stage, chain, operation, false));
    this.#ofChain.set(chain.stages, histograms);
    return histograms;
  }

  #histogram(stage: Stage, { phase }: ChainLine, operation: Operation, rejected: boolean): Histogram {
    return this.#histogramOf({ name: stageName(stage), type: phase, operation, rejected: String(rejected) });
  }
}

interface MetricFacts {
  readonly help: string;
  /** Buckets of a histogram. A metric without buckets is a counter. */
  readonly buckets?: readonly number[];
}

const METRICS: Readonly<Record<Exclude<AdmissionMetric, typeof PLUGINS>, MetricFacts>> = {
  [PHASES]: { help: "Time of an admission phase.", buckets: STEP },
  apiserver_admission_webhook_admission_duration_seconds: {
    help: "Time of one webhook call.",
    buckets: WEBHOOK,
  },
  apiserver_admission_webhook_rejection_count: {
    help: "Requests that webhooks refused, or that failed because of them.",
  },
  apiserver_admission_webhook_fail_open_count: { help: "Failed calls that failurePolicy Ignore let pass." },
  apiserver_admission_webhook_request_total: { help: "Webhook calls." },
  apiserver_admission_match_condition_evaluation_errors_total: {
    help: "Match conditions that could not be evaluated.",
  },
  apiserver_admission_match_condition_exclusions_total: { help: "Calls that match conditions ruled out." },
  apiserver_admission_match_condition_evaluation_seconds: {
    help: "Time of evaluating match conditions.",
    buckets: CONDITION,
  },
  apiserver_validating_admission_policy_check_total: {
    help: "Validations of policies that did not hold, by what was done about it.",
  },
  apiserver_validating_admission_policy_check_duration_seconds: {
    help: "Time of validations of policies that did not hold.",
    buckets: POLICY,
  },
  apiserver_mutating_admission_policy_check_total: { help: "Mutations of policies that were tried." },
  apiserver_mutating_admission_policy_check_duration_seconds: {
    help: "Time of mutations of policies.",
    buckets: POLICY,
  },
  apiserver_webhooks_x509_missing_san_total: {
    help: "Webhook certificates without subject alternative names.",
  },
  apiserver_webhooks_x509_insecure_sha1_total: { help: "Webhook certificates signed with SHA-1." },
};

function admissionObservers(exposition: Exposition): Count {
  const observers = new Map(
    Object.entries(METRICS).map(([name, { help, buckets }]): [string, Observe] => [
      name,
      buckets === undefined
        ? createCounter({ exposition, name, help })
        : createHistogram({ exposition, name, help }, buckets),
    ]),
  );
  const window = { quantiles: [0.5, 0.9, 0.99], windows: 5, windowMs: 3_600_000 };
  const summary = createSummary(
    { exposition, name: `${PHASES}_summary`, help: METRICS[PHASES].help },
    window,
  );
  return (metric, labels, value) => {
    observers.get(metric)?.(labels, value);
    if (metric === PHASES) summary(labels, value);
  };
}
