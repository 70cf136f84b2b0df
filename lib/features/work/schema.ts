/** Background work of one person, in one shape for all kinds: what the job tray lists. Shapes only; also used in the browser. */
export type WorkKind =
  | "export"
  | "bulk"
  | "upload"
  | "invitations"
  | "projects"
  | "plan"
  | "rehearsal"
  | "removal";

/** Like the states of the design system: progress continues automatically, idle waits for its turn, warn and unknown need a person. */
export type WorkTone = "progress" | "idle" | "ok" | "warn" | "bad" | "unknown";

export type WorkItem = {
  /** Unique among all kinds. */
  id: string;
  kind: WorkKind;
  title: string;
  /** Its Cloud or project. */
  place: string;
  tone: WorkTone;
  /** The state in words; for a failure, the reason. */
  words: string;
  /** True until it has ended: it is running, or waits for its turn or for a person. */
  isRunning: boolean;
  done: number | null;
  /** Null while the total is unknown. */
  total: number | null;
  href: string;
  startedAt: string;
  /** Null while it is running. */
  endedAt: string | null;
};

/** Running work, then recently ended work, each newest first. */
export type Work = { items: WorkItem[] };
