/**
 * What a stranger with one machine, or with twenty, does to the portal. Each attack is limited: one machine's line of 100 Mbit/s, and a
 * rate of requests that costs only a small part of this machine's time.
 */
import { randomUUID } from "node:crypto";
import { MULTIPART, multipartOf } from "#tests/support/multipart.ts";
import { runSteadyLoad, type LoadKind } from "#tests/support/steady-load.ts";
import type { Anonymous, Form } from "./anonymous.ts";
import { HOSTILE_QUERIES, HOSTILE_TEXTS, asAddressPart, asHeader } from "./hostile-texts.ts";
import { runSockets, type SocketPlan } from "./raw-sockets.ts";

/** The strength; every rate is for all addresses together. */
export type Force = {
  addresses: readonly string[];
  seconds: number;
  sockets: number;
  socketsPerSecond: number;
  /** Oversized bodies, texts and other requests per second. */
  bodiesPerSecond: number;
  textsPerSecond: number;
  floodPerSecond: number;
};

export type AttackResult = {
  /** Requests, or connections for slow ones. */
  sent: number;
  /** By status; "none" and "closed": no answer arrived, "held": incomplete and still open at the end. */
  statuses: Record<string, number>;
  /** Requests that were answered in a way in which an attack must not be answered. */
  wrong: string[];
  /** How long the longest unfinished request was kept. */
  heldMsMax?: number;
};

export type Attack = {
  name: string;
  /** Must occur among the answers that the attacker gets. */
  refusal: RegExp;
  run: (anonymous: Anonymous, port: number, force: Force) => Promise<AttackResult>;
};

const BODY_BYTES = 25_000_000;
const BYTES_PER_SECOND = 12_500_000;
/** An attacker does not wait long. */
const ANSWER_LIMIT_MS = 10_000;
const DIFFERENT = 500;

/** The portal's own codes (lib/core/errors.ts), as an action and a sign-in return them. */
const CODE = '(?:"code":"|error=)([A-Z_]{4,})';

/** 500 is an internal fault of the product; 502 and 504 come from nothing here. */
const isFault = (status: string): boolean => /^5(?!03)|INTERNAL/.test(status);
const TOO_MANY = /^(?:429|503)|RATE_LIMITED|UNAVAILABLE/;
/** Nothing is hashed or written for a link that was never sent. */
const DEAD_LINK = /FORBIDDEN|NOT_FOUND|UNAUTHENTICATED|RATE_LIMITED/;
/** Incomplete or oversized requests must have no effect. */
const isTaken = (status: string): boolean => /^[23]/.test(status) || isFault(status);

export const ATTACKS: readonly Attack[] = [
  {
    name: "slow heads and bodies",
    refusal: /^(?:408|429|503|closed)$/,
    run: ({ targets }, port, force) =>
      onSockets(
        { port, targets, way: "slowly", atOnce: force.sockets, perSecond: force.socketsPerSecond },
        force,
      ),
  },
  {
    name: "bodies of 25 MB",
    refusal: /^413$/,
    run: ({ targets }, port, force) =>
      onSockets(
        {
          port,
          targets,
          way: { bodyBytes: BODY_BYTES, bytesPerSecond: BYTES_PER_SECOND },
          atOnce: 50,
          perSecond: force.bodiesPerSecond,
        },
        force,
      ),
  },
  {
    name: "hostile texts",
    refusal: /^4\d\d/,
    run: (anonymous, port, force) => flood(hostileKinds(anonymous), port, force, force.textsPerSecond),
  },
  floodOf(
    "sign-ins",
    TOO_MANY,
    ({ fields }) => "password" in fields && "email" in fields && !("token" in fields),
  ),
  floodOf(
    "password resets and fresh links",
    TOO_MANY,
    ({ fields }) => "email" in fields && !("password" in fields),
  ),
  floodOf(
    "first-run and other links",
    DEAD_LINK,
    ({ fields }) => "password" in fields && ("token" in fields || !("email" in fields)),
  ),
  floodOf("tokens", /^429/, ({ name }) => name === "token"),
];

async function onSockets(
  plan: Omit<SocketPlan, "addresses" | "seconds">,
  { addresses, seconds }: Force,
): Promise<AttackResult> {
  const { opened, statuses, targets, heldMsMax } = await runSockets({ ...plan, addresses, seconds });
  return { sent: opened, statuses, wrong: listWrong(targets, isTaken), heldMsMax };
}

