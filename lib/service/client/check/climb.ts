/**
 * The connection check: a ladder of seven rungs from the address to the first read, one question at a time, ending at the first that
 * breaks. It never creates anything, and the secret is sent only to an address that has shown to give out tokens.
 */
import { literalAddress } from "#lib/core/networks.ts";
import { HttpFailure, connectWords } from "#lib/http/failure.ts";
import { CHECK_LIMITS, type HttpLimits } from "#lib/http/limits.ts";
import { probeHost, probeTls, type TlsFacts } from "#lib/http/probe.ts";
import { cloudsPath, modelsPath, tokenPath } from "#lib/service/contract/paths.ts";
import { reachOf, type Network } from "../connection.ts";
import { judgeFirstRead, judgeGrant, judgeRealm, judgeRefusedToken } from "./judge-answers.ts";
import { judgeScopes, judgeToken, NEEDED_WORDS, readTokenFacts, type TokenFacts } from "./judge-token.ts";
import { ask, type Reply } from "./question.ts";
import { bad, ok, RUNGS, warn, type Rung, type RungName, type Verdict } from "./rung.ts";

export type CheckTarget = {
  /** As parseServiceAddress answers them. */
  baseUrl: string;
  authUrl: string;
  realm: string;
  clientId: string;
  secret: string;
  network: Network;
  /** A project that is known to exist, read where the service does not list clouds. */
  known: { cloudId: number; projectId: number } | null;
};

export type Climb = {
  rungs: Rung[];
  /** Position of the rung that broke, from 1; null: none did. */
  stoppedAt: number | null;
  durationMs: number;
};

const EXPECTED: Record<RungName, string> = {
  address: "Both hosts have an address and answer.",
  tls: "An encrypted connection with a certificate for the host, trusted here.",
  realm: "The sign-in address knows the realm.",
  grant: "The realm offers client_credentials.",
  token: "200 with a Bearer token.",
  scopes: `The scopes ${NEEDED_WORDS}.`,
  firstRead: `GET ${cloudsPath} answers with a list.`,
};

/** Climbs from the first rung. Never throws for what the service or the network does. */
export async function climb(target: CheckTarget, limits: HttpLimits = CHECK_LIMITS): Promise<Climb> {
  const beganAt = performance.now();
  const steps = stepsOf(target, limits);
  const rungs: Rung[] = [];
  let stoppedAt: number | null = null;
  for (const name of RUNGS) {
    const base = { name, expected: EXPECTED[name] };
    if (stoppedAt !== null) {
      rungs.push({ ...base, state: "notTried", durationMs: null, got: "", cure: null });
      continue;
    }
    const stepAt = performance.now();
    const verdict = await steps[name]();
    rungs.push({ ...base, ...verdict, durationMs: Math.round(performance.now() - stepAt) });
    if (verdict.state === "bad") stoppedAt = rungs.length;
  }
  return { rungs, stoppedAt, durationMs: Math.round(performance.now() - beganAt) };
}

function stepsOf(target: CheckTarget, limits: HttpLimits): Record<RungName, () => Promise<Verdict>> {
  const { network, realm } = target;
  const hosts = hostsOf(target);
  const tokenAddress = target.authUrl + tokenPath(realm);
  const common = { network, limits };
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
    firstRead: () => readFirst(target, held?.token ?? "", limits),
  };
}

/** The hosts that are called: that of the API, and that of the sign-in where it is another. */
function hostsOf(target: CheckTarget): URL[] {
  const [base, auth] = [new URL(target.baseUrl), new URL(target.authUrl)];
  return base.origin === auth.origin ? [base] : [base, auth];
}

/** One verdict over all hosts: the first that is broken, else the worst. */
async function inTurn(hosts: readonly URL[], judge: (url: URL) => Promise<Verdict>): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const url of hosts) {
    const verdict = await judge(url);
    if (verdict.state === "bad") return verdict;
    verdicts.push(verdict);
  }
  const cures = verdicts.map(({ cure }) => cure).filter((cure) => cure !== null);
  const got = verdicts.map((verdict) => verdict.got).join(" ");
  return cures.length === 0 ? ok(got) : warn(got, [...new Set(cures)].join(" "));
}

