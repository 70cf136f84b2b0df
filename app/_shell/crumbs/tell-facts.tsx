"use client";
import { useEffect } from "react";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { useFrameKnown } from "../frame/frame-context.ts";

/** Gives the frame what a page knows of its figures. */
export function TellFacts({ facts }: { facts: FrameFacts }): null {
  const { note } = useFrameKnown().facts;
  useEffect(() => note(facts), [facts, note]);
  return null;
}
