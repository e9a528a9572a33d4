/** Flags of `sallyport console`. */
export interface ConsoleFlags {
  kubeconfig?: string;
  port: string;
  /** For a recording: the configurations that decide its requests. */
  filename: string[];
}
