import type { KnownError } from "./server-error.ts";

/** Errors that kubectl itself gives, before or instead of a request. */
export const CLIENT_TEXTS: readonly KnownError[] = [
  [
    /(?:localhost|127\.0\.0\.1):8080|no configuration has been provided/,
    "kubectl knows no API server: it found no kubeconfig, and asks this machine",
    "set KUBECONFIG to the file of the cluster, or write it to ~/.kube/config; sudo has another home folder",
  ],
  [
    /The connection to the server (\S{1,300}) was refused/,
    "nothing listens at $1, the address of the API server in the kubeconfig",
    "start the API server, or correct the address: kubectl config view shows it",
  ],
  [
    /current-context is not set|context "[^"]{0,253}" does not exist/,
    "the kubeconfig has no such context",
    "kubectl config get-contexts lists them, and kubectl config use-context NAME chooses one",
  ],
  [
    /(?:apiVersion|kind) not set/,
    "the file has an object without apiVersion or without kind",
    "both are at the top of each object; a line --- with nothing but comments after it makes no object",
  ],
  [
    /the server doesn't have a resource type "([^"]{0,253})"/,
    "no kind that the cluster serves has the name $1, in the plural, the singular or as a short name",
    "kubectl api-resources lists the names; the CustomResourceDefinition may not be installed",
  ],
  [
    /no objects passed to (?:create|apply|delete)/,
    "the input has no object",
    "a template may have rendered to nothing, or a program before the pipe has failed",
  ],
];
