/**
 * Counts the messages on all wires of one portal process and breaks exactly one of them. A message is one request or one answer; the
 * content of the broken one never arrives.
 */
export type Wire = "service" | "database";
export type Way = "request" | "answer";

/**
 * `kill`: the portal is killed at this message, and all wires with it. `cut`: the connection is reset. `swallow`: from this message on
 * nothing passes on its connection, which stays open.
 */
export type Breakage = "kill" | "cut" | "swallow";

/** Which message of a run is broken, and how. */
export type BreakagePlan = { breakage: Breakage; at: number; wire?: Wire };

const BREAKAGES: readonly Breakage[] = ["kill", "cut", "swallow"];

/**
 * Which messages of a work are broken, in separate runs: every one in every way, or with a step only some. The ways then start at different
 * messages, so that together they meet messages all along the work, and the portal is also killed at the moment that counts most: the
 * service has done it, and its answer is lost. A run may have fewer messages, and meets none at the end.
 * @param whole how many messages an unbroken run has
 * @param isInTurn with a step, a message is broken in only one way, in rotation: for the longest kinds of work
 */
export function planBreakages(
  whole: { readonly messages: number; readonly serviceMessages: number },
  step: number,
  isInTurn: boolean,
): BreakagePlan[] {
  const distance = isInTurn && step > 1 ? step * BREAKAGES.length : step;
  const all = BREAKAGES.flatMap((breakage, index): BreakagePlan[] => {
    const first = 1 + Math.floor((index * distance) / BREAKAGES.length);
    const count = Math.max(0, Math.ceil((whole.messages - first + 1) / distance));
    return Array.from({ length: count }, (_, nth) => ({ breakage, at: first + nth * distance }));
  });
  return step > 1 ? [...all, { breakage: "kill", wire: "service", at: whole.serviceMessages }] : all;
}

export type Judgement = "pass" | "cut" | "swallow";
export type Judge = (wire: Wire, way: Way) => Judgement;

export type MessageCounter = {
  judge: Judge;
  /** Starts counting messages from 1; message `at` is broken, of all messages or of one wire's. */
  arm(plan: BreakagePlan, kill: () => void): void;
  /** Stops counting and lets everything pass. */
  disarm(): void;
  /** Of all wires, or of one. */
  count(wire?: Wire): number;
  /** What was broken, e.g. "answer on the database wire"; null when the work ended before that message. */
  broken(): string | null;
};

/** A counter that lets everything pass until it is armed. */
export function createMessageCounter(): MessageCounter {
  let plan: (BreakagePlan & { kill: () => void }) | null = null;
  let counts = { service: 0, database: 0 };
  const count = (wire?: Wire): number =>
    wire === undefined ? counts.service + counts.database : counts[wire];
  let broken: string | null = null;
  let isDead = false;
  return {
    judge: (wire, way) => {
      if (isDead) return "cut";
      if (plan === null) return "pass";
      counts[wire] += 1;
      if ((plan.wire ?? wire) !== wire || count(plan.wire) !== plan.at) return "pass";
      broken = `${way} on the ${wire} wire`;
      if (plan.breakage === "swallow") return "swallow";
      if (plan.breakage === "kill") {
        isDead = true;
        plan.kill();
      }
      return "cut";
    },
    arm: (armed, kill) => {
      plan = { ...armed, kill };
      counts = { service: 0, database: 0 };
      broken = null;
      isDead = false;
    },
    disarm: () => {
      plan = null;
      isDead = false;
    },
    count,
    broken: () => broken,
  };
}
