"use client";
import { createContext } from "react";

/** Asks the person to prove the account again; then runs `goOn`, but not if the person cancels. */
export type AskConfirmation = (goOn: () => void) => void;

/** Null where the person cannot be asked: outside the pages of the portal. */
export const ConfirmationContext = createContext<AskConfirmation | null>(null);
