/**
 * Counts the messages on all wires of one portal process and breaks exactly one of them. A message is one request or one answer;
 * what the broken one carried has not arrived.
 */
export type Wire = "service" | "database";
export type Way = "request" | "answer";

/**
 * `kill`: the portal is gone at this message, and with it every wire. `cut`: the connection is reset. `swallow`: from this message on
 * nothing passes on its connection, which stays open.
 */
export type Breakage = "kill" | "cut" | "swallow";

export type Judgement = "pass" | "cut" | "swallow";
export type Judge = (wire: Wire, way: Way) => Judgement;

export type MessageCounter = {
  judge: Judge;
  /** From here on messages are counted, beginning with 1; message `at` is broken. */
  arm(breakage: Breakage, at: number, kill: () => void): void;
  /** Counts no more and lets everything pass. */
  disarm(): void;
  count(): number;
  /** What was broken, e.g. "answer on the database wire"; null when the work ended before its message came. */
  broken(): string | null;
};

/** A counter that lets everything pass until it is armed. */
export function createMessageCounter(): MessageCounter {
  let plan: { breakage: Breakage; at: number; kill: () => void } | null = null;
  let count = 0;
  let broken: string | null = null;
  let isDead = false;
  return {
    judge: (wire, way) => {
      if (isDead) return "cut";
      if (plan === null) return "pass";
      count += 1;
      if (count !== plan.at) return "pass";
      broken = `${way} on the ${wire} wire`;
      if (plan.breakage === "swallow") return "swallow";
      if (plan.breakage === "kill") {
        isDead = true;
        plan.kill();
      }
      return "cut";
    },
    arm: (breakage, at, kill) => {
      plan = { breakage, at, kill };
      count = 0;
      broken = null;
      isDead = false;
    },
    disarm: () => {
      plan = null;
      isDead = false;
    },
    count: () => count,
    broken: () => broken,
  };
}
