/** What `sallyport console` was asked for. */
export interface ConsoleFlags {
  kubeconfig?: string;
  port: string;
}
