/**
 * What runs in the background for one person, in one shape whatever it is: what the job tray lists. Shapes only; read by the browser too.
 */
export type WorkKind =
  "export" | "bulk" | "upload" | "invitations" | "projects" | "plan" | "rehearsal" | "removal";

/** As the states of the design system: progress goes on by itself, idle waits for its turn, warn and unknown wait for a person. */
export type WorkTone = "progress" | "idle" | "ok" | "warn" | "bad" | "unknown";

export type WorkItem = {
  /** Unique among all kinds. */
  id: string;
  kind: WorkKind;
  title: string;
  /** Where it is: a cloud, a project. */
  place: string;
  tone: WorkTone;
  /** The state in words; of what failed, why. */
  words: string;
  /** True while it is not over: it goes on by itself, or waits for its turn or for a person. */
  isRunning: boolean;
  done: number | null;
  /** Null while the whole is not known. */
  total: number | null;
  href: string;
  startedAt: string;
  /** Null while it is running. */
  endedAt: string | null;
};

/** What is running, then what ended lately, each newest first. */
export type Work = { items: WorkItem[] };
