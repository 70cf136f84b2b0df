"use client";
import { useState } from "react";

function bornKey(): string {
  return crypto.randomUUID();
}

/**
 * The key of the operation that a form will make, created with the form: sent twice it is still one operation. `renew` returns the next
 * key, for after an outcome that settled the first. Until then the server's key is used, also without script.
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
