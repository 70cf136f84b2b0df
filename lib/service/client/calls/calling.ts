/** How the client's operations call the service: limits, retries, and what makes an answer usable. Knows no operation. */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { z } from "zod";
import { RECORD_LIMITS, SMALL_LIMITS } from "#lib/http/limits.ts";
import { PAGE_RETRIES, type RetryRules } from "#lib/http/retry.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import {
  contract,
  type JsonOf,
  type OperationId,
  type ParamsOf,
} from "#lib/service/contract/operations/index.ts";
import type { ServiceConnection } from "../connection.ts";
import { serviceError } from "../errors.ts";
import type { Outcome } from "../outcome.ts";
import { openAnswer, readJson, type SafeCall } from "../safe-call.ts";
import { sendUnsafe } from "../unsafe-call.ts";

export type ReadOptions = { signal?: AbortSignal; retries?: RetryRules };

const ONCE: RetryRules = { ...PAGE_RETRIES, tries: 1 };

type NumbersIn<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [number, ...NumbersIn<Rest>]
  : Path extends `${string}:${string}`
    ? [number]
    : [];

/** The function of an operation: it takes the numbers of the operation's address in their order, then the rest. */
type Calls<Id extends OperationId, Rest extends unknown[], Answer> = (
  ...values: [...NumbersIn<(typeof contract)[Id]["path"]>, ...Rest]
) => Promise<Answer>;

function calls<Id extends OperationId, Rest extends unknown[], Answer>(
  id: Id,
  call: (path: string, ...rest: Rest) => Promise<Answer>,
): Calls<Id, Rest, Answer> {
  return (...values) => {
    const names = [...contract[id].path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
    const given: readonly unknown[] = values;
    const params = Object.fromEntries(names.map((name, index): [string, unknown] => [name, given[index]]));
    return call(addressOf(id, params as ParamsOf<Id>), ...(given.slice(names.length) as Rest));
  };
}

/** The ways to call one connection's service. Each makes the function of an operation; `what` is a clause for messages. */
export function callingOf(connection: ServiceConnection) {
  const discard = async (call: Pick<SafeCall, "method" | "path" | "what" | "retries">): Promise<void> => {
    const answer = await openAnswer(connection, { ...call, limits: SMALL_LIMITS });
    answer.discard();
  };
  return {
    reads: <Id extends OperationId, T>(id: Id, what: string, schema: z.ZodType<T>) =>
      calls(id, async (path, options: ReadOptions = {}) => {
        const usual = { method: "GET", limits: RECORD_LIMITS, retries: PAGE_RETRIES } as const;
        const call = { ...usual, path, what, ...options };
        return parse(schema, await readJson(connection, call), what);
      }),

    /** May be repeated: sending the same values again changes nothing. */
    changes: <Id extends OperationId, T>(id: Id, what: string, schema: z.ZodType<T>) =>
      calls(id, async (path, json: JsonOf<Id>) => {
        const retries = { ...PAGE_RETRIES, tries: 2 };
        const call = { method: "PATCH", path, json, what, limits: SMALL_LIMITS, retries } as const;
        return parse(schema, await readJson(connection, call), what);
      }),

    /** Sent once: a second call would find nothing and report "not there" for what the first has removed. */
    removes: <Id extends OperationId>(id: Id, what: string) =>
      calls(id, (path) => discard({ method: "DELETE", path, what, retries: ONCE })),

    /** Unlike a removal, a withdrawal may be sent twice: the second finds nothing. */
    withdraws: <Id extends OperationId>(id: Id, what: string) =>
      calls(id, (path) => discard({ method: "DELETE", path, what, retries: PAGE_RETRIES })),

    /** Has the service do something again that changes no record. Sent once. */
    repeats: <Id extends OperationId>(id: Id, what: string) =>
      calls(id, (path) => discard({ method: "POST", path, what, retries: ONCE })),

    creates: <Id extends OperationId, T>(id: Id, schema: z.ZodType<T>) =>
      calls(id, (path, input: JsonOf<Id>): Promise<Outcome<T>> => {
        const bytes = Buffer.from(JSON.stringify(input));
        return sendUnsafe(connection, {
          path,
          contentType: "application/json",
          contentLengthBytes: bytes.length,
          openBody: () => bytes,
          limits: SMALL_LIMITS,
          read: reader(schema),
        });
      }),
  };
}

/** Makes a record of an answer; undefined when it has another shape. */
export function reader<T>(schema: z.ZodType<T>): (body: unknown) => T | undefined {
  return (body) => {
    const result = schema.safeParse(body);
    return result.success ? result.data : undefined;
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join(".") ?? "";
  const why =
    path === ""
      ? kept("the answer does not match the interface")
      : kept("“{path}” does not match the interface", { path });
  throw serviceError("shape", what, why);
}
