/**
 * What goes wrong around an operation, each with its whole body: a sender that falls silent, too many calls, a database that is unavailable
 * or broken, a file store that is unavailable. Real failures, at a service in this process with a separate database; only the clock is
 * replaced.
 */
import { describe, expect, test } from "vitest";
import type { Operation } from "#lib/service/contract/operations/index.ts";
import type { WireAnswer } from "#tests/support/wire.ts";
import { fillAddress, type OperationUnderTest } from "./call.ts";
import type { Ids } from "./stage.ts";
import { getTroubledService, type TroubledService } from "./troubled-service.ts";

const STORE_AWAY =
  "The file store does not answer as it should at the moment. What was stored is kept. Try again in a minute, or ask the operator.";
const DATABASE_AWAY =
  "The database does not answer right now, so nothing was changed. Try again in half a minute.";

export function testTroubles(operation: OperationUnderTest): void {
  const { contract } = operation;
  const { errors = [] } = contract;
  const addressOf = (ids: Ids): string => fillAddress(contract.path, ids);
  const send = ({ ids, call }: Pick<TroubledService, "ids" | "call">, body?: FormData): Promise<WireAnswer> =>
    call(contract.method, addressOf(ids), body);

  function expectTrouble({ status, body }: WireAnswer, expected: number, detail: string): void {
    operation.saw(status);
    expect({ status, body }).toEqual({ status: expected, body: { detail } });
  }

  describe("when something is in the way", () => {
    if (contract.body !== undefined)
      test("408 when the body stops moving", async () => {
        const service = await getTroubledService();
        const headers = {
          "content-type": isUpload(contract) ? "multipart/form-data; boundary=b" : "application/json",
        };
        const answer = await service.fallSilent(contract.method, addressOf(service.ids), headers);
        expectTrouble(answer, 408, silenceOf(contract));
        expect(answer.headers.get("connection")).toBe("close");
      });

    test("429 when the application calls too often", async () => {
      const service = await getTroubledService();
      const answer = await service.whileThrottled((call) => send({ ids: service.ids, call }));
      expectTrouble(answer, 429, "Request was throttled. Expected available in 1 seconds.");
      expect(answer.headers.get("retry-after")).toBe("1");
    });

    test("500 when the database is not as this version knows it", async () => {
      const service = await getTroubledService();
      expectTrouble(await service.whileBroken(() => send(service)), 500, "A server error occurred.");
    });

    if (errors.includes(502))
      test("502 when the file store is away", async () => {
        const service = await getTroubledService();
        await service.renewModel();
        const answer = await service.whileStoreIsAway(() => send(service, uploadFor(contract)));
        expectTrouble(answer, 502, STORE_AWAY);
      });

    test("503 when the database is away", async () => {
      const service = await getTroubledService();
      const answer = await service.whileDatabaseIsAway(() => send(service));
      expectTrouble(answer, 503, DATABASE_AWAY);
      expect(answer.headers.get("retry-after")).toBe("30");
    });
  });
}

const isUpload = ({ body }: Operation): boolean => body?.media[0] === "multipart/form-data";

function silenceOf(contract: Operation): string {
  return isUpload(contract)
    ? "Nothing more of the file came for 60 s, so it was not kept. Send it again."
    : "Nothing more of the request body came for 30 s. Send it again.";
}

function uploadFor({ body }: Operation): FormData | undefined {
  if (body === undefined) return undefined;
  const form = new FormData();
  form.set("name", "Plan");
  form.set("file", new Blob(["%PDF-"]), "plan.pdf");
  return form;
}
