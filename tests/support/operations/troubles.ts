/**
 * What goes wrong around an operation, each with its whole body: a sender that falls silent, too many calls, a database that is unavailable
 * or broken, a file store that is unavailable. Real failures, at a service in this process with a separate database; only the clock is
 * replaced.
 */
import { describe, expect, test } from "vitest";
import type { Operation } from "#lib/service/contract/operations/index.ts";
import { fillAddress, type OperationUnderTest } from "./call.ts";
import { getTroubledService, type TroubledService } from "./troubled-service.ts";

const STORE_AWAY =
  "The file store does not answer as it should at the moment. What was stored is kept. Try again in a minute, or ask the operator.";

export function testTroubles(operation: OperationUnderTest): void {
  const { contract } = operation;
  const { errors = [] } = contract;
  const address = (service: TroubledService): string => fillAddress(contract.path, service.ids);

  describe("when something is in the way", () => {
    if (contract.body !== undefined)
      test("408 when the body stops moving", async () => {
        const service = await getTroubledService();
        const { status, body, headers } = await service.fallSilent(contract.method, address(service), {
        "content-type": contract.body?.media[0] === "multipart/form-data" ? "multipart/form-data; boundary=b" : "application/json",
      }); // oxfmt-ignore
        operation.saw(status);
        expect({ status, body }).toEqual({ status: 408, body: { detail: silenceOf(contract) } });
        expect(headers.get("connection")).toBe("close");
      });

    test("429 when the application calls too often", async () => {
      const service = await getTroubledService();
      const { status, body, headers } = await service.whileThrottled((call) =>
        call(contract.method, address(service)),
      );
      operation.saw(status);
      expect({ status, body }).toEqual({
        status: 429,
        body: { detail: "Request was throttled. Expected available in 1 seconds." },
      });
      expect(headers.get("retry-after")).toBe("1");
    });

    test("500 when the database is not as this version knows it", async () => {
      const service = await getTroubledService();
      const { status, body } = await service.whileBroken(() =>
        service.call(contract.method, address(service)),
      );
      operation.saw(status);
      expect({ status, body }).toEqual({ status: 500, body: { detail: "A server error occurred." } });
    });

    if (errors.includes(502))
      test("502 when the file store is away", async () => {
        const service = await getTroubledService();
        await service.renewModel();
        const { status, body } = await service.whileStoreIsAway(() =>
          service.call(contract.method, address(service), uploadFor(contract)),
        );
        operation.saw(status);
        expect({ status, body }).toEqual({ status: 502, body: { detail: STORE_AWAY } });
      });

    test("503 when the database is away", async () => {
      const service = await getTroubledService();
      const { status, body, headers } = await service.whileDatabaseIsAway(() =>
        service.call(contract.method, address(service)),
      );
      operation.saw(status);
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          detail:
            "The database does not answer right now, so nothing was changed. Try again in half a minute.",
        },
      });
      expect(headers.get("retry-after")).toBe("30");
    });
  });
}

function silenceOf({ body }: Operation): string {
  return body?.media[0] === "multipart/form-data"
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
