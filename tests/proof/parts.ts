/** All proofs by name, in the order in which they are run. A part is imported only in the process that runs it. */
import type { ProofPart } from "./proof.ts";

export const PARTS: Readonly<Record<string, ProofPart>> = {
  journal: {
    title: "The journal, broken at every message",
    minutesMax: 120,
    prove: async (say) => (await import("./journal.ts")).proveJournal(say),
  },
  office: {
    title: "Files as LibreOffice and Python read them",
    minutesMax: 30,
    prove: async (say) => (await import("./office.ts")).proveOffice(say),
  },
  million: {
    title: "A million rows of 40 columns, killed once",
    minutesMax: 120,
    prove: async (say) => (await import("./million.ts")).proveMillion(say),
  },
  store: {
    title: "The file store gone for 30 seconds",
    minutesMax: 40,
    prove: async (say) => (await import("./store.ts")).proveStore(say),
  },
};
