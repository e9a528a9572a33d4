import { record, records, text } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import type { Cause } from "../cause.ts";
import { adviceFor } from "../ending/known-refusals.ts";
import { causeOf } from "../ending/refusal.ts";
import { type Manifest, manifestSources } from "../offline/manifests.ts";
import { hintForText } from "../refused/definition-hints.ts";
import type { Sources } from "../sources.ts";
import { CLIENT_CONFIG } from "../steps/failed-call.ts";
import { NO_OBJECT } from "../steps/failure-text.ts";
import { patchAdvice } from "../steps/patch-cure.ts";
import { plainWords } from "../steps/plain-words.ts";
import { textReader } from "../text-table.ts";
import { type CalledText, calledAddress, calledText, callText } from "./call-message.ts";
import { knownAdvice } from "./known-texts.ts";
import { messagesIn, type Told } from "./messages-in.ts";
import { conditioned, conversionOf, type Found, webhookAt, webhookNamed } from "./named-hooks.ts";
import { injectionAdvice, UNKNOWN_AUTHORITY } from "./products/call-advice.ts";
import { productText, refusalAdvice } from "./products/product-texts.ts";
import { withSentValue } from "./sent-values.ts";
import { rightAdvice } from "./server/missing-right.ts";
import { serverError } from "./server/server-errors.ts";
import { withPlaces } from "./told-places.ts";
import { withPods } from "./told-pods.ts";
import { withRights } from "./told-rights.ts";

/** An error of an API server, and its cause. */
export interface ToldCause extends Told {
  readonly cause: Cause;
}

/**
 * Explains errors that an API server gave: `told` is what a client printed, an event, or a log. `manifests`: configurations in
 * which the webhooks and policies are looked up by their names. Other errors of the server, which are frequent in logs, are explained
 * if kubectl prints them, or if there is none whose cause is known better. The result is empty if no known error is in the text.
 */
export function explainMessage(told: string, manifests: readonly Manifest[]): ToldCause[] {
  const known = explained(told, manifests, (line) => isKnown(line) || (PRINTED.test(line) && isPlain(line)));
  return known.length > 0 ? known : explained(told, manifests, isPlain);
}

