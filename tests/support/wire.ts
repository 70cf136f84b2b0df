/**
 * Calls of the embedded service like a plain client's: one function that returns everything that came back. Every answer is checked against
 * the service's own description (described.ts).
 */
import { tokenResponseSchema } from "#lib/service/contract/records.ts";
import { readDescription } from "./described.ts";
import type { Credentials } from "./service-server.ts";

export type WireAnswer = { status: number; headers: Headers; body: unknown };

export type Wire = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<WireAnswer>;

/** A token from the token endpoint. */
export async function fetchToken(baseUrl: string, credentials: Credentials, scope?: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/realms/portico/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credentials.clientId,
      client_secret: credentials.secret,
      ...(scope === undefined ? {} : { scope }),
    }),
  });
  return tokenResponseSchema.parse(await response.json()).access_token;
}

/** The parsed JSON body, typed as unknown. */
export async function bodyOf(response: Response): Promise<unknown> {
  return response.json();
}

/** A caller with a token (null: without one). A plain object is sent as JSON; text, bytes and forms unchanged. */
export function wire(baseUrl: string, token: string | null): Wire {
  return async (method, path, body, headers = {}) => {
    const isJson =
      typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    });
    const text = await response.text();
    const parsed: unknown = text === "" ? null : JSON.parse(text);
    const trouble = (await readDescription(baseUrl)).judge({
      method,
      path,
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      body: parsed,
    });
    if (trouble !== null) throw new Error(trouble);
    return { status: response.status, headers: response.headers, body: parsed };
  };
}

/** A caller with a fresh token of these credentials. */
export async function signedWire(baseUrl: string, credentials: Credentials, scope?: string): Promise<Wire> {
  return wire(baseUrl, await fetchToken(baseUrl, credentials, scope));
}
