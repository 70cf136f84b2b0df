"use client";
import { QueryClient, QueryClientProvider, type QueryFunctionContext } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { askPortal, type PortalPath, type PortalRefusal } from "./ask-portal.ts";
import { pause } from "./pause.ts";

/** A question is its path and, where that is too long for an address, what is posted to it. */
type PortalQuestion = readonly [path: PortalPath, question?: unknown];

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: PortalRefusal;
    queryKey: PortalQuestion;
    /** `restMs`: asked when nothing else was asked for as long, while somebody types. */
    queryMeta: { restMs?: number };
  }
}

/** Gives `useQuery` to the pages of the staff: a key is a question to the portal, so that most queries need nothing else. */
export function PortalQueries({ children }: { children: ReactNode }): ReactNode {
  const [client] = useState(makePortalClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** What holds for every question, unless it says otherwise. */
export function makePortalClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: answerKey,
        // What is not shown is not kept, so that what is opened again shows what is so now. Without this second an answer that came
        // with the page would be gone before the page is put together.
        gcTime: 1_000,
        // A refusal is told at once. Whoever is told can ask again, and what is polled does so by itself.
        retry: false,
        refetchOnWindowFocus: false,
        // Portico may run on the machine that asks: whether there is a network says nothing about it.
        networkMode: "always",
      },
    },
  });
}

async function answerKey({
  queryKey: [path, question],
  signal,
  meta,
}: QueryFunctionContext): Promise<unknown> {
  if (meta?.restMs !== undefined) await pause(meta.restMs, signal);
  return askPortal(path, signal, question);
}