async function reachHost(url: URL, network: Network, limits: HttpLimits): Promise<Verdict> {
  try {
    const address = await probeHost(url, reachOf(network, url), limits);
    const host = literalAddress(url);
    return ok(host === null ? `${url.host} is ${address} and answers.` : `${url.host} answers.`);
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return bad(`${url.host}: ${thrown.message}.`, CONNECT_CURES[thrown.code] ?? CONNECT_CURE);
  }
}

const CONNECT_CURE =
  "Check the address and the port, and whether this server may reach it through the firewall.";
const CONNECT_CURES: Record<string, string> = {
  ENOTFOUND:
    "Check the spelling of the host; if it is right, its name is not known in this server's network.",
  EAI_AGAIN: "This server's name lookup does not work for it. Check the spelling, then the server's network.",
  PRIVATE_REFUSED:
    "If that is meant, tick that addresses of this machine and of private networks may be called.",
  PUBLIC_REFUSED: "Use https for it.",
};

async function shakeHands(url: URL, network: Network, limits: HttpLimits): Promise<Verdict> {
  if (url.protocol === "http:") {
    return warn(
      `${url.host} is called without encryption.`,
      "Fine on this machine; in a network everybody on the way can read the secret.",
    );
  }
  try {
    return judgeTls(await probeTls(url, reachOf(network, url), limits), url.hostname, Date.now());
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return bad(
      `${url.host}: ${thrown.message}.`,
      "Check the port: https is usually at 443. If the service has no TLS there, use the address that has.",
    );
  }
}

const EXPIRES_SOON_DAYS = 21;
const DAY_MS = 86_400_000;

/** Rung 2: what the certificate says and whether it is trusted. Pure. */
export function judgeTls(facts: TlsFacts, host: string, nowMs: number): Verdict {
  const until = facts.validTo.toISOString().slice(0, 10);
  const made = `made for ${facts.names.join(", ")} by ${facts.issuer}, valid until ${until}`;
  if (facts.trouble === null) {
    const daysLeft = Math.floor((facts.validTo.getTime() - nowMs) / DAY_MS);
    const got = `${facts.protocol}, certificate for ${host} by ${facts.issuer}, valid until ${until}.`;
    if (daysLeft >= EXPIRES_SOON_DAYS) return ok(got);
    return warn(
      got,
      `It ends in ${String(daysLeft)} days. The operator of the service must renew it before.`,
    );
  }
  const words = connectWords(facts.trouble);
  const got = `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${made}.`;
  return bad(got, TLS_CURES[facts.trouble] ?? TLS_CURE);
}

const TLS_CURE =
  "If it is an authority of your own, name its certificate in NODE_EXTRA_CA_CERTS and start Portico again. Certificates are always checked.";
const TLS_CURES: Record<string, string> = {
  CERT_HAS_EXPIRED: "The operator of the service must renew it. Nothing is sent until then.",
  CERT_NOT_YET_VALID: "Check the clock of this server; if it is right, ask the operator of the service.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "Enter the host that the certificate was made for, or ask the operator of the service for one for this host.",
};

async function readFirst(target: CheckTarget, token: string, limits: HttpLimits): Promise<Verdict> {
  const common = { method: "GET", network: target.network, limits, token } as const;
  const verdict = judgeFirstRead(await ask({ ...common, address: target.baseUrl + cloudsPath }));
  if (verdict.state !== "warn" || target.known === null) return verdict;
  const path = modelsPath(target.known.cloudId, target.known.projectId);
  const reply = await ask({ ...common, address: target.baseUrl + path });
  if (reply instanceof HttpFailure || reply.status !== 200 || !Array.isArray(reply.body)) return verdict;
  return ok(
    `The service does not list Clouds; the models of project ${String(target.known.projectId)} were read.`,
  );
}
