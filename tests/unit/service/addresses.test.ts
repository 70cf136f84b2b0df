/** Client and service build their addresses from the same definition: what the client calls is what the service answers. */
import { expect, test } from "vitest";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { operations } from "#lib/service/contract/operations/index.ts";
import { createRouter } from "#lib/service/server/http/router.ts";

const find = createRouter(
  operations.map((operation) => ({ ...operation, handler: () => Promise.resolve(new Response()) })),
);

test.each(operations)(
  "$id: the client's address leads to its route, with the same parameters",
  (operation) => {
    const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const params = Object.fromEntries(
      names.map((name, index) => [name, name.endsWith("Id") ? 7 + index : "2O2Fr$t4X7Zf8NOew3FNr2"]),
    );
    // The operation's own type applies where it is used; this one represents all of them.
    const address = (addressOf as (id: string, params: object) => string)(operation.id, params);
    expect(address).not.toContain(":");
    const match = find(operation.method, address);
    expect({ ...match?.route, params: match?.params }).toMatchObject({ id: operation.id, params });
  },
);

test("a query stands behind the path, each value encoded", () => {
  const ids = { cloudId: 1, projectId: 2, modelId: 3 };
  expect(addressOf("getSimpleElements", ids, { type: ["IfcDoor", "a&b=c d"] })).toBe(
    "/cloud/1/project/2/ifc/3/element/simple?type=IfcDoor&type=a%26b%3Dc%20d",
  );
  expect(addressOf("getSimpleElements", ids, {})).toBe("/cloud/1/project/2/ifc/3/element/simple");
});

test("a text in an address cannot become a segment of its own", () => {
  const params = { cloudId: 1, projectId: 2, modelId: 3, uuid: "a/../b" };
  expect(addressOf("getSimpleElement", params)).toBe("/cloud/1/project/2/ifc/3/element/a%2F..%2Fb/simple");
});
