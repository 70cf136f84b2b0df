/** The platform's rung of the connection check: what is known of the address that invited people are sent to. It never stops a connection. */
import { afterEach, expect, test } from "vitest";
import { climb, type CheckTarget } from "#lib/service/client/check/climb.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { always, closeListeners, pagesOnly, stop, target } from "./check-ground.ts";

const service = await useServiceServer();
afterEach(closeListeners);

const through = (more: Partial<CheckTarget>): CheckTarget => target(`${service.origin}/service`, more);

test("a platform that gives a page for every path is not said to have pages for Clouds", async () => {
  const application = await service.register("ladder-platform-alike");
  const { origin, seen } = await always(200, { "content-type": "text/html" }, "<div id=app></div>");
  for (const known of [null, { cloudId: 7, projectId: 1 }]) {
    const found = await climb(through({ ...application, platformUrl: `${origin}/nothing`, known }));
    expect(found.stoppedAt).toBeNull();
    const address = `${origin}/nothing/cloud/${String(known?.cloudId ?? 1)}`;
    expect(found.rungs[7]).toMatchObject({
      name: "platform",
      state: "warn",
      got: `The platform answers every path alike, so ${address} does not prove that Clouds have pages there.`,
      cure: expect.stringContaining("Open the address in a browser"),
    });
  }
  expect(seen).toHaveLength(4);
});

test.each([
  [
    "a way to the sign-in",
    302,
    { location: "https://iam.example/login" },
    "",
    "ok",
    "leads to https://iam.example.",
  ],
  ["a sign-in", 401, {}, "", "ok", "asks for a sign-in."],
  ["nothing", 404, { "content-type": "text/html" }, "<p>", "warn", "answers 404."],
  ["a fault", 503, {}, "", "warn", "answers 503."],
  ["data", 200, { "content-type": "application/json" }, "[]", "warn", "answers with data instead of a page."],
] as const)(
  "a platform address that has %s for a Cloud is judged, and never stops",
  async (_what, status, headers, body, state, got) => {
    const application = await service.register(`ladder-platform-${String(status)}-${state}`);
    const { origin } = await always(status, headers, body);
    const found = await climb(
      through({ ...application, platformUrl: `${origin}/nothing`, known: { cloudId: 7, projectId: 1 } }),
    );
    expect(found.stoppedAt).toBeNull();
    expect(found.rungs[7]).toMatchObject({
      name: "platform",
      state,
      got: `${origin}/nothing/cloud/7 ${got}`,
      cure: state === "ok" ? null : expect.stringContaining("Links in invitations lead there."),
    });
  },
);

test("a platform that has a page for a known Cloud, and none for a made-up path, is in order", async () => {
  const application = await service.register("ladder-platform-known");
  const { origin } = await pagesOnly(/^\/cloud\/7$/);
  const known = { cloudId: 7, projectId: 1 };
  const found = await climb(through({ ...application, platformUrl: origin, known }));
  expect(found.rungs[7]).toMatchObject({ state: "ok", got: `${origin}/cloud/7 answers with a page.` });
});

test("a platform that does not know the first Cloud is in order when it has a page; one without any page is not", async () => {
  const application = await service.register("ladder-platform-unknown");
  const { origin } = await pagesOnly(/^\/platform$/);
  const judged = async (path: string): Promise<unknown> =>
    (await climb(through({ ...application, platformUrl: `${origin}${path}` }))).rungs[7];
  expect(await judged("/platform")).toMatchObject({
    state: "ok",
    got: `${origin}/platform has a page. ${origin}/platform/cloud/1 answers 404, which is normal if this Cloud does not exist.`,
  });
  const nothing = { state: "warn", got: `${origin}/nothing/cloud/1 answers 404.` };
  expect(await judged("/nothing")).toMatchObject(nothing);
});

test("the platform is asked although the credentials are refused, and what it answers does not hide that", async () => {
  const application = await service.register("ladder-platform-alone");
  const platform = await always(404, { "content-type": "text/html" }, "<p>");
  const found = await climb(
    through({ ...application, secret: "wrong", platformUrl: `${platform.origin}/nothing` }),
  );
  expect(stop(found)).toMatchObject({ name: "token" });
  expect(found.rungs[7]).toMatchObject({ name: "platform", state: "warn" });
  expect(platform.seen).toEqual(["GET /nothing/cloud/1 ", "GET /nothing "]);
});

test("a platform address where nothing listens is said", async () => {
  const application = await service.register("ladder-platform-none");
  const found = await climb(through(application));
  expect(found.stoppedAt).toBeNull();
  expect(found.rungs[7]).toMatchObject({
    state: "warn",
    got: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/platform\/cloud\/1: no usable answer, /),
  });
});
