import type { TransportResult } from "../../admission/ports.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { plainError, StatusError } from "../../api/status.ts";
import { readClientConfig } from "../../api/webhook-client-config.ts";
import { stableText } from "../../json/stable-text.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import { boundedText } from "../../report/bounded-text.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Conversion, WebhookConversions } from "../../resources/custom/convert.ts";
import type { Definition } from "../../resources/custom/definition-types.ts";
import type { ConversionTarget, WebhookCaller } from "../options.ts";
import { asObject, checkConverted } from "./check-converted.ts";
import {
  type ConversionAnswer,
  type ReviewVersion,
  readConversionReview,
  writeConversionReview,
} from "./conversion-review.ts";

interface ConversionOptions {
  readonly call: WebhookCaller["call"];
  readonly uid: () => string;
}

/**
 * Time in milliseconds that a converted object is kept, plus the duration of this number of calls: the next
 * step of a request needs some of the objects again. A timer deletes them, so never during one synchronous
 * piece of work. Work of several pieces calls `hold`.
 */
const KEPT_MS = 1000;
const KEPT_CALLS = 4;
/** Time in milliseconds for which a failed conversion is not tried again: the next steps of the same request need its error. */
const FAILED_MS = 100;
/** Number of objects that cannot be converted, after which the error of a list names no more of them. */
const MOST_FAILURES = 100;
/** Options of a call, with the timeout of the reference (apiextensions-apiserver, webhook_converter.go). */
const CALL = { timeoutMs: 30_000, timeoutParam: "30s", signal: undefined };

/**
 * Conversions for definitions with a webhook
 * (apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go, Convert). They are requested before
 * they are needed.
 */
export function conversionWebhooks(options: ConversionOptions): WebhookConversions {
  return (definition) => new WebhookConversion(definition, options);
}

class WebhookConversion implements Conversion {
  readonly #target: ConversionTarget;
  readonly #reviewVersion: ReviewVersion | undefined;
  readonly #options: ConversionOptions;
  readonly #known = new Map<string, Made & { readonly until: number }>();
  /** Times when the current holders of conversions began, the oldest first. */
  readonly #holds = new Set<{ readonly since: number }>();
  #sweeping: NodeJS.Timeout | undefined;
  /** The last call that was not answered. */
  #unreached: { readonly error: Unreached; readonly until: number } | undefined;

  constructor(definition: Definition, options: ConversionOptions) {
    const { clientConfig, conversionReviewVersions } = definition.spec.conversion?.webhook ?? {};
    this.#target = { phase: "conversion", clientConfig: readClientConfig(clientConfig) };
    this.#reviewVersion = (conversionReviewVersions ?? []).find(isKnown);
    this.#options = options;
  }

  readonly convert = (object: KubeObject, apiVersion: string): KubeObject => {
    if (object.apiVersion === apiVersion) return object;
    if (isEmpty(object)) return { ...object, apiVersion };
    const known = this.#known.get(keyOf(object, apiVersion));
    if (known === undefined) throw new Error(`no conversion to ${apiVersion} was requested`);
    if ("error" in known) throw known.error;
    return copyWithNotes(known.object);
  };

  readonly ready = (objects: readonly KubeObject[], apiVersion: string): Promise<void> | undefined => {
    const lacking = this.#lacking(objects, apiVersion);
    return lacking.length === 0 ? undefined : this.#fetch(objects, lacking, apiVersion);
  };

  readonly hold = (): (() => void) => {
    const held = { since: performance.now() };
    this.#holds.add(held);
    return () => void this.#holds.delete(held);
  };

