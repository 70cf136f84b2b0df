/** One operation of the service under test: calls it like clients do and records every status. */
import { expect, test } from "vitest";
import type { Operation } from "#lib/service/contract/operations/index.ts";
import type { Wire, WireAnswer } from "#tests/support/wire.ts";
import type { Ids, Stage } from "./stage.ts";

export type Call = {
  as?: Wire;
  /** For the objects in the address; by default the stage's own. */
  ids?: Ids;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The other spelling of `/ifc`. */
  spelling?: "ifc" | "model";
};

/** The part that is compared as a whole. */
export type Answer = { status: number; body: unknown };

export type OperationUnderTest = {
  readonly contract: Operation;
  stage: () => Stage;
  addressOf: (ids?: Ids, spelling?: "ifc" | "model") => string;
  /** What stands at the operation's own address, for its application. */
  read: (ids?: Ids) => Promise<unknown>;
  /** The list that has what the address names by its last id. */
  readList: (ids?: Ids) => Promise<unknown>;
  /** Status and body; `send` also returns headers. */
  call: (call?: Call) => Promise<Answer>;
  send: (call?: Call) => Promise<WireAnswer>;
  /** For answers that did not come from `call`. */
  saw: (status: number) => void;
};

/** Any id and date; the description checks for every answer that they are positive and in UTC. */
export const ANY_ID = expect.any(Number) as number;
export const ANY_DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
export const NOT_FOUND = { status: 404, body: { detail: "Not found." } };
export const NO_CONTENT = { status: 204, body: null };

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** 400 with messages by field. */
export const refused = (body: object): Answer => ({ status: 400, body });

/** `seen` collects the statuses. */
export function openOperation(
  contract: Operation,
  seen: Set<number>,
  stage: () => Stage,
): OperationUnderTest {
  const addressOf = (ids = stage().ids, spelling: "ifc" | "model" = "ifc"): string =>
    fillAddress(contract.path.replace("/ifc", `/${spelling}`), ids);
  const send = async (call: Call = {}): Promise<WireAnswer> => {
    const path = addressOf(call.ids, call.spelling) + (call.query ?? "");
    const answer = await (call.as ?? stage().first)(contract.method, path, call.body, call.headers);
    seen.add(answer.status);
    return answer;
  };
  const get = async (path: string): Promise<unknown> => (await stage().first("GET", path)).body;
  return {
    contract,
    stage,
    addressOf,
    read: (ids) => get(addressOf(ids)),
    readList: (ids) => get(addressOf(ids).replace(/\/\d+$/, "")),
    send,
    call: async (call) => {
      const { status, body } = await send(call);
      return { status, body };
    },
    saw: (status) => {
      seen.add(status);
    },
  };
}

/** A test for each spelling of `/ifc`. */
export function testSpellings(title: string, run: (spelling: "ifc" | "model") => Promise<void>): void {
  test.each(["ifc", "model"] as const)(`${title}, under /%s`, run);
}

/** The answer to the other application, which has this Cloud for that time. */
export async function callAsGiven(
  { call, stage }: OperationUnderTest,
  cloudId = Number(stage().ids["cloudId"]),
  ids = stage().ids,
): Promise<Answer> {
  const { service, second } = stage();
  const { db } = service;
  const where = { clientId: service.second.clientId };
  const { id: applicationId } = await db.serviceApplication.findUniqueOrThrow({ where });
  const key = { cloudId, applicationId };
  await db.serviceCloudApplication.create({ data: key });
  const answer = await call({ as: second, ids });
  await db.serviceCloudApplication.delete({ where: { cloudId_applicationId: key } });
  return answer;
}

/** A route's path with these ids. */
export function fillAddress(path: string, ids: Ids): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`There is no :${name} for ${path}.`);
    return encodeURIComponent(id);
  });
}

/** A body in each encoding that the operation accepts (docs/service "Conventions"); in a form, a list has one field per item. */
export function inEachEncoding(fields: Record<string, string | string[]>): [name: string, body: unknown][] {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((one): [string, string] => [name, one]),
  );
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return [
    ["JSON", fields],
    ["form", new URLSearchParams(pairs)],
    ["multipart", form],
  ];
}
