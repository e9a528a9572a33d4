import type { Admission } from "../../../../admission/engine.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import type { Strategy } from "../../../../resources/strategy.ts";
import type { Writing } from "../../../../resources/write.ts";
import type { Entry } from "../../../../storage/storage.ts";
import type { Arranged } from "../../../../types/go-order.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Change } from "../../patch/apply-change.ts";
import { strategyOf, type Target } from "../../target.ts";
import type { KindLookup } from "../body/body-kind.ts";
import type { ParsedBody } from "../body/read-body.ts";
import { NO_OPTIONS, type WriteOptions } from "../body/write-options.ts";
import type { Hidden } from "../hidden.ts";
import type { Stored } from "../seal.ts";
import type { Outcome } from "../store/outcome.ts";
import type { Needs, SideWorkResult, Writes } from "../writes.ts";

/** No object, before the body was read. Not to be changed. */
const NONE: KubeObject = { metadata: {} };

/**
 * One write on its way: the request, and what the steps have made of it. Each step reads and sets members; the lists of steps
 * are in `write-path.ts`. A write that is attempted again keeps what was read from the request.
 */
export class Write<S extends Needs = Writes> {
  readonly server: S;
  readonly context: RequestContext;
  readonly target: Target;
  /** Kind of the sent object, in the version of the URL. */
  readonly kind: KindDefinition;
  /** Rules of the resource, or of a subresource that has its own. */
  strategy: Strategy;
  options: WriteOptions = NO_OPTIONS;
  /** The object to write: in the version of the URL, and from `recordManagers` or `mergeApplied` on in the hub version. */
  object: KubeObject = NONE;
  /** The sent object of a PUT. Each attempt begins with a copy of it. */
  sent: KubeObject = NONE;
  bytes: Uint8Array | undefined;
  /** The parsed body of an object. */
  body: ParsedBody | undefined;
  /** Returns the parsed patch, or throws the error of reading it. */
  readChange: (() => Change) | undefined;
  /** Returns the configuration of an apply, or throws the error of reading it. */
  readApplied: (() => ParsedBody) | undefined;
  /** True if the owners of the fields of a patched object cannot be determined: they stay as they are stored. */
  isUntracked = false;
  /** True if a missing object is created. */
  mayCreate = false;
  /** Key of the object in the store. */
  key = "";
  /** The stored entry of this attempt; undefined: nothing is stored. */
  entry: Entry | undefined;
  /** True if the entry is certainly the stored one, and not only the cached one. */
  isNewest = false;
  /** The stored object as it is read, in the hub version; undefined: the object is new. */
  old: KubeObject | undefined;
  /** The stored object in the version of the URL, for a patch. */
  live: KubeObject = NONE;
  admission: Admission | undefined;
  /** True if the mutating phase has made another object. */
  isReplaced = false;
  /** True for an update that creates the object: it is stored under the name of the URL. */
  createsByUpdate = false;
  /** Side work of this attempt, which has begun. */
  reserved: SideWorkResult | undefined;
  /** False if the client cannot write the metadata, so that they are not checked. */
  readonly checksMeta: boolean = true;
  /** The object and its kind, for the rules of the kind. */
  writing: Writing | undefined;
  /** Parts of the object that are stored and not shown. */
  hidden: Hidden | undefined;
  /** A large object with its members in their order. */
  arranged: Arranged | undefined;
  outcome: Outcome = "stored";
  /** The object as the store has it, or would have it after a dry run. */
  result: Stored | undefined;

  constructor(server: S, context: RequestContext, target: Target, kind: KindDefinition = target.kind) {
    this.server = server;
    this.context = context;
    this.target = target;
    this.kind = kind;
    this.strategy = strategyOf(target);
  }

  /** Finds the kinds that the body may name. */
  get lookup(): KindLookup {
    return this.server.lookup;
  }

  /** The admission of this attempt. Throws if it has not begun. */
  get admitting(): Admission {
    return present(this.admission);
  }

  /** The bytes of the body. Throws before they were read. */
  get sentBytes(): Uint8Array {
    return present(this.bytes);
  }

  /** The parsed configuration of an apply. Throws the error of reading it. */
  get configuration(): ParsedBody {
    return present(this.readApplied)();
  }

  /** The object as the store has it, or would have it. Throws before the end of the write. */
  get stored(): Stored {
    return present(this.result);
  }

  /** The stored object of an update. Throws for an object that is new. */
  get before(): KubeObject {
    return present(this.old);
  }

  /** The stored entry of an update. Throws for an object that is new. */
  get beforeEntry(): Entry {
    return present(this.entry);
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a step of this write comes too early");
  return value;
}
