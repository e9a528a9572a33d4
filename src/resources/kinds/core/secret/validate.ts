import type { KubeObject } from "../../../../api/meta.ts";
import { wasEmptied } from "../../../../api/object/emptied.ts";
import { NamedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { Steps } from "../../../../async/steps.ts";
import type { Secret } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { readJsonText } from "../../shared/values/json-text.ts";
import {
  checkDataKeys,
  checkImmutable,
  decodedLength,
  MAX_DATA_BYTES,
  sameData,
} from "../shared/key-values.ts";
import { keyPairProblem } from "./tls-key-pair.ts";

const ACCOUNT_NAME = "kubernetes.io/service-account.name";

type TypeCheck = (secret: Secret, data: FieldReport) => void;

/** Requires that all these keys are present. */
const hasKeys =
  (...keys: string[]): TypeCheck =>
  ({ data = {} }, at) => {
    for (const key of keys) if (!Object.hasOwn(data, key)) at.key(key).required();
  };

/** Requires that the value is a JSON object. Errors never show the value. */
const hasJson =
  (key: string): TypeCheck =>
  ({ data = {} }, at) => {
    const value = Object.hasOwn(data, key) ? data[key] : undefined;
    if (value === undefined) at.key(key).required();
    else {
      const read = readJsonText(Buffer.from(value, "base64"), "object", "map[string]interface {}");
      if ("problem" in read) at.key(key).invalid("<secret contents redacted>", read.problem);
    }
  };

const TYPE_CHECKS: ReadonlyMap<string, TypeCheck> = new Map<string, TypeCheck>([
  [
    "kubernetes.io/service-account-token",
    ({ metadata }, at) => {
      if ((metadata.annotations?.[ACCOUNT_NAME] ?? "") !== "") return;
      at.root("metadata").child("annotations").key(ACCOUNT_NAME).required();
    },
  ],
  ["kubernetes.io/dockercfg", hasJson(".dockercfg")],
  ["kubernetes.io/dockerconfigjson", hasJson(".dockerconfigjson")],
  [
    "kubernetes.io/basic-auth",
    (secret, at) => {
      const { data = {} } = secret;
      if (Object.hasOwn(data, "username") || Object.hasOwn(data, "password")) return;
      hasKeys("username", "password")(secret, at);
    },
  ],
  [
    "kubernetes.io/ssh-auth",
    ({ data = {} }, at) => {
      if ((data["ssh-privatekey"] ?? "") === "") at.key("ssh-privatekey").required();
    },
  ],
  ["kubernetes.io/tls", hasKeys("tls.crt", "tls.key")],
]);

/** Checks the keys, the size, and the data that the type requires (ValidateSecret). */
export function* check(secret: Secret, _old: unknown, root: FieldReport): Steps<void> {
  const at = root.child("data");
  const { data = {}, type = "" } = secret;
  yield* checkDataKeys(data, at);
  yield;
  let size = 0;
  for (const key in data) size += decodedLength(data[key] ?? "");
  if (size > MAX_DATA_BYTES) at.tooLong(MAX_DATA_BYTES);
  TYPE_CHECKS.get(type)?.(secret, at);
}

/** Checks that the type is kept, and the data of an immutable secret (ValidateSecretUpdate). */
export function checkChange(secret: Secret, old: Secret, at: FieldReport): void {
  const { type = "", data } = secret;
  if (type !== (old.type ?? "")) at.child("type").invalid(new NamedText(type), "field is immutable");
  checkImmutable(secret, old, { data: () => sameData(data, old.data) && !wasEmptied(secret, "data") }, at);
}

/** Warning about a certificate and a key of the type kubernetes.io/tls that do not fit. */
export function warnings(object: KubeObject): string[] {
  const { type, data = {} } = view<Secret>(object);
  if (type !== "kubernetes.io/tls") return [];
  const problem = keyPairProblem(pem(data["tls.crt"]), pem(data["tls.key"]));
  return problem === undefined ? [] : [problem];
}

const pem = (base64 = ""): string => Buffer.from(base64, "base64").toString("latin1");
