// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type AdmissionConfig = { readonly imagePolicy: imagePolicyWebhookConfig };

export type imagePolicyWebhookConfig = {
  readonly kubeConfigFile: string;
  readonly allowTTL: number;
  readonly denyTTL: number;
  readonly retryBackoff: number;
  readonly defaultAllow: boolean;
};
