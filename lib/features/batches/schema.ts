/** What a draft of any list is made from. */
import type { z } from "zod";

/** A file that a person chose, read whole. */
export type ChosenFile = { name: string; bytes: Uint8Array };

/** What a list is prepared from: the fields of its form, and the file, if one was chosen. */
export type PrepareList<S extends z.ZodType> = z.input<S> & { file?: ChosenFile | null };