  /**
   * Returns the objects without a usable conversion. Expired conversions are requested again, because only
   * holders that began earlier may rely on them.
   */
  #lacking(objects: readonly KubeObject[], apiVersion: string): readonly KubeObject[] {
    const now = performance.now();
    return objects.filter((object) => {
      if (object.apiVersion === apiVersion || isEmpty(object)) return false;
      const known = this.#known.get(keyOf(object, apiVersion));
      return known === undefined || known.until <= now;
    });
  }

  /** Requests missing conversions until all are there: some can expire while the webhook converts the rest. */
  async #fetch(
    objects: readonly KubeObject[],
    lacking: readonly KubeObject[],
    apiVersion: string,
  ): Promise<void> {
    for (let asked = lacking; asked.length > 0; ) {
      if (!(await this.#ask(asked, apiVersion))) return;
      asked = this.#lacking(objects, apiVersion);
    }
  }

  /**
   * Returns false if objects could not be converted. The webhook is then asked again for each alone, as the reference
   * always does, because one of them can be the reason. If it cannot be reached, the error is the result for all objects.
   */
  async #ask(objects: readonly KubeObject[], apiVersion: string): Promise<boolean> {
    const sent = objects.map((object) => copyWithNotes(object));
    const startedAt = performance.now();
    const keep = (): number => KEPT_MS + KEPT_CALLS * (performance.now() - startedAt);
    try {
      const converted = await this.#convertAll(sent, apiVersion);
      sent.forEach((object, index) => {
        this.#keep(keyOf(object, apiVersion), { object: converted[index] as KubeObject }, keep());
      });
      return true;
    } catch (error) {
      for (const object of sent) this.#keep(keyOf(object, apiVersion), { error }, FAILED_MS);
      if (sent.length > 1 && !(error instanceof StatusError && error.cause instanceof Unreached))
        await this.#askEach(sent, apiVersion);
      return false;
    }
  }

  async #askEach(objects: readonly KubeObject[], apiVersion: string): Promise<void> {
    const letGo = this.hold();
    let failed = 0;
    for (const object of objects) {
      if (!(await this.#ask([object], apiVersion))) failed++;
      if (failed === MOST_FAILURES) break;
    }
    letGo();
  }

  /** Throws the problem with the response. */
  async #convertAll(sent: readonly KubeObject[], apiVersion: string): Promise<readonly unknown[]> {
    const title = titleOf(sent);
    const converted = await this.#call(sent, apiVersion, title);
    sent.forEach((object, index) => {
      const problem = checkConverted(object, converted[index] as JsonObject, apiVersion);
      if (problem !== undefined)
        throw plainError(
          `conversion webhook for ${title} returned invalid ${PLACES[problem.at]}: ${boundedText(problem.why)}`,
        );
    });
    return converted;
  }

  async #call(
    objects: readonly KubeObject[],
    apiVersion: string,
    title: string,
  ): Promise<readonly unknown[]> {
    const version = this.#reviewVersion;
    if (version === undefined) throw plainError("no supported conversion review versions");
    const uid = this.#options.uid();
    const body = writeConversionReview(version, { uid, apiVersion, objects: objects.map(withoutVersion) });
    let converted: ConversionAnswer;
    try {
      converted = readConversionReview(await this.#post(body), version, uid);
    } catch (error) {
      // The cause has the complete text.
      throw plainError(`conversion webhook for ${title} failed: ${boundedText(messageOf(error))}`, error);
    }
    const { objects: made, problem } = converted;
    if (made.length !== objects.length)
      throw plainError(
        `conversion webhook for ${title} returned ${made.length} objects, expected ${objects.length}`,
      );
    if (problem !== undefined) throw plainError(problem);
    return made.map(asObject);
  }

  async #post(body: string): Promise<Uint8Array> {
    const last = this.#unreached;
    if (last !== undefined && performance.now() < last.until) throw last.error;
    const answer = await this.#options.call(this.#target, body, CALL);
    if (answer.kind === "error") throw this.#failed(answer);
    if (answer.body.length > 0) return answer.body;
    const { status } = answer;
    // A response without a type has the type of the request (client-go/rest/request.go, transformResponse).
    const contentType = answer.contentType || "application/json";
    throw new Error(`0-length response with status code: ${status} and content type: ${contentType}`);
  }

  #failed({ message, timedOut, answered }: Extract<TransportResult, { kind: "error" }>): Error {
    if (answered !== undefined) return new Error(message);
    const error = new Unreached(
      timedOut ? `${message} (Client.Timeout exceeded while awaiting headers)` : message,
    );
    this.#unreached = { error, until: performance.now() + FAILED_MS };
    return error;
  }

  #keep(key: string, made: Made, milliseconds: number): void {
    this.#known.delete(key);
    this.#known.set(key, { ...made, until: performance.now() + milliseconds });
    this.#sweeping ??= setTimeout(() => this.#sweep(), 2 * milliseconds).unref();
  }

  /** Deletes expired conversions, so that a long list does not stay in memory until the next request. */
  #sweep(): void {
    const [oldest] = this.#holds;
    const end = oldest?.since ?? performance.now();
    for (const [key, { until }] of this.#known) if (until <= end) this.#known.delete(key);
    const again = this.#known.size > 0;
    this.#sweeping = again ? setTimeout(() => this.#sweep(), KEPT_MS).unref() : undefined;
  }
}

/** The reference converts stored objects before it sets the version (apiserver/pkg/storage/etcd3, decode). */
function withoutVersion(object: KubeObject): KubeObject {
  if (!isJsonObject(object.metadata)) return object;
  const { resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/**
 * True for an object with only its kind and version, whose other fields have been removed. The webhook is not
 * called for it (webhook_converter.go, isEmptyUnstructuredObject).
 */
function isEmpty(object: KubeObject): boolean {
  for (const key in object) if (key !== "kind" && key !== "apiVersion") return false;
  return object.kind !== undefined && object.apiVersion !== undefined;
}

/** The webhook did not answer. */
class Unreached extends Error {}

/** Result of the conversion of an object. */
type Made = { readonly object: KubeObject } | { readonly error: unknown };

const PLACES = { version: "object at index 0", object: "object", metadata: "metadata" } as const;

/** Text such as `example.com/v1, Kind=Widget`. Objects that are read together have the same version. */
const titleOf = ([first]: readonly KubeObject[]): string => `${first?.apiVersion}, Kind=${first?.kind}`;

const isKnown = (version: string): version is ReviewVersion => version === "v1" || version === "v1beta1";

const keyOf = (object: KubeObject, apiVersion: string): string => `${apiVersion}\n${stableText(object)}`;
