import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group admissionregistration.k8s.io, by plural; names, types and descriptions are what clients see. */
export const admissionregistrationColumns: ColumnTable = {
  mutatingadmissionpolicies: [
    NAME,
    column(
      "Mutations",
      "Mutation indicates the number of mutations rules defined in this configuration",
      "integer",
    ),
    column("ParamKind", "ParamKind specifies the kind of resources used to parameterize this policy"),
    AGE,
  ],
  mutatingadmissionpolicybindings: [
    NAME,
    column("PolicyName", "PolicyName indicates the policy definition which the policy binding binded to"),
    column("ParamRef", "ParamRef indicates the param resource which sets the configuration param"),
    AGE,
  ],
  mutatingwebhookconfigurations: [
    NAME,
    column(
      "Webhooks",
      "Webhooks indicates the number of webhooks registered in this configuration",
      "integer",
    ),
    AGE,
  ],
  validatingadmissionpolicies: [
    NAME,
    column(
      "Validations",
      "Validations indicates the number of validation rules defined in this configuration",
      "integer",
    ),
    column("ParamKind", "ParamKind specifies the kind of resources used to parameterize this policy"),
    AGE,
  ],
  validatingadmissionpolicybindings: [
    NAME,
    column("PolicyName", "PolicyName indicates the policy definition which the policy binding binded to"),
    column("ParamRef", "ParamRef indicates the param resource which sets the configuration param"),
    AGE,
  ],
  validatingwebhookconfigurations: [
    NAME,
    column(
      "Webhooks",
      "Webhooks indicates the number of webhooks registered in this configuration",
      "integer",
    ),
    AGE,
  ],
};
