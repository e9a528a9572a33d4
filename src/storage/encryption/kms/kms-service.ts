import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "../../etcd/grpc/connection.ts";
import { frameOf } from "../../etcd/grpc/frames.ts";
import { CODE, GrpcError } from "../../etcd/grpc/grpc-error.ts";
import { TICK_MS } from "../../etcd/grpc/heartbeat.ts";
import { codec, type EncryptedKey, type EncryptResponse, type StatusResponse } from "./messages.ts";

const SERVICE = "/v2.KeyManagementService/";
const AGAIN_MS = 100;
/** Limit in bytes. The largest accepted answer has a key of 1 KiB with its name, and annotations of 32 KiB. */
const MESSAGE_LIMIT = 2 ** 18;
/** Additional time of a call with an incomplete answer, compared to a call without any answer, in milliseconds. */
const SPARE_MS = 2 * TICK_MS;

/** The three calls of a KMS plugin (k8s.io/kms/apis/v2/api.proto). They reject when there is no answer in time. */
export interface KmsService {
  status(): Promise<StatusResponse>;
  encrypt(plaintext: Uint8Array): Promise<EncryptResponse>;
  decrypt(key: EncryptedKey): Promise<Uint8Array>;
  close(): void;
}

/** A part of an answer now and then does not hold a call: the connection is dropped. */
function inTime(connection: Connection, answer: Promise<Buffer>, limitMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new GrpcError(CODE.deadlineExceeded, `no complete answer in ${limitMs / 1000} s`));
      connection.drop();
    }, limitMs + SPARE_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A plugin behind a Unix socket (`unix:///run/kms.sock`). One that is not there yet is waited for, as long as a call may take. */
export function openKmsService(endpoint: string, timeoutMs: number): KmsService {
  const connection = new Connection(endpoint, {}, MESSAGE_LIMIT);
  const call = async <Answer>(
    method: string,
    names: Parameters<typeof codec>[0][],
    message: object,
  ): Promise<Answer> => {
    const [request = "StatusRequest", response = "StatusResponse"] = names;
    const frame = frameOf(codec(request).encode(message));
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const left = Math.max(1, deadline - performance.now());
      try {
        const answer = await inTime(connection, connection.unary(SERVICE + method, frame, left), left);
        return codec(response).decode(answer) as Answer;
      } catch (error) {
        const isUnsent = error instanceof GrpcError && error.unsent;
        if (!isUnsent || performance.now() + AGAIN_MS > deadline) throw error;
        await pause(AGAIN_MS);
      }
    }
  };
  return {
    status: () => call("Status", ["StatusRequest", "StatusResponse"], {}),
    encrypt: (plaintext) =>
      call("Encrypt", ["EncryptRequest", "EncryptResponse"], { plaintext, uid: randomUUID() }),
    async decrypt({ encryptedDEKSource: ciphertext, keyId, annotations }) {
      const request = { ciphertext, uid: randomUUID(), keyId, annotations };
      const names: Parameters<typeof codec>[0][] = ["DecryptRequest", "DecryptResponse"];
      return (await call<{ plaintext: Uint8Array }>("Decrypt", names, request)).plaintext;
    },
    close: () => connection.close(),
  };
}
