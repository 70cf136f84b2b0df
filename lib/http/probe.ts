/**
 * Examines the connection to a host without a request: what the name resolves to, whether something listens, and whom the certificate was
 * made for. Never sends a byte of a request; the only place that reads an untrusted certificate, in order to say what is wrong with it.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { LookupAddress } from "node:dns";
import net from "node:net";
import tls from "node:tls";
import { literalAddress } from "#lib/core/network/networks.ts";
import { connectWords, errorCode, HttpFailure } from "./failure.ts";
import type { HttpLimits } from "./limits.ts";
import { literalRefusal, LOOKUPS, type Reach } from "./reach.ts";

type Limits = Pick<HttpLimits, "connectMs" | "tlsMs">;

const NAMES_SHOWN_MAX = 4;

/** Resolves and connects; returns the connected IP address. @throws HttpFailure connect */
export async function probeHost(url: URL, reach: Reach, limits: Limits): Promise<string> {
  const socket = await openSocket(url, reach, limits.connectMs);
  try {
    await arrival(socket, "connect", limits.connectMs, "CONNECT_LIMIT");
    return socket.remoteAddress ?? "";
  } finally {
    socket.destroy();
  }
}

/** Does the TLS handshake and returns the certificate's facts. @throws HttpFailure connect when there is no handshake at all */
export async function probeTls(url: URL, reach: Reach, limits: Limits): Promise<TlsFacts> {
  const plain = await openSocket(url, reach, limits.connectMs);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  let secure: tls.TLSSocket | undefined;
  try {
    await arrival(plain, "connect", limits.connectMs, "CONNECT_LIMIT");
    // Node checks the certificate as usual, and its verdict is read below; nothing is ever written to this socket.
    secure = tls.connect({
      socket: plain,
      host,
      rejectUnauthorized: false,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
    });
    await arrival(secure, "secureConnect", limits.tlsMs, "TLS_LIMIT");
    return factsOf(secure);
  } finally {
    secure?.destroy();
    plain.destroy();
  }
}

/** Resolves first, so that an unknown name is recognised; the connection goes to the resolved address. */
async function openSocket(url: URL, reach: Reach, limitMs: number): Promise<net.Socket> {
  const refusal = literalRefusal(url, reach);
  if (refusal !== null) throw connectFailure(refusal);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const literal = literalAddress(url);
  if (literal !== null) return net.connect({ host: literal, port });
  const addresses = await resolve(url.hostname, reach, limitMs);
  const [first] = addresses;
  return net.connect({
    host: url.hostname,
    port,
    lookup: (_host, options, callback) => {
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    },
  });
}

function resolve(hostname: string, reach: Reach, limitMs: number): Promise<LookupAddress[]> {
  return unlessFailed(limitMs, "EAI_AGAIN", (settle, fail) => {
    LOOKUPS[reach](hostname, { all: true }, (error, addresses) => {
      if (error !== null) fail(errorCode(error));
      else settle(typeof addresses === "string" ? [{ address: addresses, family: 4 }] : addresses);
    });
  });
}

function arrival(socket: net.Socket, event: string, limitMs: number, limitCode: string): Promise<void> {
  return unlessFailed(limitMs, limitCode, (settle, fail) => {
    socket.once(event, () => settle());
    socket.on("error", (thrown) => fail(errorCode(thrown)));
    socket.once("close", () => fail("ECONNRESET"));
  });
}

/** What `begin` settles with. @throws HttpFailure connect with the code that it fails with, or `limitCode` when it takes longer */
function unlessFailed<T>(
  limitMs: number,
  limitCode: string,
  begin: (settle: (value: T) => void, fail: (code: string) => void) => void,
): Promise<T> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<T>();
  const fail = (code: string): void => reject(connectFailure(code));
  const timer = setTimeout(fail, limitMs, limitCode);
  begin(settle, fail);
  return promise.finally(() => clearTimeout(timer));
}

function connectFailure(code: string): HttpFailure {
  return new HttpFailure("connect", code, connectWords(code), { startedAt: new Date().toISOString() });
}

function factsOf(socket: tls.TLSSocket) {
  const certificate = socket.getPeerCertificate();
  const { issuer, subject, subjectaltname } = certificate;
  const listed = (subjectaltname ?? "")
    .split(",")
    .map((entry) => entry.trim().replace(/^(?:DNS|IP Address):/, ""))
    .filter((entry) => entry !== "");
  const trouble: unknown = socket.authorizationError;
  return {
    /** TLSv1.3 */
    protocol: socket.getProtocol() ?? "TLS",
    issuer: textOf(issuer.O) ?? textOf(issuer.CN) ?? kept("an unnamed authority"),
    /** The first few names that the certificate was made for. */
    names: (listed.length > 0 ? listed : [textOf(subject.CN) ?? kept("no name")]).slice(0, NAMES_SHOWN_MAX),
    validTo: new Date(certificate.valid_to),
    /** OpenSSL's code for why the certificate is not trusted for this host; null: it is trusted. */
    trouble: socket.authorized ? null : typeof trouble === "string" ? trouble : errorCode(trouble),
  };
}

export type TlsFacts = ReturnType<typeof factsOf>;

function textOf(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === "" ? null : text.slice(0, 200);
}
