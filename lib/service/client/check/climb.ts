/**
 * The connection check: eight steps ("rungs") from the address to the platform, one request at a time. After the first failed rung only the
 * platform is still checked, since it depends on no other rung. The check never creates anything, and sends the secret only to an address
 * that has proved to issue tokens.
 */
import { untilAborted } from "#lib/core/process/until-aborted.ts";
import { AppError } from "#lib/core/errors.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { literalAddress } from "#lib/core/network/networks.ts";
import { say } from "#lib/core/texts.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { CHECK_LIMITS, type HttpLimits } from "#lib/http/limits.ts";
import { probeHost, probeTls, type TlsFacts } from "#lib/http/probe.ts";
import { addressOf, platformCloudPath, tokenPath } from "#lib/service/contract/addresses.ts";
import { reachOf, type Network } from "../connection.ts";
import {
  judgeAlike,
  judgeFirstRead,
  judgeGrant,
  judgePlatform,
  judgeRealm,
  judgeRefusedToken,
  judgeUnknownCloud,
} from "./judge-answers.ts";
import { judgeScopes, judgeToken, NEEDED_WORDS, readTokenFacts, type TokenFacts } from "./judge-token.ts";
import { ask, type Question, type Reply } from "./question.ts";
import { bad, ok, RUNGS, warn, type Rung, type RungName, type Verdict, type Watch } from "./rung.ts";

export type CheckTarget = {
  /** As parseServiceAddress returns it. */
  baseUrl: string;
  authUrl: string;
  realm: string;
  clientId: string;
  secret: string;
  /** Where invited people are sent. */
  platformUrl: string;
  network: Network;
  /** A project that is known to exist; read if the service does not list clouds. */
  known: { cloudId: number; projectId: number } | null;
};

export type Climb = Awaited<ReturnType<typeof climb>>;

const LIST_CLOUDS = addressOf("listClouds", {});

const EXPECTED: Record<RungName, string> = {
  address: kept("Both hosts have an address and answer."),
  tls: kept("An encrypted connection with a certificate for the host, trusted here."),
  realm: kept("The sign-in address knows the realm."),
  grant: kept("The realm offers client_credentials."),
  token: kept("200 with a Bearer token."),
  scopes: kept("The scopes {scopes}.", { scopes: NEEDED_WORDS }),
  firstRead: kept("GET {path} answers with a list.", { path: LIST_CLOUDS }),
  platform: kept("The platform has a page for Clouds, or asks for a sign-in."),
};

/**
 * Climbs from the first rung, and tells of each. Never throws for what the service or the network does.
 * @throws AppError CANCELLED as soon as who watches has left
 */
export async function climb(target: CheckTarget, watch: Watch = {}, limits: HttpLimits = CHECK_LIMITS) {
  const beganAt = performance.now();
  const steps = stepsOf(target, limits, watch.signal);
  const rungs: Rung[] = [];
  /** Position of the rung that failed, from 1; null: none failed. */
  let stoppedAt: number | null = null;
  for (const name of RUNGS) {
    const base = { name, expected: EXPECTED[name] };
    let rung: Rung = { ...base, state: "notTried", durationMs: null, got: "", cure: null };
    if (stoppedAt === null || name === "platform") {
      watch.tell?.({ begins: name });
      const stepAt = performance.now();
      const verdict = await unlessLeft(steps[name], watch.signal);
      rung = { ...base, ...verdict, durationMs: Math.round(performance.now() - stepAt) };
    }
    rungs.push(rung);
    watch.tell?.({ rung });
    if (rung.state === "bad") stoppedAt ??= rungs.length;
  }
  return { rungs, stoppedAt, durationMs: Math.round(performance.now() - beganAt) };
}

/** Whatever still waits for the network then ends by itself, and nobody hears of it. */
async function unlessLeft<T>(step: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return step();
  const left = (): AppError =>
    new AppError("CANCELLED", say("The check ended early, because the page was left. Nothing was saved."));
  if (signal.aborted) throw left();
  return untilAborted(step(), signal, left);
}

