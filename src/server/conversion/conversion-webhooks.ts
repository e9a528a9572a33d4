import { isJsonObject, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { Pending } from "../../api/pending.ts";
import { plainError } from "../../api/status.ts";
import { readClientConfig } from "../../api/webhook-client-config.ts";
import { clone } from "../../json/object.ts";
import { stableText } from "../../json/stable-text.ts";
import type { Conversion, WebhookConversions } from "../../resources/custom/convert.ts";
import type { Definition } from "../../resources/custom/definition-types.ts";
import type { ConversionTarget, WebhookCaller } from "../options.ts";
import { checkConverted } from "./check-converted.ts";
import { type ReviewVersion, readConversionReview, writeConversionReview } from "./conversion-review.ts";

export interface ConversionOptions {
  readonly call: WebhookCaller["call"];
  readonly uid: () => string;
}

/**
 * Converted objects stay at hand while the work that needs them is done again: a moment, and some calls more, for it may
 * need several.
 */
const KEPT_MS = 1000;
const KEPT_CALLS = 4;
const KEPT = 10_000;
/** As long as the reference waits (apiextensions-apiserver, webhook_converter.go). */
const CALL = { timeoutMs: 30_000, timeoutParam: "30s", signal: undefined };

/** Conversions of definitions that name a webhook (api-surface A.17): asked for when one is lacking, never twice at once. */
export function conversionWebhooks(options: ConversionOptions): WebhookConversions {
  return (definition) => new WebhookConversion(definition, options);
}

class WebhookConversion implements Conversion {
  readonly #target: ConversionTarget;
  readonly #reviewVersion: ReviewVersion | undefined;
  readonly #options: ConversionOptions;
  readonly #known = new Map<string, { object: KubeObject; until: number }>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(definition: Definition, options: ConversionOptions) {
    const { clientConfig, conversionReviewVersions } = definition.spec.conversion?.webhook ?? {};
    this.#target = { phase: "conversion", clientConfig: readClientConfig(clientConfig) };
    this.#reviewVersion = (conversionReviewVersions ?? []).find(isKnown);
    this.#options = options;
  }

  readonly convert = (object: KubeObject, apiVersion: string): KubeObject => {
    if (object.apiVersion === apiVersion) return object;
    const known = this.#atHand(keyOf(object, apiVersion));
    if (known !== undefined) return clone(known) as KubeObject;
    throw new Pending(`a conversion to ${apiVersion}`, () => this.#ask([object], apiVersion));
  };

  readonly prepare = (objects: readonly KubeObject[], apiVersion: string): Promise<void> | undefined => {
    const lacking = objects.filter(
      (object) => object.apiVersion !== apiVersion && this.#atHand(keyOf(object, apiVersion)) === undefined,
    );
    return lacking.length === 0 ? undefined : this.#ask(lacking, apiVersion);
  };

  async #ask(objects: readonly KubeObject[], apiVersion: string): Promise<void> {
    const sent = objects.map((object) => clone(object) as KubeObject);
    const startedAt = performance.now();
    const title = titleOf(sent);
    const converted = await this.#call(sent, apiVersion, title);
    const keep = KEPT_MS + KEPT_CALLS * (performance.now() - startedAt);
    sent.forEach((object, index) => {
      const made = converted[index] as JsonObject;
      const problem = checkConverted(object, made, apiVersion);
      if (problem !== undefined)
        throw plainError(
          `conversion webhook for ${title} returned invalid ${PLACES[problem.at]}: ${problem.why}`,
        );
      this.#keep(keyOf(object, apiVersion), made as KubeObject, keep);
    });
  }

  async #call(
    objects: readonly KubeObject[],
    apiVersion: string,
    title: string,
  ): Promise<readonly unknown[]> {
    const version = this.#reviewVersion;
    if (version === undefined) throw plainError("no supported conversion review versions");
    const uid = this.#options.uid();
    const body = writeConversionReview(version, { uid, apiVersion, objects });
    let converted: readonly unknown[];
    try {
      converted = readConversionReview(await this.#post(body), version, uid);
    } catch (error) {
      throw plainError(`conversion webhook for ${title} failed: ${(error as Error).message}`, error);
    }
    if (converted.length === objects.length && converted.every((one) => isJsonObject(one as JsonObject)))
      return converted;
    throw plainError(
      `conversion webhook for ${title} returned ${converted.length} objects, expected ${objects.length}`,
    );
  }

  async #post(body: string): Promise<Uint8Array> {
    const answer = await this.#options.call(this.#target, body, CALL);
    if (answer.kind === "answer") return answer.body;
    throw new Error(answer.message);
  }

  #atHand(key: string): KubeObject | undefined {
    const known = this.#known.get(key);
    return known !== undefined && known.until > performance.now() ? known.object : undefined;
  }

  #keep(key: string, object: KubeObject, milliseconds: number): void {
    const now = performance.now();
    for (const [old, { until }] of this.#known) {
      if (until > now && this.#known.size < KEPT) break;
      this.#known.delete(old);
    }
    this.#known.delete(key);
    this.#known.set(key, { object, until: now + milliseconds });
    this.#sweeping ??= setTimeout(() => this.#sweep(), 2 * milliseconds).unref();
  }

  /** A long list is not kept until somebody asks for the next one. */
  #sweep(): void {
    const now = performance.now();
    for (const [key, { until }] of this.#known) if (until <= now) this.#known.delete(key);
    const again = this.#known.size > 0;
    this.#sweeping = again ? setTimeout(() => this.#sweep(), KEPT_MS).unref() : undefined;
  }
}

const PLACES = { version: "object at index 0", object: "object", metadata: "metadata" } as const;

/** `example.com/v1, Kind=Widget`; objects that are read together come from one version. */
const titleOf = ([first]: readonly KubeObject[]): string => `${first?.apiVersion}, Kind=${first?.kind}`;

const isKnown = (version: string): version is ReviewVersion => version === "v1" || version === "v1beta1";

const keyOf = (object: KubeObject, apiVersion: string): string => `${apiVersion}\n${stableText(object)}`;
