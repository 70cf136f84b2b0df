"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { archiveConnection, restoreConnection } from "#lib/features/connections/archive.ts";
import { addConnection, changeConnection, replaceSecret } from "#lib/features/connections/changes.ts";
import { checkConnection } from "#lib/features/connections/checking.ts";
import {
  addSchema,
  changeSchema,
  connectionSchema,
  replaceSecretSchema,
} from "#lib/features/connections/input.ts";

// Where the page's script runs, those that check are asked for at app/api/connections instead, which tells of each rung.
const PERMISSION = "connection:manage";
const secretFields = ["secret"];

/** Checks the input and, if requested, stores it; returns the result of each step. */
export const addAction = defineAction({
  name: "connections.add",
  permission: PERMISSION,
  secretFields,
  input: addSchema,
  run: (input, actor) => addConnection(actor, input),
  revalidates: ({ savedId }) => (savedId === null ? null : "/"),
});

export const changeAction = defineAction({
  name: "connections.change",
  permission: PERMISSION,
  secretFields,
  input: changeSchema,
  run: (input, actor) => changeConnection(actor, input),
  revalidates: ({ savedId }) => (savedId === null ? null : "/"),
});

/** A refused secret is a result too: the old one stays in use, and the steps say why. */
export const replaceSecretAction = defineAction({
  name: "connections.replace-secret",
  permission: PERMISSION,
  secretFields,
  input: replaceSecretSchema,
  revalidates: "/connections",
  run: (input, actor) => replaceSecret(actor, input),
});

export const checkAction = defineAction({
  name: "connections.check",
  permission: "connection:check",
  input: z.object({ id: z.uuid() }),
  revalidates: "/connections",
  run: ({ id }, actor) => checkConnection(actor, id),
});

export const archiveAction = defineAction({
  name: "connections.archive",
  permission: PERMISSION,
  input: connectionSchema,
  revalidates: "/",
  run: (input, actor) => archiveConnection(actor, input),
});

export const restoreAction = defineAction({
  name: "connections.restore",
  permission: PERMISSION,
  input: connectionSchema,
  revalidates: "/",
  run: (input, actor) => restoreConnection(actor, input),
});