async function flood(
  kinds: readonly LoadKind[],
  port: number,
  force: Force,
  perSecond: number,
): Promise<AttackResult> {
  const { addresses, seconds } = force;
  const { all, kinds: seen } = await runSteadyLoad({
    port,
    kinds: kinds.map((kind) => ({ ...kind, mark: CODE })),
    addresses,
    seconds,
    perSecond,
    cookies: [""],
    atOnceMax: Math.ceil(200 / addresses.length),
    answerLimitMs: ANSWER_LIMIT_MS,
  });
  const statuses = Object.fromEntries(Object.entries(seen).map(([name, kind]) => [name, kind.statuses]));
  return { sent: all.requests, statuses: all.statuses, wrong: listWrong(statuses, isFault) };
}

function listWrong(
  statuses: Readonly<Record<string, Readonly<Record<string, number>>>>,
  isWrong: (status: string) => boolean,
): string[] {
  return Object.entries(statuses).flatMap(([name, counts]) =>
    Object.entries(counts)
      .filter(([status]) => isWrong(status))
      .map(([status, count]) => `${name}: ${String(count)} × ${status}`),
  );
}

/** New values in the form each time, so that no limit per account stops it. */
function floodOf(name: string, refusal: RegExp, isMeant: (form: Form) => boolean): Attack {
  return {
    name,
    refusal,
    run: ({ forms }, port, force) => {
      const kinds = forms.filter(isMeant).map((form) => ({
        name: form.name,
        share: 1,
        paths: [form.path],
        headers: form.headers,
        bodies: Array.from({ length: DIFFERENT }, (_, n) => bodyOf(form, freshFields(form, n))),
      }));
      return flood(kinds, port, force, force.floodPerSecond);
    },
  };
}

/** Half of the addresses and applications exist. */
function freshFields({ fields }: Form, n: number): Record<string, string> {
  const known = n % 2 === 0;
  const fresh: Record<string, string> = {
    email: known ? `staff-${String((n % 20) + 1)}@load.example` : `nobody-${String(n)}@load.example`,
    client_id: known ? "portico-test" : `nobody-${String(n)}`,
    client_secret: randomUUID(),
    token: randomUUID(),
    password: `wrong password ${randomUUID()}`,
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fresh[name] ?? value]));
}

/** As a page sends it: an action's fields with React's prefixes, or a plain form. */
function bodyOf({ headers }: Form, fields: Readonly<Record<string, string>>): string {
  if (headers["content-type"] !== MULTIPART) return new URLSearchParams(fields).toString();
  const marked = Object.entries(fields).map(([name, value]): [string, string] => [`_1_${name}`, value]);
  // Referenced fields must come first.
  return multipartOf([...marked, ["0", '[null,"$K1"]']]);
}

const HEADERS = [
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-type",
  "forwarded",
  "if-none-match",
  "next-action",
  "next-router-state-tree",
  "origin",
  "range",
  "referer",
  "rsc",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
];

/** Every text in every field of every form, in every query and header of every open address, and as an address and a body. */
function hostileKinds({ forms, open, queries, cookies }: Anonymous): LoadKind[] {
  const texts = Object.values(HOSTILE_TEXTS);
  const inForms = forms.flatMap((form) =>
    Object.keys(form.fields).map((field) => ({
      name: `${form.name}: ${field}`,
      share: 1,
      paths: [form.path],
      headers: form.headers,
      bodies: texts.map((text) => bodyOf(form, { ...form.fields, [field]: text })),
    })),
  );
  const inQueries = open.map((path) => ({
    name: `${path}: its question`,
    share: 1,
    paths: queries.flatMap((name) => [
      ...texts.map((text) => `${path}?${name}=${asAddressPart(text)}`),
      ...Object.values(HOSTILE_QUERIES).map((make) => `${path}?${make(name)}`),
    ]),
  }));
  const inPaths = {
    name: "further addresses",
    share: 3,
    paths: open.flatMap((path) => texts.map((text) => `${path}/${asAddressPart(text)}`)),
  };
  const asBodies = ["application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"].map(
    (type) => ({
      name: `a body of ${type}`,
      share: 2,
      paths: open,
      headers: { "content-type": type, "x-portico": "1" },
      bodies: texts,
    }),
  );
  const jar = (text: string): string =>
    cookies.map((name) => `${name}=${asAddressPart(text).slice(0, 6_000 / cookies.length)}`).join("; ");
  const inHeaders = texts.flatMap((text) => [
    ...HEADERS.map((name) => ({ name: `header ${name}`, headers: { [name]: asHeader(text) } })),
    { name: "header cookie", headers: { cookie: jar(text) } },
  ]);
  return [
    ...inForms,
    ...inQueries,
    inPaths,
    ...asBodies,
    ...inHeaders.map((each, n) => ({
      ...each,
      name: `${each.name} (${String(n)})`,
      share: 0.2,
      paths: open,
    })),
  ];
}
