/**
 * Names are judged by the addresses they resolve to, whatever reach a call has. The resolver is the system's outer edge; here it answers as
 * the test says.
 */
import type { LookupAddress } from "node:dns";
import { beforeEach, expect, test, vi } from "vitest";
import { LOOKUPS, type Reach } from "#lib/http/reach.ts";

const told = vi.hoisted(() => ({ addresses: [] as LookupAddress[] }));
vi.mock("node:dns", () => ({
  lookup: (_host: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void) => {
    callback(null, told.addresses);
  },
}));

beforeEach(() => {
  told.addresses = [];
});

/** The result for a name with these addresses: those that may be connected to, or the code of the refusal. */
function resolve(reach: Reach, ...addresses: string[]): Promise<string[] | string | undefined> {
  told.addresses = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return new Promise((settle) => {
    LOOKUPS[reach]("service.example", { all: true }, (error, found) => {
      if (error !== null) settle(error.code);
      else settle(typeof found === "string" ? found : found.map(({ address }) => address));
    });
  });
}

test.each(["anywhere", "inside", "public"] as const)(
  "%s: a name that leads to a metadata service or a link-local address is refused",
  async (reach) => {
    for (const address of [
      ...["169.254.169.254", "fe80::1", "fd00:ec2::254", "100.100.100.200"],
      ...["::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1"],
    ])
      expect(await resolve(reach, address), address).toBe("NEVER_CALLED");
    expect(await resolve(reach, "169.254.169.254", "fe80::1")).toBe("NEVER_CALLED");
  },
);

test("link-local addresses beside others are left out, and the others are judged as ever", async () => {
  expect(await resolve("anywhere", "fe80::1", "10.0.0.5", "8.8.8.8")).toEqual(["10.0.0.5", "8.8.8.8"]);
  expect(await resolve("inside", "fe80::1", "10.0.0.5")).toEqual(["10.0.0.5"]);
  expect(await resolve("inside", "10.0.0.5", "8.8.8.8")).toBe("PUBLIC_REFUSED");
  expect(await resolve("public", "169.254.169.254", "8.8.8.8")).toEqual(["8.8.8.8"]);
  expect(await resolve("public", "10.0.0.5", "8.8.8.8")).toBe("PRIVATE_REFUSED");
  expect(await resolve("anywhere")).toBe("ENOTFOUND");
});
