import { NamedText } from "../../../../api/validation/field-error.ts";
import type { Check, FieldReport } from "../../../../api/validation/field-report.ts";
import type {
  LimitedPriorityLevelConfiguration as Limited,
  PriorityLevelConfigurationSpec as PriorityLevelSpec,
  QueuingConfiguration as Queuing,
} from "../../../../types/tables/flowcontrol/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { checkMandatoryLevel } from "../shared/mandatory.ts";
import { checkStatus, type FlowObject } from "../shared/status.ts";

const MAX_QUEUES = 10_000_000;

type Shares = Pick<Limited, "nominalConcurrencyShares" | "lendablePercent">;

const MAX_HASH_BITS = 60;

function checkPriorityLevel(name: string, spec: PriorityLevelSpec, at: FieldReport): void {
  const { type = "", limited, exempt } = spec;
  if ((name === "exempt") !== (type === "Exempt"))
    at.child("type").invalid(new NamedText(type), "must be 'Exempt' if and only if `name` is 'exempt'");
  const isUnion = !isGateOff("DeclarativeValidationBeta", at);
  if (exempt !== undefined && (type === "Limited" || (isUnion && type !== "Exempt")))
    at.declaredUnion.child("exempt").forbidden("must be nil if the type is Limited");
  if (limited !== undefined && (type === "Exempt" || (isUnion && type !== "Limited")))
    at.declaredUnion.child("limited").forbidden("must be nil if the type is not Limited");
  if (limited === undefined && type === "Limited")
    at.declaredUnion.child("limited").required("must not be empty when type is Limited");
  if (at.declared.require("type", type)) at.supports("type", type, ["Exempt", "Limited"]);
  if (exempt !== undefined && type === "Exempt") checkShares(exempt, at.child("exempt"));
  if (limited !== undefined && type === "Limited") checkLimited(limited, at.child("limited"));
  else if (limited !== undefined && isUnion)
    checkUnion(limited.limitResponse ?? {}, at.child("limited").child("limitResponse"));
}

type Response = NonNullable<Limited["limitResponse"]>;

/**
 * Checks what declarative validation finds in a response. It looks into members of a union whose type excludes them, too.
 */
const checkUnion: Check<Response> = ({ type = "", queuing }, at) => {
  const isUnion = !isGateOff("DeclarativeValidationBeta", at);
  const path = at.declaredUnion.child("queuing");
  if (queuing !== undefined && (type === "Reject" || (isUnion && type !== "Queue")))
    path.forbidden("must be nil if limited.limitResponse.type is not Limited");
  if (queuing === undefined && type === "Queue")
    path.required("must not be empty if limited.limitResponse.type is Limited");
  at.declared.require("type", type);
};

function checkNominalShares({ nominalConcurrencyShares: shares }: Shares, at: FieldReport): void {
  if (shares !== undefined && shares !== null && shares < 0)
    at.child("nominalConcurrencyShares").invalid(shares, "must be a non-negative integer");
}

function checkLendable({ lendablePercent: percent = 0 }: Shares, at: FieldReport): void {
  if (percent < 0 || percent > 100)
    at.child("lendablePercent").invalid(percent, "must be between 0 and 100, inclusive");
}

function checkShares(shares: Shares, at: FieldReport): void {
  checkNominalShares(shares, at);
  checkLendable(shares, at);
}

function checkLimited(limited: Limited, at: FieldReport): void {
  const { borrowingLimitPercent: borrowing = 0 } = limited;
  checkNominalShares(limited, at);
  checkLimitResponse(limited.limitResponse ?? {}, at.child("limitResponse"));
  checkLendable(limited, at);
  if (borrowing < 0)
    at.child("borrowingLimitPercent").invalid(borrowing, "if specified, must be a non-negative integer");
}

const checkLimitResponse: Check<Response> = (response, at) => {
  const { type = "", queuing } = response;
  checkUnion(response, at);
  if (type !== "") at.supports("type", type, ["Queue", "Reject"]);
  if (type === "Queue" && queuing !== undefined) checkQueuing(queuing, at.child("queuing"));
};

function checkQueuing({ queues = 0, handSize = 0, queueLengthLimit = 0 }: Queuing, at: FieldReport): void {
  if (queueLengthLimit <= 0) at.child("queueLengthLimit").invalid(queueLengthLimit, "must be positive");
  if (queues <= 0) at.child("queues").invalid(queues, "must be positive");
  if (queues > MAX_QUEUES) at.child("queues").invalid(queues, `must not be greater than ${MAX_QUEUES}`);
  const hand = at.child("handSize");
  if (handSize <= 0) hand.invalid(handSize, "must be positive");
  else if (handSize > queues) hand.invalid(handSize, `should not be greater than queues (${queues})`);
  else if (entropyBits(queues, handSize) > MAX_HASH_BITS) {
    const wrong = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_HASH_BITS}`;
    hand.invalid(handSize, wrong);
  }
}

/** Approximate entropy, in bits, of a hand of `handSize` cards from a deck of `deckSize` cards. */
const entropyBits = (deckSize: number, handSize: number): number => Math.ceil(Math.log2(deckSize) * handSize);

const ZERO_SHARES = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

/**
 * Checks the annotations, the spec, that of mandatory levels, and the status (ValidatePriorityLevelConfiguration).
 */
export function checkLevel(object: FlowObject<PriorityLevelSpec>, _old: unknown, at: FieldReport): void {
  const { metadata, spec = {}, status = {} } = object;
  if (metadata.annotations !== undefined && Object.hasOwn(metadata.annotations, ZERO_SHARES))
    at.child("metadata.annotations").forbidden(`annotation '${ZERO_SHARES}' is forbidden`);
  checkPriorityLevel(metadata.name ?? "", spec, at.child("spec"));
  checkMandatoryLevel(metadata.name ?? "", spec, at.child("spec"));
  checkStatus(status, at.child("status"));
}
