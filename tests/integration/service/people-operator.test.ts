/**
 * The operator's view of people with an account at the built-in service, and the two ways back in for somebody who is locked out, each in
 * the audit.
 */
import { expect, test } from "vitest";
import { useServiceServer } from "#tests/support/use-service.ts";
import { addUser, readMail } from "./people.ts";

const service = await useServiceServer();
const desk = {
  ...(await import("#lib/service/operator/operator.ts")),
  ...(await import("#lib/service/operator/people.ts")),
};

const addPerson = (firstname: string, email: string) =>
  addUser(service.db, email, { firstname, lastname: "de Jong", passwordHash: "not a hash" });

const actions = async (): Promise<unknown[]> =>
  (await service.db.audit.findMany({ orderBy: { seq: "asc" } })).map(({ action, objectId, after }) => [
    action,
    objectId,
    after,
  ]);

test("people are found by a part of the name or the address, and no secret is shown", async () => {
  const operator = desk.consoleOperator("tester");
  await addPerson("Anna", "b.anna@example.org");
  await addPerson("Bert", "a.bert@example.org");
  const find = async (search: string): Promise<string[]> =>
    (await desk.listPeople(operator, search)).people.map(({ name }) => name);
  expect(await find("")).toEqual(["Bert de Jong", "Anna de Jong"]);
  expect(await find("ANNA")).toEqual(["Anna de Jong"]);
  expect(await find("example.org")).toHaveLength(2);
  expect(await find("100%")).toEqual([]);
  const one = await desk.listPeople(operator, "", 1);
  expect([one.people.length, one.isCut]).toEqual([1, true]);
  expect(JSON.stringify(one)).not.toMatch(/hash|cipher/i);
});

test("a link goes to the person alone, a lost second factor is removed once, and both are in the audit without the address", async () => {
  const operator = desk.consoleOperator("tester");
  const { id } = await addPerson("Carla", "carla@example.org");
  await desk.sendPasswordLink(operator, id);
  const mail = await readMail(service, "carla@example.org");
  expect(mail.text).toContain("tester (command line) asked for a new password");
  // Whoever reads the link can act as that person, so only administrators may.
  expect(mail.isForStaff).toBe(true);

  await desk.removeSecondFactor(operator, id);
  await service.db.serviceUser.update({
    where: { id },
    data: { totpCipher: Buffer.from("sealed"), totpSince: new Date() },
  });
  await desk.removeSecondFactor(operator, id);
  await desk.removeSecondFactor(operator, id);
  expect((await desk.listPeople(operator, "carla")).people).toMatchObject([{ secondFactorSince: null }]);
  const after = { name: "Carla de Jong" };
  expect(await actions()).toEqual([
    ["person.send-reset", String(id), after],
    ["person.remove-second-factor", String(id), after],
  ]);
  await expect(desk.sendPasswordLink(operator, 999_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(desk.removeSecondFactor(operator, 999_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
