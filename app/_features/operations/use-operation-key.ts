"use client";
import { useState } from "react";

function bornKey(): string {
  return crypto.randomUUID();
}

/**
 * The key of the operation that a form will make, born with the form: sent twice it is still one operation. `renew` gives
 * the next one, for after an outcome that settled the first. The server's key serves until then, also without script.
 */
export function useOperationKey(firstKey: string): [key: string, renew: () => void] {
  const [key, setKey] = useState(firstKey);
  return [
    key,
    () => {
      setKey(bornKey());
    },
  ];
}
