import { once } from "../../../async/once.ts";
import { type Codec, makeCodecs } from "../../etcd/messages.ts";

/** Messages of k8s.io/kms/apis/v2/api.proto, and, for stored values, of kmsv2/v2/api.proto of apiserver. */
const MESSAGES = {
  StatusRequest: "",
  StatusResponse: "1:string version 2:string healthz 3:string keyId",
  // A map of the protobuf language has this form on the wire.
  Annotation: "1:string key 2:bytes value",
  DecryptRequest: "1:bytes ciphertext 2:string uid 3:string keyId 4:*Annotation annotations",
  DecryptResponse: "1:bytes plaintext",
  EncryptRequest: "1:bytes plaintext 2:string uid",
  EncryptResponse: "1:bytes ciphertext 2:string keyId 3:*Annotation annotations",
  EncryptedObject:
    "1:bytes encryptedData 2:string keyId 3:bytes encryptedDEKSource 4:*Annotation annotations 5:int32 encryptedDEKSourceType",
};

export interface Annotation {
  readonly key: string;
  readonly value: Uint8Array;
}

export interface StatusResponse {
  readonly version: string;
  readonly healthz: string;
  readonly keyId: string;
}

export interface EncryptResponse {
  readonly ciphertext: Uint8Array;
  readonly keyId: string;
  readonly annotations: readonly Annotation[];
}

/** Stored fields of an encrypted object, without its data. */
export interface EncryptedKey {
  readonly keyId: string;
  readonly encryptedDEKSource: Uint8Array;
  readonly annotations: readonly Annotation[];
  readonly encryptedDEKSourceType: number;
}

export interface EncryptedObject extends EncryptedKey {
  readonly encryptedData: Uint8Array;
}

const codecs = once(() => makeCodecs(MESSAGES));

export function codec(name: keyof typeof MESSAGES): Codec {
  const found = codecs().get(name);
  if (found === undefined) throw new Error(`there is no message ${name}`);
  return found;
}
