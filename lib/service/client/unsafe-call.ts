/**
 * Calls that create something or send an email: on a separate socket, sent once; a second time only when the first was refused because of
 * its token (401, RFC 6750 section 3.1: it was not carried out). They never throw because of the service or the network: everything is an
 * Outcome.
 */
import { say } from "#lib/core/texts.ts";
import { readAnswer } from "#lib/http/whole-answer.ts";
import type { HttpLimits } from "#lib/http/limits.ts";
import { reachOf, type ServiceConnection } from "./connection.ts";
import { ServiceError } from "./errors.ts";
import { observedExchange } from "./observed.ts";
import { type ExchangeRecord, judge, type Judging, notBegun, type Outcome } from "./outcome.ts";
import { dropToken, getToken } from "./tokens.ts";

export type UnsafeCall<T> = Judging<T> & {
  path: string;
  contentType: string;
  /** Known for byte arrays and for files of stated size; otherwise the body is sent chunked. */
  contentLengthBytes?: number;
  /** Opens a new body for each sending; null when the body cannot be read a second time. */
  openBody: () => Uint8Array | AsyncIterable<Uint8Array> | null;
  limits: HttpLimits;
  signal?: AbortSignal | undefined;
};

/** Sends the call and decides its outcome. */
export async function sendUnsafe<T>(connection: ServiceConnection, call: UnsafeCall<T>): Promise<Outcome<T>> {
  let record: ExchangeRecord | undefined;
  for (const n of [1, 2]) {
    let token: string;
    try {
      token = await getToken(connection, call.signal);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return notBegun(
        say("{message} Nothing was sent.", { message: thrown.message }),
        thrown.retryAfterSeconds ?? null,
      );
    }
    const body = call.openBody();
    if (body === null) break;
    record = await sendOnce(connection, call, token, body, n);
    if (record.status !== 401 || n === 2) break;
    await dropToken(connection, token, call.signal);
  }
  if (record === undefined) return notBegun(say("The file could not be read. Nothing was sent."), null);
  if (record.status === 401 && record.tries === 1) {
    const refused = judge(record, call);
    const cause = say("The service refused the access token before accepting the file. Nothing was done.");
    return { kind: "notSent", cause, retryAfterSeconds: null, evidence: refused.evidence };
  }
  return judge(record, call);
}

async function sendOnce<T>(
  connection: ServiceConnection,
  call: UnsafeCall<T>,
  token: string,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  tries: number,
): Promise<ExchangeRecord> {
  const url = new URL(connection.baseUrl + call.path);
  // Its rest is dropped: a request judged as incomplete must not be sent to its end afterwards.
  const answer = await readAnswer(
    observedExchange(connection, {
      method: "POST",
      url,
      reach: reachOf(connection.network, url),
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "content-type": call.contentType,
        ...(call.contentLengthBytes === undefined
          ? {}
          : { "content-length": String(call.contentLengthBytes) }),
      },
      body,
      limits: call.limits,
      freshSocket: true,
      signal: call.signal,
    }),
  );
  return { ...answer, tries };
}
