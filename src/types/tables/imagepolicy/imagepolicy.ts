/** The types of the configuration of ImagePolicyWebhook; the notation is explained in `notation.ts`. */
export const imagepolicyImagepolicy = `
AdmissionConfig imagePolicy=0:imagePolicyWebhookConfig
imagePolicyWebhookConfig kubeConfigFile=0:s allowTTL=0:l:time.Duration denyTTL=0:l:time.Duration
  retryBackoff=0:l:time.Duration defaultAllow=0:b
`;
