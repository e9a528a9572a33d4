import type { KnownErrors } from "./server-error.ts";

/** Errors that kubectl itself gives, before or instead of a request. */
export const CLIENT_TEXTS: KnownErrors = {
  "kubectl knows no API server: it found no kubeconfig, and asks this machine": [
    /(?:localhost|127\.0\.0\.1):8080|no configuration has been provided/,
    "set KUBECONFIG to the file of the cluster, or write it to ~/.kube/config; sudo has another home folder",
  ],
  "nothing listens at $1, the address of the API server in the kubeconfig": [
    /The connection to the server (\S{1,300}) was refused/,
    "start the API server, or correct the address: kubectl config view shows it",
  ],
  "the kubeconfig has no such context": [
    /current-context is not set|context "[^"]{0,253}" does not exist/,
    "kubectl config get-contexts lists them, and kubectl config use-context NAME chooses one",
  ],
  "the file has an object without apiVersion or without kind": [
    /(?:apiVersion|kind) not set/,
    "both are at the top of each object; a line --- with nothing but comments after it makes no object",
  ],
  "no kind that the cluster serves has the name $1, in the plural, the singular or as a short name": [
    /the server doesn't have a resource type "([^"]{0,253})"/,
    "kubectl api-resources lists the names; the CustomResourceDefinition may not be installed",
  ],
  "the input has no object": [
    /no objects passed to (?:create|apply|delete)/,
    "a template may have rendered to nothing, or a program before the pipe has failed",
  ],
};
