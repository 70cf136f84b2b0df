/** All proofs by name, in the order in which they are run. A part is imported only in the process that runs it. */
import type { ProofPart } from "./proof.ts";

export const PARTS: Readonly<Record<string, ProofPart>> = {};
