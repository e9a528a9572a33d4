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
  "the kubeconfig asks for credentials with $1, which this client does not know": [
    /exec plugin: invalid apiVersion "([^"]{1,253})"/,
    "clients know client.authentication.k8s.io/v1 and v1beta1 (v1alpha1 only before 1.24): let a newer tool write the kubeconfig again (aws eks update-kubeconfig), or change apiVersion in users[].user.exec",
  ],
  "the program $1, which the kubeconfig runs to get credentials, is missing or has failed": [
    /getting credentials: exec: executable (\S{1,253}) (?:not found|failed with exit code)/,
    "run it by hand, as users[].user.exec of the kubeconfig has it: it is to be installed, or its own login has expired",
  ],
  "the client could not get credentials: $'": [
    /getting credentials: (?:exec: |decoding stdout: )?/,
    "run the program by hand that users[].user.exec of the kubeconfig has",
  ],
  "certificate-authority-data (or certificate-authority) of the kubeconfig is no certificate": [
    /unable to load root certificates: /,
    "it is a certificate in PEM, in base64 once: get the kubeconfig again",
  ],
  "the time of the client was over before its own limit of requests let it send the next one": [
    /client rate limiter Wait returned an error/,
    "earlier requests, or a long wait, have used the time up: the lines before tell for what it waited. Its limit of time is often --timeout",
  ],
  "the object in the manifest has no name": [
    /resource name may not be empty/,
    "write metadata.name; generateName is for kubectl create only",
  ],
  "the input has no object": [
    /no objects passed to (?:create|apply|delete)/,
    "a template may have rendered to nothing, or a program before the pipe has failed",
  ],
};
