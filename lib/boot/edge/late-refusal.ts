/**
 * Puts another answer in the place of a failed one: Next answers 500 for whatever goes wrong while a page is made, also when that will
 * be over in a moment. Only as long as nothing has left; a page whose first part has gone out tells it in its own words.
 */
import type { ServerResponse } from "node:http";
import type { EdgeAnswer } from "./addresses.ts";

type Send = (...args: unknown[]) => unknown;

/** From now on a 500 of this response becomes what `find` answers, unless that is null. */
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
