// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";

export type AuthInfo = {
  readonly "client-certificate": string;
  readonly "client-certificate-data": string;
  readonly "client-key": string;
  readonly "client-key-data": string;
  readonly token: string;
  readonly tokenFile: string;
  readonly as: string;
  readonly "as-uid": string;
  readonly "as-groups": readonly string[];
  readonly "as-user-extra": { readonly [key: string]: readonly string[] };
  readonly username: string;
  readonly password: string;
  readonly "auth-provider"?: AuthProviderConfig | undefined;
  readonly exec?: ExecConfig | undefined;
  readonly extensions: readonly NamedExtension[];
};

export type AuthProviderConfig = {
  readonly name: string;
  readonly config: { readonly [key: string]: string };
};

export type Cluster = {
  readonly server: string;
  readonly "tls-server-name": string;
  readonly "insecure-skip-tls-verify": boolean;
  readonly "certificate-authority": string;
  readonly "certificate-authority-data": string;
  readonly "proxy-url": string;
  readonly "disable-compression": boolean;
  readonly extensions: readonly NamedExtension[];
};

export type Config = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly preferences: Preferences;
  readonly clusters: readonly NamedCluster[];
  readonly users: readonly NamedAuthInfo[];
  readonly contexts: readonly NamedContext[];
  readonly "current-context": string;
  readonly extensions: readonly NamedExtension[];
};

export type Context = {
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
  readonly extensions: readonly NamedExtension[];
};

export type ExecConfig = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly ExecEnvVar[];
  readonly apiVersion: string;
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string;
};

export type ExecEnvVar = { readonly name: string; readonly value: string };
export type NamedAuthInfo = { readonly name: string; readonly user: AuthInfo };
export type NamedCluster = { readonly name: string; readonly cluster: Cluster };
export type NamedContext = { readonly name: string; readonly context: Context };
export type NamedExtension = { readonly name: string; readonly extension?: Json | undefined };
export type Preferences = { readonly colors: boolean; readonly extensions: readonly NamedExtension[] };
