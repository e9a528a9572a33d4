/** The types of kubeconfig files; the notation is explained in `notation.ts`. */
export const clientcmdV1 = `
AuthInfo client-certificate=0:s client-certificate-data=0:y client-key=0:s client-key-data=0:y token=0:s
  tokenFile=0:s as=0:s as-uid=0:s as-groups=0:*s as-user-extra=0:%*s username=0:s password=0:s
  auth-provider=0:AuthProviderConfig? exec=0:ExecConfig? extensions=0:*NamedExtension
AuthProviderConfig name=0:s config=0:%s
Cluster server=0:s tls-server-name=0:s insecure-skip-tls-verify=0:b certificate-authority=0:s
  certificate-authority-data=0:y proxy-url=0:s disable-compression=0:b extensions=0:*NamedExtension
Config kind=0:s apiVersion=0:s preferences=0:Preferences clusters=0:*NamedCluster users=0:*NamedAuthInfo
  contexts=0:*NamedContext current-context=0:s extensions=0:*NamedExtension
Context cluster=0:s user=0:s namespace=0:s extensions=0:*NamedExtension
ExecConfig command=0:s args=0:*s env=0:*ExecEnvVar apiVersion=0:s installHint=0:s provideClusterInfo=0:b
  interactiveMode=0:s:ExecInteractiveMode
ExecEnvVar name=0:s value=0:s
NamedAuthInfo name=0:s user=0:AuthInfo
NamedCluster name=0:s cluster=0:Cluster
NamedContext name=0:s context=0:Context
NamedExtension name=0:s extension=0:R
Preferences colors=0:b extensions=0:*NamedExtension
`;
