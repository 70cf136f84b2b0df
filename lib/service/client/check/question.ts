/**
 * Sends one request of a connection check on a separate socket: once, never repeated, no redirect followed, small answers only. The judges
 * get the reply unchanged.
 */
import { readAnswer } from "#lib/http/whole-answer.ts";
import { exchange } from "#lib/http/exchange.ts";
import type { HttpFailure } from "#lib/http/failure.ts";
import type { HttpLimits } from "#lib/http/limits.ts";
import { reachOf, type Network } from "../connection.ts";
import { isJson, isPlain, parseJson } from "../json.ts";

export type Reply = {
  status: number;
  contentType: string | null;
  /** Scheme and host of a redirect's target. */
  leadsTo: string | null;
  /** The service's clock by its Date header, in milliseconds; null when it states none. */
  dateMs: number | null;
  /** The parsed JSON; undefined when the body is not JSON. */
  body: unknown;
};

export type Question = {
  method: "GET" | "POST";
  address: string;
  network: Network;
  limits: HttpLimits;
  /** Sent form-encoded, with POST. */
  form?: Readonly<Record<string, string>>;
  token?: string;
  /** By default JSON. */
  accept?: string;
  signal?: AbortSignal | undefined;
};

/** The answer, or how the exchange failed. */
export async function ask(question: Question): Promise<Reply | HttpFailure> {
  const url = new URL(question.address);
  const { form, token } = question;
  const answer = await readAnswer(
    exchange({
      method: question.method,
      url,
      reach: reachOf(question.network, url),
      headers: {
        accept: question.accept ?? "application/json",
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: form && Buffer.from(new URLSearchParams(form).toString()),
      limits: question.limits,
      freshSocket: true,
      signal: question.signal,
    }),
  );
  if (answer.failure !== undefined) return answer.failure;
  const { status, headers, bytes } = answer;
  const contentType = headers["content-type"]?.slice(0, 100) ?? null;
  const isReadable = isJson(contentType ?? undefined) && isPlain(headers["content-encoding"]);
  return {
    status,
    contentType,
    leadsTo: originOf(headers.location, url),
    dateMs: dateOf(headers.date),
    body: isReadable ? parseJson(bytes) : undefined,
  };
}

function originOf(location: string | undefined, base: URL): string | null {
  if (location === undefined || !URL.canParse(location, base)) return null;
  return new URL(location, base).origin;
}

function dateOf(text: string | undefined): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
