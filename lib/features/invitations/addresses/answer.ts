import { z } from "zod";

/** What a form sends besides the typed address when a person has answered the question about it. */
export const answerFields = {
  /** The chosen address: the suggestion, or the typed one. */
  meant: z.string().max(1000).default(""),
  /** The address that the question was about: the answer does not count for another one. */
  doubted: z.string().max(1000).default(""),
};
