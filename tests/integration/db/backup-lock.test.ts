/** Backups and those who remove files: neither is in the other's way by mistake. */
import { expect, test } from "vitest";
import { isBackupRunning, takeBackupLock } from "#lib/db/backup/backup-lock.ts";
import { connect } from "#tests/support/connected.ts";
import { createTestDatabase, useTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";

const { url, db } = await useTestDatabase();

test("a check during which a backup begins is not taken for another backup", async () => {
  await using backup = await connect(url);
  const taken = await db.$transaction(async (checking) => {
    expect(await isBackupRunning(checking)).toBe(false);
    return takeBackupLock(backup);
  });
  expect(taken).toBe(true);
});

test("one backup at a time, and everybody sees it until it ends; other databases have their own", async () => {
  const other = await createTestDatabase();
  {
    await using elsewhere = await connect(other.url);
    expect(await takeBackupLock(elsewhere)).toBe(true);
    await using second = await connect(url);
    {
      await using first = await connect(url);
      expect(await isBackupRunning(db)).toBe(false);
      expect(await takeBackupLock(first)).toBe(true);
      expect(await isBackupRunning(db)).toBe(true);
      expect(await takeBackupLock(second)).toBe(false);
    }
    await until("the first has ended", async () => !(await isBackupRunning(db)));
    expect(await takeBackupLock(second)).toBe(true);
  }
  await other.drop();
});
