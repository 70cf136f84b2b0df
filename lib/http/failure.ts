/**
 * How an outbound exchange can fail, by cause, with how far it got. It never guesses whether the other side acted: only "never connected"
 * proves that it did not.
 */

import { kept } from "#lib/core/language/kept-texts.ts";

/** Milliseconds from the start of the exchange to each phase; absent = never reached. */
export type Phases = {
  /** When the exchange began, ISO 8601. */
  startedAt: string;
  /** TCP (and, for https, TLS) established: before this, no part of the request can have left. */
  connectedMs?: number | undefined;
  /** The request's last byte was handed to the operating system. */
  requestSentMs?: number | undefined;
  /** Status line and headers of the answer arrived. */
  headersMs?: number | undefined;
  /** The answer's body ended as its framing said. */
  completeMs?: number | undefined;
};

export type HttpFailureKind =
  /** Name resolution, TCP, TLS or their limits: nothing was sent. */
  | "connect"
  /** A limit after connecting. */
  | "timeout"
  /** The connection broke or the answer was cut off. */
  | "reset"
  /** The answer is larger than allowed. */
  | "tooLarge"
  /** The answer is not HTTP that we understand. */
  | "protocol"
  /** The request's own body could not be read. */
  | "source"
  /** The caller cancelled. */
  | "aborted";

export class HttpFailure extends Error {
  readonly kind: HttpFailureKind;
  /** The system's or OpenSSL's code, e.g. ECONNREFUSED, or the limit's name. */
  readonly code: string;
  readonly phases: Phases;

  constructor(kind: HttpFailureKind, code: string, message: string, phases: Phases, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "HttpFailure";
    this.kind = kind;
    this.code = code;
    this.phases = phases;
  }
}

const CONNECT_WORDS: Record<string, string> = {
  ECONNREFUSED: kept("nothing listens at that address"),
  ENOTFOUND: kept("the host name is not known"),
  EAI_AGAIN: kept("the host name could not be looked up"),
  PRIVATE_REFUSED: kept(
    "the address leads to this machine or into a private network, which this connection does not allow",
  ),
  PUBLIC_REFUSED: kept("the address leads to the public internet, where plain http is not allowed"),
  NEVER_CALLED: kept(
    "the address leads to a link-local address or to a cloud's metadata service, which is never called",
  ),
  ECONNRESET: kept("the other side closed the connection before it was ready"),
  EHOSTUNREACH: kept("the host cannot be reached"),
  ENETUNREACH: kept("the network cannot be reached"),
  CONNECT_LIMIT: kept("no connection within the limit"),
  TLS_LIMIT: kept("the encrypted connection was not ready within the limit"),
  EPROTO: kept("what answers there does not speak TLS"),
  ERR_SSL_WRONG_VERSION_NUMBER: kept("what answers there does not speak TLS"),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: kept("what answers there does not speak TLS"),
  CERT_NOT_YET_VALID: kept("the certificate is not valid yet"),
  CERT_HAS_EXPIRED: kept("the certificate has expired"),
  DEPTH_ZERO_SELF_SIGNED_CERT: kept("the certificate is self-signed and not trusted here"),
  SELF_SIGNED_CERT_IN_CHAIN: kept("the certificate comes from an authority not trusted here"),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: kept("the certificate comes from an authority not trusted here"),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: kept("the certificate comes from an authority not trusted here"),
  ERR_TLS_CERT_ALTNAME_INVALID: kept("the certificate belongs to another host"),
};

/** A clause for people about why there was no connection. */
export function connectWords(code: string): string {
  return CONNECT_WORDS[code] ?? kept("the connection could not be made ({code})", { code });
}

/** The code of a system error, or UNKNOWN. */
export function errorCode(thrown: unknown): string {
  if (thrown !== null && typeof thrown === "object" && "code" in thrown && typeof thrown.code === "string") {
    return thrown.code;
  }
  return "UNKNOWN";
}
