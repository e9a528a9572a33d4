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

/** Note of the plugin, which is stored with the encrypted object and sent back for the decryption. */
export interface Annotation {
  readonly key: string;
  readonly value: Uint8Array;
}

/** State of the plugin. `healthz` is `ok` if it works; `keyId` is the key that it uses now. */
export interface StatusResponse {
  readonly version: string;
  readonly healthz: string;
  readonly keyId: string;
}

/** An encrypted text, and the key that the plugin used. */
export interface EncryptResponse {
  readonly ciphertext: Uint8Array;
  readonly keyId: string;
  readonly annotations: readonly Annotation[];
}

/** Stored fields of an encrypted object, without its data. */
export interface EncryptedKey {
  readonly keyId: string;
  /** The key of the object, or the seed of it, encrypted by the plugin. */
  readonly encryptedDEKSource: Uint8Array;
  readonly annotations: readonly Annotation[];
  /** 0: an AES-GCM key; 1: a seed from which the key is derived (HKDF). */
  readonly encryptedDEKSourceType: number;
}

/** Stored form of an encrypted object. */
export interface EncryptedObject extends EncryptedKey {
  readonly encryptedData: Uint8Array;
}

const codecs = once(() => makeCodecs(MESSAGES));

/** Codec of a message by its name. Throws if there is none. */
export function codec(name: keyof typeof MESSAGES): Codec {
  const found = codecs().get(name);
  if (found === undefined) throw new Error(`there is no message ${name}`);
  return found;
}
