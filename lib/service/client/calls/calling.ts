/** How the client's operations call the service: limits, retries, and what makes an answer usable. Knows no operation. */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { z } from "zod";
import type { HttpAnswer } from "#lib/http/exchange.ts";
import { ELEMENT_LIMITS, RECORD_LIMITS, SMALL_LIMITS } from "#lib/http/limits.ts";
import { PAGE_RETRIES, type RetryRules } from "#lib/http/retry.ts";
import type { ServiceConnection } from "../connection.ts";
import { serviceError } from "../errors.ts";
import type { Outcome } from "../outcome.ts";
import { openAnswer, readJson } from "../safe-call.ts";
import { sendUnsafe } from "../unsafe-call.ts";

export type ReadOptions = { signal?: AbortSignal; retries?: RetryRules };

export type Calling = ReturnType<typeof callingOf>;

/** The ways to call one connection's service. */
export function callingOf(connection: ServiceConnection) {
  async function get<T>(path: string, what: string, schema: z.ZodType<T>, options: ReadOptions): Promise<T> {
    const value = await readJson(connection, {
      method: "GET",
      path,
      what,
      limits: RECORD_LIMITS,
      retries: options.retries ?? PAGE_RETRIES,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    return parse(schema, value, what);
  }

  /** An answer of any size, unread. */
  function openElements(
    path: string,
    what: string,
    options: ReadOptions & { retries: RetryRules },
  ): Promise<HttpAnswer> {
    return openAnswer(connection, { method: "GET", path, what, limits: ELEMENT_LIMITS, ...options });
  }

  /** May be repeated: sending the same values again changes nothing. */
  async function patch<T>(
    path: string,
    json: Readonly<Record<string, unknown>>,
    what: string,
    schema: z.ZodType<T>,
  ): Promise<T> {
    const retries = { ...PAGE_RETRIES, tries: 2 };
    const call = { method: "PATCH", path, json, what, limits: SMALL_LIMITS, retries } as const;
    return parse(schema, await readJson(connection, call), what);
  }

  /** Sent once: a second call would find nothing and report "not there" for what the first has removed. */
  async function remove(path: string, what: string): Promise<void> {
    const answer = await openAnswer(connection, {
      method: "DELETE",
      path,
      what,
      limits: SMALL_LIMITS,
      retries: { ...PAGE_RETRIES, tries: 1 },
    });
    answer.discard();
  }

  /** Unlike a removal, a withdrawal may be sent twice. */
  async function withdraw(path: string): Promise<void> {
    const answer = await openAnswer(connection, {
      method: "DELETE",
      path,
      what: kept("The invitation could not be cancelled"),
      limits: SMALL_LIMITS,
      retries: PAGE_RETRIES,
    });
    answer.discard();
  }

  function post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<Outcome<T>> {
    const bytes = Buffer.from(JSON.stringify(body));
    return sendUnsafe(connection, {
      path,
      contentType: "application/json",
      contentLengthBytes: bytes.length,
      openBody: () => bytes,
      limits: SMALL_LIMITS,
      read: reader(schema),
    });
  }

  return { connection, get, openElements, patch, remove, withdraw, post };
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
