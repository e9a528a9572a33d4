import {
  admissionEnvironment,
  CelError,
  compile,
  createEnvironment,
  LIBRARIES,
  type Library,
  member,
  toJson,
} from "sallyport/cel";

const shout: Library = {
  overloads: [member("string_shout", "shout", "string -> string", (text) => text.toUpperCase())],
};
const own = createEnvironment({ variables: {}, libraries: [...LIBRARIES, shout] });
const program = compile("'a'.shout()", own);
if (program.kind === "issues") throw new Error(program.text);
const { value } = program.run({});
export const answer = value instanceof CelError ? value.message : toJson(value);
export const condition = compile("has(object.metadata)", admissionEnvironment());
