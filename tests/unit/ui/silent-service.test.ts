/** What a page says of its list's age while the service is silent. */
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ReadListAgain } from "#app/(portal)/_components/read-list-again.tsx";
import { ReadNote } from "#app/(portal)/_components/read-note.tsx";
import { ClockProvider } from "#app/_ui/providers/clock.tsx";
import type { ReadState } from "#lib/features/clouds/schema.ts";

vi.mock("#app/(portal)/clouds/actions.ts", () => ({ readListAgainAction: () => null }));

const READ_AT = new Date("2026-11-25T12:00:00Z");

function readPage(state: ReadState["state"]): string {
  const read: ReadState = {
    connectionId: "1",
    connectionName: "Bouwdata",
    state,
    isNew: false,
    readAt: READ_AT,
    problem: state === "stale" ? "Nothing listens there." : null,
  };
  const children = createElement(
    Fragment,
    null,
    createElement(ReadNote, { read }),
    createElement(ReadListAgain, {
      list: "clouds",
      readAt: READ_AT,
      isStale: state === "stale",
    }),
  );
  const page = createElement(ClockProvider, { startMs: READ_AT.getTime() + 4 * 60_000, children });
  return renderToStaticMarkup(page)
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ");
}

test("a list whose last reading failed is not called refreshed: the note says when a reading last succeeded", () => {
  const said = readPage("stale");
  expect(said).toContain("Not up to date: Bouwdata.");
  expect(said).toContain("You see the state of the last successful reading: 4 min ago.");
  expect(said).not.toContain("Refreshed from the service");
  expect(said).toContain("Refresh from service");
});

test("a list that was read says when, and no more", () => {
  const said = readPage("fresh");
  expect(said).toContain("Refreshed from the service 4 min ago");
  expect(said).not.toContain("successful");
});
