import type { HookAnswer } from "../../case.ts";
import { NS, Scenario } from "../scenario.ts";
import { review } from "./review-answers.ts";
import { hookOf, register } from "./webhook.ts";

const allowedWith = (response: object, more: object = {}): HookAnswer =>
  review({ allowed: true, ...response }, more);

/** Requests that an answer may repeat, with members of other types. */
const REQUESTS: readonly unknown[] = [
  null,
  "x",
  [],
  {},
  { uid: 5 },
  { uid: "other" },
  { kind: "Pod" },
  { kind: { group: 1 } },
  { kind: { version: 1 } },
  { resource: { resource: 1 } },
  { resource: [] },
  { subResource: 1 },
  { requestKind: { kind: 1 } },
  { requestKind: 5 },
  { requestResource: { group: {} } },
  { requestSubResource: true },
  { name: 1 },
  { namespace: 1 },
  { operation: 1 },
  { operation: "OTHER" },
  { userInfo: "x" },
  { userInfo: { username: 1 } },
  { userInfo: { uid: 1 } },
  { userInfo: { groups: "x" } },
  { userInfo: { groups: [1] } },
  { userInfo: { extra: [] } },
  { userInfo: { extra: { a: "x" } } },
  { userInfo: { extra: { a: [1] } } },
  { object: 5 },
  { oldObject: "x" },
  { dryRun: "x" },
  { options: [] },
  { unknown: 1 },
];

const OTHERS: readonly HookAnswer[] = [
  allowedWith({}, { metadata: 5 }),
  allowedWith({}, { status: 5 }),
  allowedWith({ result: 5 }),
  allowedWith({ status: { metadata: 5 } }),
  allowedWith({ status: { details: { causes: {} } } }),
  allowedWith({ status: { code: 1.5 } }),
  allowedWith({ auditAnnotations: { a: 5 } }),
  allowedWith({ warnings: [null, "w"] }),
  allowedWith({ allowed: null }),
  {
    text: '{"apiVersion":"{{version}}","kind":"AdmissionReview","response":{"uid":"{{uid}}","allowed":true}}{}',
  },
  {
    text: '{"apiVersion":"{{version}}","kind":"AdmissionReview","response":{"uid":"{{uid}}","allowed":true}} x',
  },
  {
    text: '{"apiVersion":"{{version}}","kind":"AdmissionReview","response":{"uid":"{{uid}}","allowed":false,"allowed":true}}',
  },
  {
    text: '{"apiVersion":"{{version}}","kind":"AdmissionReview","Response":{"uid":"{{uid}}","allowed":true}}',
  },
  {
    text: '{"apiVersion":"{{version}}","kind":"AdmissionReview","response":{"UID":"{{uid}}","Allowed":true}}',
  },
];

function told(name: string, version: string): Scenario {
  const s = new Scenario(name);
  const answers = [...REQUESTS.map((request) => allowedWith({}, { request })), ...OTHERS];
  s.hook("m", ...answers);
  s.hook("v", ...answers);
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["*"] }];
  const hook = (t: string) =>
    hookOf(t, rules, { admissionReviewVersions: [version], objectSelector: { matchLabels: { t } } });
  register(s, "mutating", [hook("m")]);
  register(s, "validating", [hook("v")]);
  s.settle("webhooks");
  for (const t of ["m", "v"])
    for (const i of answers.keys())
      s.post(`${NS}/configmaps`, { metadata: { name: `${t}${i}`, labels: { t } } }, [["dryRun", "All"]]);
  return s;
}

/** Members of a review's answer in addition to its response. */
export const answersV1 = (): Scenario => told("admission-answers-v1", "v1");
export const answersBeta = (): Scenario => told("admission-answers-beta", "v1beta1");
