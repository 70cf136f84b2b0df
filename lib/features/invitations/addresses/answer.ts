import { z } from "zod";

/** What a form sends beside the address that was typed, when a person has answered the question about it. */
export const answerFields = {
  /** The address that the person pressed: the proposal, or the one that was typed. */
  meant: z.string().max(1000).default(""),
  /** What stood in the field when the question was asked: an answer does not count for another address. */
  doubted: z.string().max(1000).default(""),
};
