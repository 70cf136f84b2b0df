/**
 * A real OpenID Connect provider (oidc-provider, which is certified for it) on this machine, with people invented by the test. Its token
 * answers can be forged, like those of a broken or hostile provider.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload } from "jose";
import Provider, { type Context } from "oidc-provider";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { closeAll } from "./listen.ts";

/** The provider's claims about a person, besides the subject. */
export type IdentityClaims = Record<string, unknown>;

export type IdentityProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Subject → claims; may be changed at any time. */
  readonly people: Map<string, IdentityClaims>;
  /** How people authenticate from now on. */
  shown: { acr?: string; amr?: string[] };
  /** Its signing key, private part included. */
  readonly key: JWK;
  /** Replaces ID tokens before they are sent; null = nothing is forged. */
  forge: ((claims: JWTPayload) => Promise<string>) | null;
  /** Answers every token request with this status and an HTML page; null = normal answers. */
  fault: number | null;
  /** Does what a browser does when it is asked for a name, and returns the address that it is sent back to. */
  walk(address: string, subject: string): Promise<URL>;
  close(): Promise<void>;
};

const SCOPES = "openid email profile roles";

/** The account of the portal at the provider. */
export const CLIENT = { id: "portico", secret: "a secret of the tests, long enough for HS256" };

/** Starts a provider that knows one client. `origin`: the portal's. */
export async function startIdentityProvider(origin: string, at?: number): Promise<IdentityProvider> {
  const port = at ?? (await findFreePort());
  const issuer = `http://localhost:${String(port)}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "test", alg: "RS256", use: "sig" };
  const people = new Map<string, IdentityClaims>();
  const { id: clientId, secret: clientSecret } = CLIENT;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ["authorization_code"],
        redirect_uris: [`${origin}/sign-in/oidc/callback`],
        post_logout_redirect_uris: [`${origin}/sign-in`],
      },
    ],
    claims: {
      openid: ["sub", "acr", "amr"],
      email: ["email", "email_verified"],
      profile: ["name"],
      roles: ["realm_access"],
    },
    scopes: SCOPES.split(" "),
    pkce: { required: () => true },
    acrValues: ["gold"],
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    jwks: { keys: [key] },
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) =>
      people.has(accountId)
        ? { accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) }
        : undefined,
    async loadExistingGrant({ oidc }: Context) {
      const { clientId: of } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId: of, accountId: oidc.session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname.startsWith("/interaction/")) {
      const accountId = await readName(request);
      if (accountId === null) {
        response.setHeader("content-type", "text/html; charset=utf-8").end(LOGIN_PAGE);
        return;
      }
      await provider.interactionFinished(request, response, { login: { accountId, ...self.shown } });
      return;
    }
    if (url.pathname === "/token" && self.fault !== null) {
      response.writeHead(self.fault, { "content-type": "text/html" }).end("<h1>Not now</h1>");
      return;
    }
    if (url.pathname === "/token" && self.forge !== null) forgeAnswer(response, self.forge);
    answer(request, response);
  }

  const self: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    people,
    key,
    shown: {},
    forge: null,
    fault: null,
    walk,
    close: () => closeAll(server),
  };
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return self;
}

const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Provider</title>
<form method="post"><label>Name <input name="name" autofocus></label><button>Continue</button></form></html>`;

/** The name in a posted form; null for a page request. */
async function readName(request: IncomingMessage): Promise<string | null> {
  if (request.method !== "POST") return null;
  return new URLSearchParams(await text(request)).get("name");
}

function forgeAnswer(response: ServerResponse, forge: (claims: JWTPayload) => Promise<string>): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  const replace = async (whole: unknown): Promise<void> => {
    const body = JSON.parse(String(whole)) as { id_token?: string };
    if (body.id_token !== undefined) body.id_token = await forge(decodeJwt(body.id_token));
    const text = JSON.stringify(body);
    response.setHeader("content-length", Buffer.byteLength(text));
    end(text);
  };
  response.end = ((whole: unknown) => {
    void replace(whole);
    return response;
  }) as typeof response.end;
}

async function walk(address: string, subject: string): Promise<URL> {
  const jar = new Map<string, string>();
  const { origin } = new URL(address);
  let [next, body] = [new URL(address), undefined as URLSearchParams | undefined];
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    await response.arrayBuffer();
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    body = location === null ? new URLSearchParams({ name: subject }) : undefined;
    if (location === null) continue;
    next = new URL(location, next);
    if (next.origin !== origin) return next;
  }
  throw new Error(`The provider does not lead back; the last address was ${next.href}`);
}
