/** Requests of a page that a test lets pass, breaks off or holds back, and says when. */
import type { Page } from "@playwright/test";

export type SteeredRequests = {
  /** From now on the requests get no answer. */
  abort: () => void;
  /** From now on they wait for `pass`. */
  hold: () => void;
  /** They pass again, first those that wait. */
  pass: () => void;
};

/**
 * Steers the requests of one method to addresses that `isMeant`. Call it before the page is opened: an open page takes its new way to the
 * network some time after Chromium has said that it has, and what it requests meanwhile is not steered.
 */
export async function steerRequests(
  page: Page,
  isMeant: (address: URL) => boolean,
  method: "GET" | "POST" = "GET",
): Promise<SteeredRequests> {
  let isAborted = false;
  let held: PromiseWithResolvers<null> | null = null;
  await page.route(isMeant, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (isAborted) return route.abort();
    await held?.promise;
    return route.continue();
  });
  return {
    abort: () => {
      isAborted = true;
    },
    hold: () => {
      held = Promise.withResolvers<null>();
    },
    pass: () => {
      isAborted = false;
      held?.resolve(null);
    },
  };
}
