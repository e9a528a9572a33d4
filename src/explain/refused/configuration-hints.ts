import { textReader } from "../text-table.ts";

/** Errors of webhook configurations, policies and bindings, with what helps. */
const hintFor = textReader({
  "exactly one of url or service is required": "keep one of url and service",
  "not a valid selector operator": "the operators are In, NotIn, Exists and DoesNotExist",
  "may not be specified when `operator` is 'Exists' or 'DoesNotExist'":
    "remove values, or write the operator In or NotIn",
  "must be specified when `operator` is 'In' or 'NotIn'":
    "add values, or write the operator Exists or DoesNotExist",
  "is a (?:boolean|number), it must be a text": "write the value in quotes",
  "is a string, it must be a list": "write a list: [value]",
  "should be a domain with at least three segments": "a name such as pods.hooks.example.com",
  "the timeout value must be between": "timeoutSeconds from 1 to 30",
  "if '\\*' is present, must not specify other": 'keep "*" alone, or name what is meant',
  "must include at least one of v1, v1beta1": "admissionReviewVersions: [v1]",
  "must not contain both Deny and Warn": "keep one of Deny and Warn",
  "must evaluate to one of \\[string null_type\\]": "make a text of it: string(…)",
  "is the only allowed URL scheme": "an address that begins with https://",
  "spec\\.matchConstraints: Required":
    "matchConstraints with resourceRules: the requests that the policy is about",
});

/** Returns what helps against an error of a configuration of admission; empty if nothing is known. */
export const configurationHint = (message: string): string => hintFor(message)?.known ?? "";
