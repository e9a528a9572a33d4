import { textReader } from "../../text-table.ts";

/** Refusals of webhooks that libraries word, or that are alike in many products, and what helps. */
const DENIED: Readonly<Record<string, string>> = {
  "expected exactly one, got both": "keep one of the fields that the text names",
  "expected exactly one, got neither": "write one of the fields that the text names",
  "cannot decode incoming (?:new|old) object: .*unknown field":
    "the object has a field that its version of the kind does not have: correct its name, or write the apiVersion that has it",
  "no endpoints available for service":
    "no pod behind the Service that the text names is ready: look at its pods (kubectl get endpointslices), and repeat the request when they are",
  "was blocked due to the following policies":
    "the names are those of Kyverno's policies and of their rules: change the object as the message says (the path in it is the place), or leave the object out with exclude in the rule or a PolicyException",
  "there is no content to decode":
    "the webhook reads request.object, which a DELETE does not have: take DELETE out of its rules, or let the program read request.oldObject (DecodeRaw)",
  "failed waiting for \\S+ Informer to sync":
    "the program of the webhook could not read objects of this kind in time: repeat the request. If it stays so, it lacks the rights list and watch, or the CustomResourceDefinition is of another version: look at its log",
  "feature (?:flag|gate)\\S* is (?:enabled|disabled)|feature gate not enabled|(?:if|only if|when) the \\w+ feature (?:gate|flag) is enabled":
    "the feature is switched off in the program of the webhook: switch it on there (its feature gates), or leave the field out",
  "ConstraintTemplate must specify one target":
    "spec.targets has exactly one entry, with target: admission.k8s.gatekeeper.sh and its rego",
  "^ ?\\[(?:denied by )?[a-z0-9][a-z0-9.-]*\\] ":
    "with Gatekeeper, the name in brackets is that of a constraint, which kubectl get constraints lists. Its parameters tell what it allows, and spec.match about which objects it is",
  // It can change at another time, or by another user.
  "be (?:changed|modified|updated|altered|edited) (?:by|if|unless|until|when|while|without)\\b": "",
  "(?:can ?not|can't|may not|must not|not allowed to) be (?:changed|modified|updated|altered|edited)|cannot (?:change|modify|update) |\\bis immutable|immutable field":
    "what the text names cannot change: leave it as it was, or, for another value, create another object",
  'is invalid: .*: (?:Required|Invalid|Unsupported|Duplicate) value|^ ?\\[?[\\w.[\\]"-]+: (?:Required|Invalid|Unsupported|Duplicate) value':
    "correct the field that the text names: the rule is that of the webhook's program, not one of the schema",
  '^ ?\\[?[\\w.[\\]"-]+: Forbidden: |is invalid: .*: Forbidden: ':
    "leave out the field that the text names, or set it as the text says: the rule is that of the webhook's program, not one of the schema",
};

const read = textReader(DENIED);

/** Returns what helps against a refusal, from the text of the webhook; undefined if nothing is known. */
export const deniedAdvice = (said: string): string | undefined => read(said)?.known;
