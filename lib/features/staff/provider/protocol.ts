/**
 * OpenID Connect with the configured provider: authorization code with PKCE, state and nonce (openid-client, which is certified for it).
 * Always checks the ID token's signature, even where TLS would suffice. Knows no accounts, and logs no code or token.
 */
import { LRUCache } from "lru-cache";
import * as oidc from "openid-client";
import { readAnswer } from "#lib/http/whole-answer.ts";
import { exchange } from "#lib/http/exchange.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { SIGN_IN_LIMITS } from "#lib/http/limits.ts";
import { readPerson, type Claims, type ProviderPerson } from "./person.ts";
import { ProviderRefusal } from "./refusal.ts";
import { callbackAddress, type ProviderSettings } from "../provider-settings.ts";

/** Between the provider's clock and this server's. */
export const CLOCK_TOLERANCE_SECONDS = 30;
const DISCOVERY_KEPT_MS = 3_600_000;

/** What a browser has to bring back, and what proves that the answer belongs to its own request. */
export type Proof = { state: string; nonce: string; verifier: string };

/**
 * Where to send the browser, and what to keep for its return.
 * @param options.isFresh asks the provider to authenticate the person again, even if it knows them (OpenID Connect Core section 3.1.2.1)
 * @throws ProviderRefusal SILENT
 */
export async function beginAuthorization(
  settings: ProviderSettings,
  { isFresh = false }: { isFresh?: boolean } = {},
): Promise<Proof & { address: URL }> {
  const configuration = await discover(settings);
  const proof = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackAddress(),
    scope: settings.scopes.join(" "),
    state: proof.state,
    nonce: proof.nonce,
    code_challenge_method: "S256",
    code_challenge: await oidc.calculatePKCECodeChallenge(proof.verifier),
    ...(settings.acr.length === 0 ? {} : { acr_values: settings.acr.join(" ") }),
    ...(isFresh && { prompt: "login", max_age: "0" }),
  });
  return { ...proof, address };
}

/**
 * The person whom the provider sent back.
 * @param search the query of the address that the browser returned with
 * @throws ProviderRefusal SILENT, DENIED, UNSOUND
 */
export async function finishAuthorization(
  settings: ProviderSettings,
  search: string,
  proof: Proof,
): Promise<ProviderPerson> {
  const configuration = await discover(settings);
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(callbackAddress() + search), {
      expectedState: proof.state,
      expectedNonce: proof.nonce,
      pkceCodeVerifier: proof.verifier,
      idTokenExpected: true,
    });
    const claims: Claims = tokens.claims() ?? {};
    const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
    const told: Claims =
      userInfo === undefined || typeof claims["sub"] !== "string"
        ? {}
        : await oidc.fetchUserInfo(configuration, tokens.access_token, claims["sub"]);
    const person = readPerson(settings, issuer, claims, told);
    if (person === null) throw new ProviderRefusal("UNSOUND");
    return person;
  } catch (thrown) {
    if (thrown instanceof ProviderRefusal) throw thrown;
    if (thrown instanceof oidc.AuthorizationResponseError) throw new ProviderRefusal("DENIED", thrown);
    throw new ProviderRefusal(isSilence(thrown) ? "SILENT" : "UNSOUND", thrown);
  }
}

/** Where people sign out of the provider itself; null where it has no such page. @throws ProviderRefusal SILENT */
export async function findSignOutAddress(settings: ProviderSettings, backTo: string): Promise<URL | null> {
  const configuration = await discover(settings);
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo });
}

const configurations = new LRUCache<string, oidc.Configuration, ProviderSettings>({
  max: 1,
  ttl: DISCOVERY_KEPT_MS,
  fetchMethod: (_issuer, _old, { context: settings }) =>
    oidc.discovery(
      settings.issuer,
      settings.clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticate(settings),
      {
        execute: [
          oidc.enableNonRepudiationChecks,
          // For a provider on this machine or in a private network; exchange refuses plain http to all others.
          ...(settings.issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
        ],
        [oidc.customFetch]: overExchange,
      },
    ),
});

/** The provider's metadata, read once an hour; a failure is not remembered. */
async function discover(settings: ProviderSettings): Promise<oidc.Configuration> {
  try {
    return await configurations.forceFetch(settings.issuer.href, { context: settings });
  } catch (thrown) {
    throw new ProviderRefusal("SILENT", thrown);
  }
}

/** In the header where the provider accepts it (RFC 6749 section 2.3.1), else in the body. */
function authenticate({ clientSecret }: ProviderSettings): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const takesBasic = server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") ?? true;
    (takesBasic ? basic : post)(server, ...rest);
  };
}

/** Calls to the provider follow the usual rules: no redirects, limits on time and size, plain http only inside. */
const overExchange: oidc.CustomFetch = async (address, { method, headers, body, signal }) => {
  const url = new URL(address);
  const answer = await readAnswer(
    exchange({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers,
      limits: SIGN_IN_LIMITS,
      freshSocket: true,
      reach: url.protocol === "http:" ? "inside" : "anywhere",
      ...(body instanceof URLSearchParams ? { body: Buffer.from(body.toString()) } : {}),
      signal,
    }),
  );
  if (answer.failure !== undefined) throw answer.failure;
  const { bytes } = answer;
  const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return new Response(bytes.length === 0 ? null : Buffer.from(bytes), {
    status: answer.status,
    headers: fields,
  });
};

/** Whether it failed because no usable answer came, rather than because an answer did not pass the checks. */
function isSilence(thrown: unknown): boolean {
  for (let each = thrown; each instanceof Error; each = each.cause) {
    if (each instanceof HttpFailure) return true;
    if (each instanceof oidc.ResponseBodyError) return each.status >= 500;
    if (each.cause instanceof Response) return each.cause.status >= 500;
  }
  return false;
}
