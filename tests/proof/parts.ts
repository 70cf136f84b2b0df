/**
 * All proofs by name, in the order in which they run; "journal" means all whose names start with it. A part is imported only in the process
 * that runs it.
 */
import type { ProofPart } from "./proof.ts";

export const PARTS: Readonly<Record<string, ProofPart>> = {
  "journal-calls": {
    title: "The journal: every message of every single call, broken",
    minutesMax: 35,
    prove: async (say) => (await import("./journal.ts")).proveCalls(say),
  },
  "journal-runs": {
    title: "The journal: every message of lists and plans, broken",
    minutesMax: 60,
    prove: async (say) => (await import("./journal.ts")).proveRuns(say),
  },
  "journal-histories": {
    title: "The journal: random histories",
    minutesMax: 25,
    prove: async (say) => (await import("./journal.ts")).proveHistories(say),
  },
  "journal-addresses": {
    title: "The journal: ten thousand addresses, killed twice",
    minutesMax: 30,
    prove: async (say) => (await import("./journal.ts")).proveAddresses(say),
  },
  people: {
    title: "People: every message of role changes and removals, broken",
    minutesMax: 30,
    prove: async (say) => (await import("./journal.ts")).provePeople(say),
  },
  repeats: {
    title: "Tests with all of their repeats",
    minutesMax: 60,
    prove: async (say) => (await import("./repeats.ts")).proveRepeats(say),
  },
  person: {
    title: "One person in 200 of 10,000 Clouds: found, and out everywhere",
    minutesMax: 40,
    prove: async (say) => (await import("./person.ts")).provePerson(say),
  },
  ledger: {
    title: "The ledger: a thousand invitations while nobody looks",
    minutesMax: 40,
    prove: async (say) => (await import("./ledger.ts")).proveLedger(say),
  },
  cells: {
    title: "Two thousand cells as a browser shows and copies them",
    minutesMax: 40,
    prove: async (say) => (await import("./cells.ts")).proveCells(say),
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
  instances: {
    title: "Two instances, one killed in the middle",
    minutesMax: 60,
    prove: async (say) => (await import("./instances.ts")).proveInstances(say),
  },
  upgrade: {
    title: "An upgrade of the whole product",
    minutesMax: 60,
    prove: async (say) => (await import("./upgrade.ts")).proveUpgrade(say),
  },
  edge: {
    title: "nginx with a cache in front",
    minutesMax: 40,
    prove: async (say) => (await import("./edge.ts")).proveEdge(say),
  },
  sqlmap: {
    title: "sqlmap against service and portal",
    minutesMax: 60,
    prove: async (say) => (await import("./sqlmap.ts")).proveSqlmap(say),
  },
  attack: {
    title: "Attacks from outside",
    minutesMax: 45,
    prove: async (say) => (await import("./attack.ts")).proveAttack(say),
  },
  "load-minute": {
    title: "The load of the promise, a minute each",
    minutesMax: 25,
    prove: async (say) => (await import("./load.ts")).proveLoadMinute(say),
  },
  "load-pages": {
    title: "Half an hour of pages and actions (L1)",
    minutesMax: 60,
    prove: async (say) => (await import("./load.ts")).proveLoadPages(say),
  },
  "load-burst": {
    title: "A burst (L2)",
    minutesMax: 25,
    prove: async (say) => (await import("./load.ts")).proveLoadBurst(say),
  },
  "load-service": {
    title: "Grants and lists of models (L3, L4)",
    minutesMax: 40,
    prove: async (say) => (await import("./load.ts")).proveLoadService(say),
  },
};
