import { toldOf } from "#lib/core/language/stored-sentence.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";
import { needsNewKey } from "#lib/features/operations/rules/policy.ts";

/** What a form shows of the operation it made: plain values only, which can be sent to the browser. */
export type OperationOutcome = {
  operationId: string;
  state: OperationView["state"];
  /** In the language of the person who filled the form. */
  cause: string | null;
  href: string;
  /** Messages of the service, by the service's field names. */
  fieldErrors: Record<string, string[]>;
  isUncertain: boolean;
  /** Sent again, the form is a new intent. */
  needsNewKey: boolean;
  /** Registry row that was created, if any. */
  madeId: string | null;
};

/** The part of an operation that the browser may see. */
export function toOutcome(operation: OperationView): OperationOutcome {
  return {
    operationId: operation.id,
    state: operation.state,
    cause: toldOf(operation, "cause"),
    href: operation.href,
    fieldErrors: operation.result?.fieldErrors ?? {},
    isUncertain: operation.isUncertain,
    needsNewKey: needsNewKey(operation),
    madeId: operation.result?.registryId ?? null,
  };
}
