import { expect } from "vitest";
import { createGate, newGateState, type Asker } from "#lib/core/identity/gate.ts";
import { hasHashingPlace } from "#lib/core/identity/password.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import { until } from "#tests/support/until.ts";

/**
 * Takes every place for hashing a password with work that ends when the test says so: the first alone, or all. The first goes in as a known
 * asker: after a stranger's hash of an earlier test, strangers may still have to rest.
 */
export function fillHashing(asker: Asker) {
  const state = oncePerProcess("hashing", newGateState);
  const gate = createGate({ atOnceMax: 1, waitingMax: 60, refusal: () => new Error("full") }, state);
  const [first, others] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const all = [gate.pass("known", () => first.promise)];
  for (let n = 0; n < 60 && hasHashingPlace(asker); n += 1) all.push(gate.pass(asker, () => others.promise));
  expect(hasHashingPlace(asker)).toBe(false);
  return {
    untilKnownWaits: () => until("a known person waits", () => state.waiting.known.length > 0),
    endFirst: () => {
      first.resolve(undefined);
    },
    endAll: () => {
      first.resolve(undefined);
      others.resolve(undefined);
      return Promise.all(all);
    },
  };
}
