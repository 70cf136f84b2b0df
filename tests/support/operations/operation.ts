/**
 * All tests of one operation: its own, what every operation refuses, and what goes wrong around it; in the end the statuses are compared
 * with those declared in the service's own description. So a declared answer that no test produces fails, and so does an undeclared one.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "#lib/service/contract/operations/index.ts";
import { readDescription } from "#tests/support/described.ts";
import { openOperation, type OperationUnderTest } from "./call.ts";
import { testRefusals } from "./refusals.ts";
import { getStage, type Stage } from "./stage.ts";
import { testTroubles } from "./troubles.ts";

/**
 * The tests of one operation: `tests` for its own answers, then what every operation refuses, what goes wrong around it, and the comparison
 * with its description.
 */
export function testOperation(id: string, tests: (operation: OperationUnderTest) => void): void {
  const contract = operations.find((operation) => operation.id === id);
  if (contract === undefined) throw new Error(`There is no operation ${id}.`);
  describe(id, () => {
    const seen = new Set<number>();
    let stage: Stage | undefined;
    beforeAll(async () => {
      stage = await getStage();
    });
    const operation = openOperation(contract, seen, () => {
      if (stage === undefined) throw new Error("The stage is there in tests only.");
      return stage;
    });
    tests(operation);
    testRefusals(operation);
    testTroubles(operation);
    testDeclared(id, seen, () => operation.stage().baseUrl);
  });
}

type Described = { operationId?: string; responses: Record<string, unknown> };

/** Comes last in a file: the observed statuses must equal the described ones, for each spelling of the address. */
export function testDeclared(id: string, seen: ReadonlySet<number>, baseUrl: () => string): void {
  test("answers every status that the description declares, and no other", async () => {
    const { document } = await readDescription(baseUrl());
    const described = Object.values(document.paths)
      .flatMap((item) => Object.values(item) as Described[])
      .filter(({ operationId }) => operationId === id || operationId === `${id}ByModelPath`);
    expect(described.length).toBeGreaterThan(0);
    for (const { responses } of described) {
      expect(Object.keys(responses).map(Number).toSorted()).toEqual([...seen].toSorted());
    }
  });
}
