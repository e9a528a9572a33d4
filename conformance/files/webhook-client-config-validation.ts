import { collectErrors } from "../../src/api/validation/field-report.ts";
import type { WebhookService } from "../../src/api/webhook-client-config.ts";
import { parseCaBundle } from "../../src/crypto/x509/ca-bundle.ts";
import { targetOf } from "../../src/http/webhook-client/target.ts";
import type { JsonObject } from "../../src/json/value.ts";
import {
  checkWebhookService,
  checkWebhookUrl,
} from "../../src/resources/kinds/shared/webhook-client/client-config.ts";
import { type Case, type CaseResult, differs, failedWith, judge, PASSED } from "../case.ts";
import { type ExpectedFieldError, fieldErrorProblem } from "./field-errors.ts";

interface ClientConfigCase {
  category: string;
  input: JsonObject & { url?: string; service?: WebhookService & JsonObject; caBundle?: string };
  valid?: boolean;
  errors?: ExpectedFieldError[];
  expected?: {
    url?: string;
    error?: boolean;
    http2Allowed?: boolean;
    tlsServerName?: string;
    requestUrl?: string;
  };
}

export function runWebhookClientConfigValidation(testCase: Case): CaseResult {
  const given = testCase as unknown as ClientConfigCase;
  switch (given.category) {
    case "url":
    case "service":
      return judgeFields(given);
    case "ca-bundle":
      return judge(differs("valid", isUsable(given.input.caBundle ?? ""), given.valid));
    case "service-endpoint":
      return judgeEndpoint(given);
    case "http-version":
      return judgeProtocol(given);
    default:
      return failedWith(`no runner for the category ${given.category}`);
  }
}

function judgeFields({ input, errors = [] }: ClientConfigCase): CaseResult {
  const { url, service } = input;
  const actual = collectErrors("", (at) => {
    if (url !== undefined) checkWebhookUrl(url, at.child("url"));
    if (service !== undefined) checkWebhookService(service, at.child("service"));
  });
  return judge(fieldErrorProblem(actual, errors, true));
}

const isUsable = (pem: string): boolean => pem === "" || parseCaBundle(pem).kind === "certificates";

function judgeEndpoint({ input, expected }: ClientConfigCase): CaseResult {
  const target = targetOf({ service: input as unknown as WebhookService });
  if (typeof target === "string") return expected?.error ? PASSED : failedWith(target);
  return judge(
    differs("error", false, expected?.error ?? false),
    differs("url", target.origin, expected?.url),
  );
}

/** We speak HTTP/1.1 only, which is allowed everywhere; names and URLs have to be right. */
function judgeProtocol({ input, expected }: ClientConfigCase): CaseResult {
  const target = targetOf(input);
  if (typeof target === "string") return failedWith(target);
  return judge(
    expected?.tlsServerName && differs("server name", target.serverName, expected.tlsServerName),
    expected?.requestUrl && differs("URL", target.origin, expected.requestUrl),
  );
}
