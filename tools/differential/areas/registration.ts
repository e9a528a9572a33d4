import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { policySteps } from "../registration/policies.ts";
import { labels, requestOf } from "../registration/requests.ts";
import { collectionOf, NAME, NAMESPACE, objectOf, type Subject, subjectOf } from "../registration/scene.ts";
import { webhookSteps } from "../registration/webhooks.ts";

/** Webhook configurations or policies with random matching, and requests that can match them. */
export function registrationCase(random: Random, only?: string): Case {
  const subject = subjectOf(random, only);
  const isPolicy = random.chance(0.6);
  const wrong = random.chance(0.2);
  const { steps, hooks } = isPolicy
    ? policySteps(random, subject, wrong)
    : webhookSteps(random, subject, wrong);
  const settled: Step = {
    name: "in effect",
    method: "",
    path: "",
    settle: isPolicy ? "policies" : "webhooks",
  };
  const requests = random.times(2, 4, (i) => requestOf(random, subject, `request ${i}`));
  return {
    area: "registration",
    steps: [...prepared(random, subject), ...steps, settled, ...requests, ...reads(subject)],
    hooks,
  };
}

function prepared(random: Random, subject: Subject): Step[] {
  const [version = "v1"] = subject.versions;
  const namespace = { metadata: { name: NAMESPACE, labels: labels(random) } };
  return [
    { name: "namespace", method: "POST", path: "/api/v1/namespaces", body: namespace, isSetup: true },
    ...(subject.before ?? []),
    {
      name: "prepare",
      method: "POST",
      path: collectionOf(subject, version),
      body: objectOf(subject, version, NAME, labels(random)),
      isSetup: true,
    },
  ];
}

const reads = (subject: Subject): Step[] => [
  {
    name: "stored",
    method: "GET",
    path: collectionOf(subject, subject.versions[0] ?? "v1"),
    query: [["labelSelector", "case={{id}}"]],
  },
];
