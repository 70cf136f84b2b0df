"use client";
import { QueryClient, QueryClientProvider, type QueryFunctionContext } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { askPortal, type PortalPath, type PortalRefusal } from "./ask-portal.ts";
import { pause } from "./pause.ts";

/** A query is a path and, if the content is too long for an address, the content to post. */
type PortalQuestion = readonly [path: PortalPath, question?: unknown];

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: PortalRefusal;
    queryKey: PortalQuestion;
    /** `restMs`: sends the request only after this long without another one, while somebody types. */
    queryMeta: { restMs?: number };
  }
}

/** Provides `useQuery` to the pages of the portal: a key is a request to the portal, so that most queries need nothing else. */
export function PortalQueries({ children }: { children: ReactNode }): ReactNode {
  const [client] = useState(makePortalClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** The defaults for every query. */
export function makePortalClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: answerKey,
        // Data that is not shown is not kept, so that reopening something shows current data. Without this second, an answer that came with
        // the page would be gone before the page is rendered.
        gcTime: 1_000,
        // A refusal is shown at once. People can retry, and polling retries automatically.
        retry: false,
        refetchOnWindowFocus: false,
        // Portico may run on the same machine: whether there is a network does not matter.
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
