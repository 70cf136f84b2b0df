/** The single table of body limits: everything but the three uploads has a limit, and Next gets the same figures. */
import { expect, test } from "vitest";
import config from "../../../next.config.js";
import { bodyLimit, FORM_BYTES_MAX } from "#lib/boot/edge/body-limits.ts";
import { LIST_BYTES_MAX } from "#lib/features/invitations/lists/schema.ts";

const MIB = 1024 * 1024;
const bodyBytesMax = (method: string, path: string): number => bodyLimit(method, path).bytesMax;

test("only the uploads of models and documents have no limit here", () => {
  const uploads = [
    "/api/projects/0199/models",
    "/plans/0199/steps/0199/file",
    "/service/cloud/1/project/2/document",
  ];
  for (const path of uploads) {
    expect(bodyBytesMax("POST", path), path).toBe(Infinity);
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      expect(bodyBytesMax(method, path), `${method} ${path}`).toBeLessThanOrEqual(FORM_BYTES_MAX);
    for (const other of [`${path}/`, `${path}/x`, `${path}x`, `/x${path}`, path.toUpperCase()])
      expect(bodyBytesMax("POST", other), other).toBeLessThanOrEqual(FORM_BYTES_MAX);
  }
});

test.each([
  ["/api/auth/callback/credentials", 16 * 1024],
  ["/service/auth/realms/portico/protocol/openid-connect/token", 64 * 1024],
  ["/service/cloud", MIB],
  ["/service/cloud/1/project/2/documents", MIB],
  ["/api/views", MIB],
  ["/sign-in", 64 * 1024],
  ["/forgotten", 64 * 1024],
  ["/join", 64 * 1024],
  ["/new-password", 64 * 1024],
  ["/first-run", 64 * 1024],
  ["/platform/sign-in", 64 * 1024],
  ["/staff", 2 * MIB],
  ["/", 2 * MIB],
  ["/clouds/1/invitations/lists/new", 20 * MIB],
  ["/plans/new", 20 * MIB],
])("%s takes %i bytes", (path, bytes) => {
  expect(bodyBytesMax("POST", path)).toBe(bytes);
});

test("without a session no form takes more than 64 KiB", () => {
  for (const path of ["/", "/staff", "/clouds/new", "/plans/new", "/api/views", "/sign-in", "/x"])
    expect(bodyLimit("POST", path).strangerBytesMax, path).toBeLessThanOrEqual(64 * 1024);
  expect(bodyLimit("POST", "/service/cloud").strangerBytesMax).toBe(MIB);
});

test("Next takes as much of a form as the edge does, and a list is told by its own form that it is too large", () => {
  expect(config.experimental?.serverActions?.bodySizeLimit).toBe(`${String(FORM_BYTES_MAX / MIB)}mb`);
  expect(FORM_BYTES_MAX).toBeGreaterThan(2 * LIST_BYTES_MAX);
});
