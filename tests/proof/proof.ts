/** What a proof is: a statement whose test takes too long, or needs programs too large, for `npm test`; run before a release. */

/** `not run`: this machine lacks something that the proof needs; the lines say what. */
export type Verdict = "holds" | "fails" | "not run";

export interface Proof {
  verdict: Verdict;
  /** Markdown for docs/proof.md: what was done, and the figures. */
  lines: string[];
}

/** Tells whoever watches a proof how far it is. */
export type Say = (line: string) => void;
export type Prove = (say: Say) => Promise<Proof>;

/** @param lines what was done, and the figures */
export const proofOf = (holds: boolean, lines: string[]): Proof => ({
  verdict: holds ? "holds" : "fails",
  lines,
});

/** @param what is missing on this machine, and how to get it */
export const notRun = (what: string): Proof => ({ verdict: "not run", lines: [what] });

export interface ProofPart {
  /** Title of its section in the report. */
  title: string;
  /** After this many minutes it is stopped and has failed; at most 170, so that each fits into one session. */
  minutesMax: number;
  /** Runs in a separate process. Its output is shown as it comes; a thrown error is a failure. */
  prove: Prove;
}