/** Begin of an error that kubectl prints. */
const PRINTED = /^(?:Error from server|error: |The \w+ ")/;

const isPlain = (line: string): boolean => plainCause(line) !== undefined;

function explained(
  told: string,
  manifests: readonly Manifest[],
  isError: (line: string) => boolean,
): ToldCause[] {
  return messagesIn(told, isError).flatMap((one) => {
    const message = one.text.slice(0, LONGEST_MATCHED);
    const cause = causeIn(message, manifests) ?? plainCause(message, manifests);
    if (cause === undefined) return [];
    return [{ ...one, cause: withManifests(cause, message, manifests) }];
  });
}

/** Adds what the manifests tell about the objects that the text names. */
const withManifests = (cause: Cause, message: string, manifests: readonly Manifest[]): Cause =>
  [withPods, withRights, withPlaces, withSentValue].reduce(
    (found, add) => add(found, message, manifests),
    cause,
  );

const isKnown = (line: string): boolean => {
  const message = line.slice(0, LONGEST_MATCHED);
  return failedCondition(message) !== "" || ownCause(message) !== undefined;
};

const causeIn = (message: string, manifests: readonly Manifest[]): Cause | undefined => {
  const called = calledText(message);
  if (called !== undefined) return callCause(called, manifests);
  return (
    webhookCause(message, manifests) ??
    policyCause(message, manifests) ??
    conditionCause(message, manifests) ??
    ownCause(message)
  );
};

function callCause(called: CalledText, manifests: readonly Manifest[]): Cause {
  const { webhook, address, isIgnored, converted } = called;
  const found =
    converted !== undefined
      ? conversionOf(converted, manifests)
      : webhook === ""
        ? webhookAt(address, manifests)
        : webhookNamed(webhook, manifests);
  const configured = found && record(found.webhook.clientConfig);
  const sources = manifestSources(manifests);
  const { message, place = CLIENT_CONFIG, fix, advice: usual } = callText(called, configured, sources);
  const advice = (found && bundleAdvice(called.reason, found, sources)) || usual;
  const end =
    converted !== undefined
      ? `objects of the kind ${converted.kind} that are stored in another version can be neither read nor written`
      : webhook === ""
        ? "failurePolicy decides about the request"
        : isIgnored
          ? "failurePolicy Ignore let the request pass"
          : "failurePolicy Fail refused the request";
  return {
    ...causeOf(
      "call-failed",
      `${converted ? "conversion: " : ""}${message}; ${end}`,
      found?.line(place) ?? "",
      fix,
    ),
    ...{ webhook: webhook || text(found?.webhook.name), of: found?.of ?? "" },
    ...(advice !== "" && { advice }),
  };
}

/** Says how an absent caBundle gets into a configuration; empty for other failures. */
function bundleAdvice(reason: string, { webhook, of }: Found, sources: Sources): string {
  const { service, caBundle } = record(webhook.clientConfig);
  const { namespace, name } = record(service);
  const [kind = "", own = ""] = of.split("/");
  if (!UNKNOWN_AUTHORITY.test(reason) || text(caBundle) !== "" || service === undefined) return "";
  const address = { namespace: text(namespace), name: text(name) };
  return injectionAdvice(address, sources.find(kind, own)?.object, sources);
}

/** Refusals by a webhook, by the text after its name; `$'` is the rest of the text. */
const refusalFor = textReader<Pick<Cause, "code" | "message"> & Partial<Pick<Cause, "fix" | "advice">>>({
  "^ denied the request without explanation": {
    code: "denied",
    message: "it refused the request, and its answer has no response.status.message",
    advice: "look at its log",
  },
  "^ denied the request: ": {
    code: "denied",
    message: "it refused the request: $'",
    advice:
      "the text is the webhook's own, as are its rules: sallyport explain with the manifest and its configuration says why it was called",
  },
  "^ does not support dry run": {
    code: "dry-run",
    message:
      "the request is a dry run (kubectl diff sends one, too), and sideEffects of the webhook is neither None nor NoneOnDryRun",
    fix: "sideEffects: None",
    advice:
      "write sideEffects: None if the webhook changes nothing elsewhere, and NoneOnDryRun if it changes nothing for dry runs",
  },
  "^ attempted to modify the object": {
    code: "unusable-answer",
    ...NO_OBJECT,
  },
});

function webhookCause(message: string, manifests: readonly Manifest[]): Cause | undefined {
  const [all = "", webhook] = /admission webhook "([^"]*)"/.exec(message) ?? [];
  const rest = message.slice(message.indexOf(all) + all.length);
  const refusal = webhook === undefined ? undefined : refusalFor(rest);
  if (webhook === undefined || refusal === undefined) return undefined;
  const { known, groups } = refusal;
  const found = webhookNamed(webhook, manifests, (one) => known.code !== "dry-run" || hasEffects(one));
  const advice = refusalAdvice(message) ?? known.advice ?? "";
  return {
    ...causeOf(
      known.code,
      known.message.replace("$'", () => rest.slice(groups[0]?.length)),
    ),
    webhook,
    of: found?.of ?? "",
    at: found?.line(known.code === "dry-run" ? ["sideEffects"] : []) ?? "",
    fix: known.fix ?? "",
    advice,
  };
}

const hasEffects = ({ webhook }: Found): boolean =>
  webhook.sideEffects !== "None" && webhook.sideEffects !== "NoneOnDryRun";

/** Errors of mutating policies name no kind. */
const POLICY =
  /(ValidatingAdmissionPolicy|policy) ['"]([^'"]*)['"] (?:with binding ['"]([^'"]*)['"] )?denied (?:the )?request: /;

function policyCause(message: string, manifests: readonly Manifest[]): Cause | undefined {
  const [all = "", named, policy = "", binding = ""] = POLICY.exec(message) ?? [];
  if (named === undefined) return undefined;
  const kind = named === "policy" ? "MutatingAdmissionPolicy" : named;
  const said = message.slice(message.indexOf(all) + all.length);
  const { at, isFalse } = placeOfPolicy(kind, policy, said, manifests);
  const by = binding === "" ? "" : ` (binding ${binding})`;
  const isFailure = kind === "MutatingAdmissionPolicy" || (!isFalse && FAILED.test(said));
  const problem = isFailure ? serverError(said) : undefined;
  return {
    ...(isFailure
      ? causeOf("validation-error", `it failed, and failurePolicy Fail refused the request${by}: ${said}`, at)
      : causeOf("denied", `it refused the request${by}: ${said}`, at)),
    ...(problem && { advice: `${problem.says}: ${problem.advice}` }),
    ...(isFailure && keyAdvice(said)),
    of: `${kind}/${policy}`,
  };
}

