/** What a proof is: a statement that takes too long, or needs programs too large, for `npm test`; run before a release. */

/** `not run`: something that it needs is not on this machine; the lines say what. */
export type Verdict = "holds" | "fails" | "not run";

export interface Proof {
  verdict: Verdict;
  /** Markdown for docs/proof.md: what was done, and the figures. */
  lines: string[];
}

export interface ProofPart {
  /** Of its section in the report. */
  title: string;
  /** After so many minutes it is ended and has failed; 170 at most, so that each fits into one sitting. */
  minutesMax: number;
  /** Runs in a process of its own. What it says is shown as it goes; a thrown error is a failure. */
  prove: (say: (line: string) => void) => Promise<Proof>;
}