function stepsOf(
  target: CheckTarget,
  limits: HttpLimits,
  signal: AbortSignal | undefined,
): Record<RungName, () => Promise<Verdict>> {
  const { network, realm } = target;
  const hosts = hostsOf(target);
  const tokenAddress = target.authUrl + tokenPath(realm);
  const common = { network, limits, signal };
  const post = (form: Record<string, string>): Promise<Reply | HttpFailure> =>
    ask({ method: "POST", address: tokenAddress, form, ...common });
  let held: TokenFacts | null = null;
  return {
    address: () => inTurn(hosts, (url) => reachHost(url, network, limits)),
    tls: () => inTurn(hosts, (url) => shakeHands(url, network, limits)),
    realm: async () => judgeRealm(await post({}), realm, new URL(tokenAddress).host),
    grant: async () => judgeGrant(await post({ grant_type: "client_credentials" })),
    token: async () => {
      const askedMs = Date.now();
      const { clientId, secret } = target;
      const reply = await post({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: secret,
      });
      held = reply instanceof HttpFailure ? null : readTokenFacts(reply, askedMs, Date.now());
      return held === null ? judgeRefusedToken(reply, secret) : judgeToken(held);
    },
    scopes: () => Promise.resolve(judgeScopes(held?.scopes ?? null)),
    firstRead: () => readFirst(target, { ...common, method: "GET", token: held?.token ?? "" }),
    platform: () =>
      lookAtPlatform(target, (address) => ask({ method: "GET", address, accept: "text/html", ...common })),
  };
}

/** The Cloud number requested from the platform as long as no Cloud of the service is known. */
const SOME_CLOUD = 1;
/** No platform has a page for it: an answer to it says nothing of pages for Clouds. */
const MADE_UP_PATH = "/portico-asks-for-no-page";

async function lookAtPlatform(
  { platformUrl, known }: CheckTarget,
  askPage: (address: string) => Promise<Reply | HttpFailure>,
): Promise<Verdict> {
  const address = platformUrl + platformCloudPath(known?.cloudId ?? SOME_CLOUD);
  const reply = await askPage(address);
  const verdict = judgePlatform(reply, address);
  if (reply instanceof HttpFailure) return verdict;
  if (reply.status === 200 && verdict.state === "ok") {
    const madeUp = await askPage(platformUrl + MADE_UP_PATH);
    return madeUp instanceof HttpFailure || madeUp.status !== 200 ? verdict : judgeAlike(address);
  }
  // Nobody knows whether there is a Cloud of this number: the platform's first page tells more.
  if (known !== null || reply.status !== 404) return verdict;
  const front = judgePlatform(await askPage(platformUrl), platformUrl);
  return front.state === "ok" ? judgeUnknownCloud(platformUrl, address) : verdict;
}

/** The hosts that are called: the API's, and the sign-in's if it is a different one. */
function hostsOf(target: CheckTarget): URL[] {
  const [base, auth] = [new URL(target.baseUrl), new URL(target.authUrl)];
  return base.origin === auth.origin ? [base] : [base, auth];
}

/** One verdict over all hosts, a line for each: the first failure, else the worst result. */
async function inTurn(hosts: readonly URL[], judge: (url: URL) => Promise<Verdict>): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const url of hosts) {
    const verdict = await judge(url);
    if (verdict.state === "bad") return verdict;
    verdicts.push(verdict);
  }
  const cures = verdicts.map(({ cure }) => cure).filter((cure) => cure !== null);
  const got = verdicts.map((verdict) => verdict.got).join("\n");
  return cures.length === 0 ? ok(got) : warn(got, [...new Set(cures)].join("\n"));
}

async function reachHost(url: URL, network: Network, limits: HttpLimits): Promise<Verdict> {
  try {
    const address = await probeHost(url, reachOf(network, url), limits);
    const host = literalAddress(url);
    return ok(
      host === null
        ? kept("{host} is {address} and answers.", { host: url.host, address })
        : kept("{host} answers.", { host: url.host }),
    );
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return bad(`${url.host}: ${thrown.message}.`, CONNECT_CURES[thrown.code] ?? CONNECT_CURE);
  }
}