const FAILED = /^(?:expression '.*' resulted in error: |failed to configure (?:policy|binding): )/s;

function keyAdvice(said: string): Pick<Cause, "advice"> | undefined {
  const [, key] = /no such key: ([\w.-]+)/.exec(said) ?? [];
  if (key === undefined) return undefined;
  return {
    advice: `what it read had no ${key}: let the expression test for it with has(), or, for keys with a dot or a slash, with '${key}' in …`,
  };
}

/** The validation of the policy that has this message or expression; the policy itself if none has it. */
function placeOfPolicy(kind: string, name: string, said: string, manifests: readonly Manifest[]) {
  const manifest = manifests.find(
    ({ object }) => object.kind === kind && record(object.metadata).name === name,
  );
  const validations = records(record(manifest?.object.spec).validations);
  const isFalse = validations.some((one) => said === one.message);
  const index = validations.findIndex(
    (one) => said === one.message || said.includes(`${text(one.expression)}`),
  );
  return { isFalse, at: manifest?.line(index < 0 ? [] : ["spec", "validations", index]) ?? "" };
}

/** The server names neither the webhook nor the policy whose match condition failed. */
function conditionCause(message: string, manifests: readonly Manifest[]): Cause | undefined {
  const failed = failedCondition(message);
  if (failed === "") return undefined;
  const expression = failed.slice(EXPRESSION.length, failed.lastIndexOf(RESULTED));
  const found = conditioned(manifests).find(({ condition }) => text(condition.expression) === expression);
  return {
    ...causeOf(
      "condition-error",
      `a match condition failed, and failurePolicy Fail refused the request: ${failed}`,
      found?.at ?? "",
    ),
    ...{ of: found?.of ?? "", webhook: found?.webhook ?? "" },
    ...keyAdvice(failed),
  };
}

const EXPRESSION = "expression '";
const RESULTED = "' resulted in error: ";

/** Returns the first error of a match condition in a text, from its expression on; empty for other errors. Several are in brackets. */
function failedCondition(message: string): string {
  const [, failed = ""] = message.split(/ is forbidden: \[?(?=expression ')/);
  return failed.includes(RESULTED) ? (failed.split(`, ${EXPRESSION}`, 1)[0] ?? "") : "";
}

/** Text of kubectl before an error. */
const KUBECTL = /^Error from server(?: \(\w+\))?: (?:error when \w+ "[^"]*": )?/;

/** Refusals of the server itself: rights, patches that cannot be applied, and texts that people look up. */
function ownCause(line: string): Cause | undefined {
  const message = line.replace(KUBECTL, "");
  const patch = NO_PATCH.test(message)
    ? "a JSON patch is a list of operations: [{op, path, value}, …]"
    : patchAdvice(message);
  if (patch !== "")
    return {
      ...causeOf("call-failed", `a patch cannot be applied: ${message}`),
      advice: `${patch}. If the request is no patch, it is that of a mutating webhook, whatever its failurePolicy`,
    };
  const advice =
    adviceFor(message) ??
    productText(message).advice ??
    rightAdvice(message) ??
    knownAdvice(message) ??
    (hintForText(message) || undefined);
  return advice === undefined ? undefined : { ...causeOf("refused", plainWords(message)), advice };
}

/** The cause of an error about which only its text is known, or the address of a call. */
function plainCause(line: string, manifests: readonly Manifest[] = []): Cause | undefined {
  const called = calledAddress(line);
  if (called !== undefined) return callCause(called, manifests);
  const error = serverError(line.replace(KUBECTL, ""));
  return error && { ...causeOf("refused", error.says), advice: error.advice };
}

const NO_PATCH = /json: cannot unmarshal \w+ into Go value of type jsonpatch\./;
