/** What an invited person is told who cannot open something on the platform. */
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NoAccess, NoClouds } from "#app/platform/_components/no-access.tsx";

/** The page's words: a place where a line may end is none of them. */
function readMarkup(page: ReactElement): string {
  return renderToStaticMarkup(page).replaceAll('<span class="opening"></span>', "");
}

/** What the page says to Anna. */
const tellAnna = (about: Pick<Parameters<typeof NoAccess>[0], "of" | "title" | "inviter" | "home">): string =>
  readMarkup(createElement(NoAccess, { ...about, email: "anna@example.org" }));

test("whoever was removed hears that there is no access any more, and whom to ask", () => {
  const home = { href: "/platform", label: "Your Clouds" };
  const told = tellAnna({ of: "cloud", title: "Cloud 7", inviter: "Bouwgroep Oost", home });
  expect(told).toContain("You have no access to this Cloud, or no longer");
  expect(told).toContain("anna@example.org may have been removed");
  expect(told).toContain("ask Bouwgroep Oost, who invited you.");
  expect(told).not.toContain("Nobody invited");
});

test("a project that was taken away is not a page that does not exist, and leads back to the Cloud", () => {
  const home = { href: "/platform/cloud/7", label: "All projects" };
  const told = tellAnna({ of: "project", title: "Project 9", inviter: null, home });
  expect(told).toContain("You have no access to this project, or no longer");
  expect(told).toContain("ask whoever invited you.");
  expect(told).toContain('href="/platform/cloud/7"');
});

test("who is in no Cloud is not told that it is only not so yet", () => {
  const told = readMarkup(createElement(NoClouds, { inviter: null, isInvited: false }));
  expect(told).toContain("If you had access to a Cloud before, you were removed, or the Cloud was deleted.");
  expect(told).not.toContain("yet");
});
