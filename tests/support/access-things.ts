/** The things that addresses and forms name, by kind: access-ground.ts makes one of each; those of absentGround do not exist. */
import { newId } from "#lib/core/ids.ts";

/** Ids by kind, as texts; `mark` is in every name and occurs nowhere else. */
export type Ground = Readonly<Record<GroundId, string>>;
export type GroundId = (typeof NUMBERS)[number] | (typeof UUIDS)[number] | "mark";
/** Kinds whose ids are numbers of the built-in service. */
const NUMBERS = ["cloudNumber", "application", "platformInvitation", "model", "person"] as const;
const UUIDS = [
  "owner",
  "colleague",
  "connection",
  "cloud",
  "project",
  "snapshot",
  "exportRun",
  "bulkRun",
  "plan",
  "step",
  "planPerson",
  "projectList",
  "projectListRow",
  "invitationList",
  "invitationRow",
  "invitation",
  "removal",
  "operation",
  "view",
  "session",
  "token",
  "staffInvitation",
  "delivery",
  "mail",
  "key",
] as const;
/** Ids of the same forms that belong to nothing. */
export function absentGround(): Ground {
  const ids = Object.fromEntries(UUIDS.map((kind) => [kind, newId()]));
  const numbers = Object.fromEntries(NUMBERS.map((kind, at) => [kind, String(2_000_000_001 + at)]));
  return { ...ids, ...numbers, mark: `nothing${String(Date.now())}` } as Ground;
}

/** Texts that identify the rows of a ground, and rows about it; without the connection, which everybody shares. */
export function marksOf(ground: Ground): string[] {
  const ids = UUIDS.filter((kind) => kind !== "connection").map((kind) => ground[kind]);
  return [...ids, ground.mark, `"application_id":${ground.application},`];
}