const CONNECT_CURE = kept(
  "Check the address and the port, and whether this server may reach it through the firewall.",
);
const CONNECT_CURES: Record<string, string> = {
  ENOTFOUND: kept(
    "Check the spelling of the host; if it is right, its name is not known in this server's network.",
  ),
  EAI_AGAIN: kept(
    "This server's name lookup failed for the host. Check the spelling, then the server's network.",
  ),
  PRIVATE_REFUSED: kept("If this is intended, allow addresses of this machine and of private networks."),
  PUBLIC_REFUSED: kept("Use https for this address."),
  NEVER_CALLED: kept("Enter another address of the service."),
};

async function shakeHands(url: URL, network: Network, limits: HttpLimits): Promise<Verdict> {
  if (url.protocol === "http:") {
    return warn(
      kept("{host} is called without encryption.", { host: url.host }),
      kept("Fine on this machine. In a network, anybody along the route can read the secret."),
    );
  }
  try {
    return judgeTls(await probeTls(url, reachOf(network, url), limits), url.hostname, Date.now());
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return bad(
      `${url.host}: ${thrown.message}.`,
      kept(
        "Check the port: https is usually at 443. If the service has no TLS there, use an address with TLS.",
      ),
    );
  }
}

const EXPIRES_SOON_DAYS = 21;
const DAY_MS = 86_400_000;

/** Rung 2: what the certificate says and whether it is trusted. Pure. */
export function judgeTls(facts: TlsFacts, host: string, nowMs: number): Verdict {
  const until = facts.validTo.toISOString().slice(0, 10);
  const { protocol, issuer } = facts;
  if (facts.trouble === null) {
    const daysLeft = Math.floor((facts.validTo.getTime() - nowMs) / DAY_MS);
    const got = kept("{protocol}, certificate for {host} by {issuer}, valid until {until}.", {
      protocol,
      host,
      issuer,
      until,
    });
    if (daysLeft >= EXPIRES_SOON_DAYS) return ok(got);
    return warn(
      got,
      kept(
        "The certificate expires in {daysLeft} days. The operator of the service must renew it before then.",
        { daysLeft },
      ),
    );
  }
  const got = kept("{trouble}: issued for {names} by {issuer}, valid until {until}.", {
    trouble:
      TLS_TROUBLES[facts.trouble] ??
      kept("The connection could not be made ({code})", { code: facts.trouble }),
    names: facts.names.join(", "),
    issuer,
    until,
  });
  return bad(got, TLS_CURES[facts.trouble] ?? TLS_CURE);
}

/** Like connectWords, for the beginning of a sentence. */
const TLS_TROUBLES: Record<string, string> = {
  CERT_NOT_YET_VALID: kept("The certificate is not valid yet"),
  CERT_HAS_EXPIRED: kept("The certificate has expired"),
  DEPTH_ZERO_SELF_SIGNED_CERT: kept("The certificate is self-signed and not trusted here"),
  SELF_SIGNED_CERT_IN_CHAIN: kept("The certificate comes from an authority not trusted here"),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: kept("The certificate comes from an authority not trusted here"),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: kept("The certificate comes from an authority not trusted here"),
  ERR_TLS_CERT_ALTNAME_INVALID: kept("The certificate belongs to another host"),
};

const TLS_CURE = kept(
  "If this is your own certificate authority, name its certificate in NODE_EXTRA_CA_CERTS and restart Portico. Certificates are always checked.",
);
const TLS_CURES: Record<string, string> = {
  CERT_HAS_EXPIRED: kept(
    "The operator of the service must renew the certificate. Nothing is sent until then.",
  ),
  CERT_NOT_YET_VALID: kept(
    "Check the clock of this server; if it is right, ask the operator of the service.",
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: kept(
    "Enter the host that the certificate names. Or ask the operator of the service for a certificate for this host.",
  ),
};

async function readFirst(target: CheckTarget, common: Omit<Question, "address">): Promise<Verdict> {
  const verdict = judgeFirstRead(await ask({ ...common, address: target.baseUrl + LIST_CLOUDS }));
  if (verdict.state !== "warn" || target.known === null) return verdict;
  const path = addressOf("listModels", target.known);
  const reply = await ask({ ...common, address: target.baseUrl + path });
  if (reply instanceof HttpFailure || reply.status !== 200 || !Array.isArray(reply.body)) return verdict;
  return ok(
    kept("The service does not list Clouds; the models of project {projectId} were read.", {
      projectId: target.known.projectId,
    }),
  );
}
