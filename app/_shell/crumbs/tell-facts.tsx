"use client";
import { useEffect } from "react";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { useFrameKnown } from "../frame/frame-context.ts";

/** Passes a page's counts to the frame. */
export function TellFacts({ facts }: { facts: FrameFacts }): null {
  const { note } = useFrameKnown().facts;
  useEffect(() => note(facts), [facts, note]);
  return null;
}
