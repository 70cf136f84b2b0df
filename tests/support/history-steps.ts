/** The steps of random histories: what people do with a few names and addresses, and what fails meanwhile. */
import fc from "fast-check";
import type { OperationState } from "#lib/db/client.ts";
import type { Fault } from "./fault-proxy.ts";

/** The result of each fault for a creating call: the state that is reported, and whether the service has carried it out. */
export const FAULTS = {
  none: { fault: null, state: "DONE", isMade: true },
  resetBefore: { fault: { kind: "resetBefore" }, state: "UNKNOWN", isMade: false },
  resetAfter: { fault: { kind: "resetAfter" }, state: "UNKNOWN", isMade: true },
  gateway: { fault: { kind: "answer", status: 502, carriedOut: true }, state: "UNKNOWN", isMade: true },
  slower: { fault: { kind: "answer", status: 429 }, state: "NOT_SENT", isMade: false },
  refused: {
    fault: { kind: "answer", status: 400, body: '{"name":["No."]}' },
    state: "REFUSED",
    isMade: false,
  },
} as const satisfies Record<string, { fault: Fault | null; state: OperationState; isMade: boolean }>;
export type FaultName = keyof typeof FAULTS;

export type Subject = { kind: "cloud" | "invitation"; nth: number };
type Of = { who: number; subject: Subject };
export type Creation = Of & { do: "create" | "sendAgain"; fault: FaultName };
export type Decision = Of & { do: "exists" | "absent" | "close" | "send" | "discard" };
/** The portal is killed with kill -9 at this message on its wires, and restarted. */
export type Killing = Of & { do: "killed"; at: number };
export type Step = Creation | Decision | Killing | { do: "wait" };

/** More messages than either kind of work has: some runs end before. */
const MESSAGES_MAX = 75;

const who = fc.integer({ min: 0, max: 1 });
const subject = fc.record<Subject>({
  kind: fc.constantFrom("cloud", "invitation"),
  nth: fc.integer({ min: 0, max: 1 }),
});
const fault = fc.constantFrom(...(Object.keys(FAULTS) as FaultName[]));
const at = fc.integer({ min: 1, max: MESSAGES_MAX });

/** Histories in which about one step in `oneIn` is a kill, each of which costs a process. */
export function histories(oneIn: number): fc.Arbitrary<Step[]> {
  const creation = fc.record<Creation>({ do: fc.constantFrom("create", "sendAgain"), who, subject, fault });
  const decision = fc.record<Decision>({
    do: fc.constantFrom("exists", "absent", "close", "send", "discard"),
    who,
    subject,
  });
  const step = fc.oneof(
    { weight: 4 * oneIn, arbitrary: creation },
    { weight: 4 * oneIn, arbitrary: decision },
    { weight: oneIn, arbitrary: fc.constant<Step>({ do: "wait" }) },
    { weight: 9, arbitrary: fc.record<Killing>({ do: fc.constant("killed"), who, subject, at }) },
  );
  return fc.array<Step>(step, { minLength: 5, maxLength: 20 });
}
