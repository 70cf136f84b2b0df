/** What a rehearsal tries out, and what people see of it. */
import { z } from "zod";
import type { RehearsalOutcome } from "#lib/db/client.ts";

const projectSchema = z.object({
  kind: z.literal("project"),
  /** Of the step or row; below 1: a stand-in for something that exists already, whose answer is not stored. */
  n: z.int(),
  title: z.string(),
  /** `n` of the parent project. */
  parentN: z.int().nullable(),
  body: z.object({
    name: z.string(),
    status: z.enum(["A", "D"]),
    description: z.string().optional(),
    logo: z.string().optional(),
  }),
  /** What could not be tried out, for people; may be empty. */
  aside: z.string(),
});

const invitationSchema = z.object({
  kind: z.literal("invitation"),
  n: z.int(),
  email: z.string(),
  role: z.union([z.literal(50), z.literal(100)]).nullable(),
});

const modelSchema = z.object({
  kind: z.literal("model"),
  n: z.int(),
  /** `n` of its project. */
  parentN: z.int(),
  fileName: z.string(),
  /** In the file store; null: no file was chosen. */
  fileKey: z.string().nullable(),
  sizeBytes: z.number().nullable(),
});

export const scriptSchema = z.object({
  /** `n` below 1: the Cloud exists already, and one of the same name stands in for it. */
  cloud: z.object({ n: z.int(), name: z.string() }),
  /** Where the link of invitations would lead. */
  platformUrl: z.string(),
  /** Parent projects before their children. */
  steps: z.array(z.discriminatedUnion("kind", [projectSchema, modelSchema, invitationSchema])),
});
export type Script = z.infer<typeof scriptSchema>;
export type ScriptStep = Script["steps"][number];
export type ScriptProject = z.infer<typeof projectSchema>;
export type ScriptModel = z.infer<typeof modelSchema>;
export type ScriptInvitation = z.infer<typeof invitationSchema>;

/** The service's answer to one step. */
export type RehearsalAnswer = { n: number; outcome: RehearsalOutcome; words: string };
