/**
 * Replaces a failed answer by another one: Next answers 500 for anything that fails while a page is made, even if the cause will be over in
 * a moment. Only if nothing was sent yet; a page whose first part was sent reports the failure itself.
 */
import type { ServerResponse } from "node:http";
import type { EdgeAnswer } from "./addresses.ts";

type Send = (...args: unknown[]) => unknown;

/** From now on a 500 of this response is replaced by the result of `find`, unless that is null. */
export function replaceFailure(response: ServerResponse, find: () => EdgeAnswer | null): void {
  const own = {
    write: response.write.bind(response) as Send,
    end: response.end.bind(response) as Send,
    flushHeaders: response.flushHeaders.bind(response),
  };
  let isReplaced = false;
  const replaces = (): boolean => {
    if (isReplaced) return true;
    if (response.headersSent || response.statusCode !== 500) return false;
    const answer = find();
    if (answer === null) return false;
    isReplaced = true;
    for (const name of ["content-encoding", "etag", "vary"]) response.removeHeader(name);
    const length = String(Buffer.byteLength(answer.body));
    response.writeHead(answer.status, { ...answer.headers, "content-length": length });
    own.end(answer.body);
    return true;
  };
  response.flushHeaders = () => {
    if (!replaces()) own.flushHeaders();
  };
  response.write = (...args: unknown[]) => replaces() || own.write(...args) === true;
  response.end = (...args: unknown[]) => {
    if (!replaces()) own.end(...args);
    return response;
  };
}
