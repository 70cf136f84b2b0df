/**
 * Access tokens by the client credentials grant (RFC 6749 section 4.4, docs/service "Token endpoint"): one per connection revision, fetched
 * once for all callers that wait, renewed before it expires by a monotonic clock. Never logged, never stored.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { tokenPath } from "#lib/service/contract/addresses.ts";
import { redact } from "#lib/core/log/redact.ts";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { readAnswer } from "#lib/http/whole-answer.ts";
import { SMALL_LIMITS } from "#lib/http/limits.ts";
import { PAGE_RETRIES, parseRetryAfter, type Try, withRetries } from "#lib/http/retry.ts";
import { openClientSecret, reachOf, type ServiceConnection } from "./connection.ts";
import { failedTry, ServiceError, serviceError, WORDS_LENGTH_MAX } from "./errors.ts";
import { isJson, parseJson } from "./json.ts";
import { observedExchange } from "./observed.ts";
import { readToken } from "./records.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import { untilAborted } from "#lib/core/process/until-aborted.ts";

type Held = { revision: number; value: Promise<string>; renewAtMs: number };

const LIFETIME_WHEN_UNSTATED_S = 60;
const WHAT = kept("No access token was issued");

const tokens = oncePerProcess("access tokens", () => new Map<string, Held>());

/**
 * A token that stays valid at least for a short while. `signal` ends only this caller's wait: the request for the token continues for all
 * others. @throws ServiceError, `cancelled` when the signal came first
 */
export function getToken(connection: ServiceConnection, signal?: AbortSignal): Promise<string> {
  return untilLeft(sharedToken(connection), signal);
}

function sharedToken(connection: ServiceConnection): Promise<string> {
  const held = tokens.get(connection.id);
  if (held?.revision === connection.revision && performance.now() < held.renewAtMs) return held.value;
  const fresh: Held = {
    revision: connection.revision,
    renewAtMs: Number.POSITIVE_INFINITY,
    value: withRetries(PAGE_RETRIES, () => tryToken(connection)).then(
      (token) => {
        fresh.renewAtMs = token.renewAtMs;
        return token.value;
      },
      (thrown: unknown) => {
        if (tokens.get(connection.id) === fresh) tokens.delete(connection.id);
        throw thrown;
      },
    ),
  };
  tokens.set(connection.id, fresh);
  return fresh.value;
}

function untilLeft(value: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  if (signal === undefined) return value;
  return untilAborted(value, signal, () => {
    const message = kept("{what}: the identity provider did not answer in time.", { what: WHAT });
    return new ServiceError("cancelled", message);
  });
}

/** Drops a token that the service has refused, unless it was replaced already. Never throws. */
export async function dropToken(
  connection: ServiceConnection,
  refused: string,
  signal?: AbortSignal,
): Promise<void> {
  const held = tokens.get(connection.id);
  if (held === undefined) return;
  // A failed request has removed itself, and a token still being fetched cannot be the refused one.
  const current = await untilLeft(held.value, signal).catch(() => null);
  if (current === refused && tokens.get(connection.id) === held) tokens.delete(connection.id);
}

async function tryToken(connection: ServiceConnection): Promise<Try<{ value: string; renewAtMs: number }>> {
  const askedAtMs = performance.now();
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: connection.clientId,
    client_secret: openClientSecret(connection),
  });
  const url = new URL(connection.authUrl + tokenPath(connection.realm));
  const answer = await readAnswer(
    observedExchange(connection, {
      method: "POST",
      url,
      reach: reachOf(connection.network, url),
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from(form.toString()),
      limits: SMALL_LIMITS,
      freshSocket: false,
    }),
  );
  if (answer.failure !== undefined) return failedTry(WHAT, answer.failure);
  const { status, headers, bytes } = answer;
  const contentType = headers["content-type"];
  const body = isJson(contentType) ? parseJson(bytes) : undefined;
  if (status >= 200 && status < 300) {
    const token = readToken.safeParse(body);
    if (!token.success) {
      const why = isJson(contentType)
        ? kept("the answer holds no access_token")
        : kept("the answer is not JSON");
      return { ok: false, repeat: false, error: serviceError("shape", WHAT, why, { status }) };
    }
    const lifetimeMs = (token.data.expires_in ?? LIFETIME_WHEN_UNSTATED_S) * 1000;
    const marginMs = Math.min(60_000, lifetimeMs * 0.2);
    return {
      ok: true,
      value: { value: token.data.access_token, renewAtMs: askedAtMs + lifetimeMs - marginMs },
    };
  }
  const retryAfterMs = parseRetryAfter(headers["retry-after"]);
  const error = refusal(status, body, connection, retryAfterMs);
  return { ok: false, repeat: status === 429 || status >= 500, error, retryAfterMs };
}

function refusal(
  status: number,
  body: unknown,
  connection: ServiceConnection,
  retryAfterMs: number | undefined,
): ServiceError {
  const said = readErrorBody(body).detail;
  const detail = said === null ? null : redact(said, WORDS_LENGTH_MAX);
  const options = { status, words: detail };
  if (status === 429) {
    const why = kept("the identity provider asks to slow down");
    return serviceError("throttled", WHAT, why, { ...options, retryAfterMs });
  }
  if (status === 404) {
    const { realm } = connection;
    const why =
      detail === null
        ? kept("the realm “{realm}” is not known at the sign-in address", { realm })
        : kept("the realm “{realm}” is not known at the sign-in address (“{words}”)", {
            realm,
            words: detail,
          });
    return serviceError("credentials", WHAT, why, options);
  }
  if (status >= 300 && status < 400) {
    return serviceError("redirect", WHAT, kept("the sign-in address answers with a redirect"), options);
  }
  if (status >= 500)
    return serviceError("fault", WHAT, kept("the identity provider answered {status}", { status }), options);
  const why =
    detail === null
      ? kept("the credentials are refused, {status}", { status })
      : kept("the credentials are refused, {status} (“{words}”)", { status, words: detail });
  return serviceError("credentials", WHAT, why, options);
}
