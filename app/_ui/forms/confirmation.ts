"use client";
import { createContext } from "react";

/** Asks the person to prove the account once more; `goOn` runs when that is done, and does not when the person leaves it. */
export type AskConfirmation = (goOn: () => void) => void;

/** Null where nobody can be asked: outside the pages of the staff. */
export const ConfirmationContext = createContext<AskConfirmation | null>(null);
