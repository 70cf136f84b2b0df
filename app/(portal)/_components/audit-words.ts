import { msg, t } from "#lib/core/texts.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { STRANGERS } from "#lib/audit/strangers.ts";
import type { Permission } from "#lib/auth/actor.ts";
import type { AuditRow } from "#lib/features/audit/queries.ts";

/**
 * Each language places the name in the sentence itself: the row's title, name, email or file (NAME_KEYS). Without one, the gap closes.
 */
const ACTS: Readonly<Record<AuditAction, string>> = {
  "connection.create": msg("connected {subject}"),
  "connection.change": msg("changed the connection {subject}"),
  "connection.replace-secret": msg("replaced the secret of the connection {subject}"),
  "connection.archive": msg("archived the connection {subject}"),
  "connection.restore": msg("restored the connection {subject}"),
  "cloud.create": msg("created Cloud {subject}"),
  "cloud.adopt": msg("found Cloud {subject}"),
  "cloud.archive": msg("archived Cloud {subject}"),
  "cloud.bring-back": msg("restored Cloud {subject}"),
  "cloud.change": msg("renamed Cloud {subject}"),
  "cloud.delete": msg("deleted Cloud {subject}"),
  "project.create": msg("created project {subject}"),
  "project.adopt": msg("found project {subject}"),
  "project.archive": msg("archived project {subject}"),
  "project.bring-back": msg("restored project {subject}"),
  "project.change": msg("changed project {subject}"),
  "project.delete": msg("deleted project {subject}"),
  "project-list.start": msg("started the list of projects for {subject}"),
  "project-list.pause": msg("paused the list of projects for {subject}"),
  "project-list.resume": msg("resumed the list of projects for {subject}"),
  "project-list.discard": msg("discarded the unsent rows of the list of projects for {subject}"),
  "plan.rehearse": msg("rehearsed the plan of {subject}"),
  "plan.start": msg("started the plan of {subject}"),
  "plan.pause": msg("paused the plan of {subject}"),
  "plan.resume": msg("resumed the plan of {subject}"),
  "plan.discard": msg("discarded the unsent steps of the plan of {subject}"),
  "model.upload": msg("uploaded {subject}"),
  "model.change": msg("renamed model {subject}"),
  "model.process-again": msg("had model {subject} processed again"),
  "model.delete": msg("deleted model {subject}"),
  "model.dismiss": msg("dismissed the failed model {subject}"),
  "model.show-again": msg("restored the failed model {subject}"),
  "invitation.send": msg("invited {subject}"),
  "member.change-role": msg("changed the role of the member {subject}"),
  "member.remove": msg("removed the member {subject}"),
  "person.remove-from-clouds": msg("removed {subject} from all Clouds"),
  "invitation.cancel": msg("withdrew the invitation to {subject}"),
  "invitation.observe": msg("checked the invitations of {subject}"),
  "invitation.confirm": msg("confirmed the invitation to {subject} by hand"),
  "invitation.erase": msg("erased an address of {subject}"),
  "invitation-list.start": msg("started sending the list for {subject}"),
  "invitation-list.pause": msg("paused the list for {subject}"),
  "invitation-list.resume": msg("resumed the list for {subject}"),
  "invitation-list.discard": msg("discarded the unsent rows of the list for {subject}"),
  "elements.export": msg("exported {subject}"),
  "elements.cancel-export": msg("cancelled an export of {subject}"),
  "operation.hold": msg("marked as uncertain {subject}"),
  "operation.settle": msg("settled {subject}"),
  "operation.discard": msg("discarded {subject}"),
  "application.register": msg("registered application {subject}"),
  "application.change": msg("changed application {subject}"),
  "application.rotate-secret": msg("created a new secret for application {subject}"),
  "application.retire-secret": msg("retired the old secret of application {subject}"),
  "application.disable": msg("disabled application {subject}"),
  "application.enable": msg("enabled application {subject}"),
  "application.give-cloud": msg("shared a Cloud with application {subject}"),
  "application.take-cloud": msg("stopped sharing a Cloud with application {subject}"),
  "signing-key.rotate": msg("created a new signing key {subject}"),
  "signing-key.revoke": msg("revoked every token with a new signing key {subject}"),
  "webhook.send-again": msg("sent a message again to {subject}"),
  "person.send-reset": msg("sent a password link to {subject}"),
  "person.remove-second-factor": msg("removed the second factor of {subject}"),
  "view.create": msg("saved the view {subject}"),
  "view.change": msg("changed the view {subject}"),
  "view.delete": msg("deleted the view {subject}"),
  "view.restore": msg("undid a change of the view {subject}"),
  "token.create": msg("created the access token {subject}"),
  "token.revoke": msg("revoked the access token {subject}"),
  "token.end": msg("ended every access token of {subject}"),
  "token.use": msg("used the access token {subject}"),
  "access.ask": msg("requested {subject}"),
  "staff.invite": msg("invited {subject} to the staff"),
  "staff.invite-again": msg("sent another staff invitation to {subject}"),
  "staff.withdraw": msg("withdrew the staff invitation of {subject}"),
  "staff.join": msg("joined the staff as {subject}"),
  "staff.change-role": msg("changed the role of {subject}"),
  "staff.disable": msg("disabled the account of {subject}"),
  "staff.enable": msg("enabled the account of {subject}"),
  "staff.create-first": msg("created the first account {subject}"),
  "staff.sign-in": msg("signed in as {subject}"),
  "staff.confirm": msg("confirmed the identity {subject}"),
  "staff.connect": msg("connected with the identity provider {subject}"),
  "staff.disconnect": msg("disconnected from the identity provider {subject}"),
  "staff.end-session": msg("ended a session of {subject}"),
  "staff.change-password": msg("changed the password of {subject}"),
  "staff.send-reset": msg("sent a password link to {subject}"),
  "staff.reset-password": msg("set a new password for {subject}"),
  "staff.set-second-factor": msg("set up a second factor for {subject}"),
  "staff.remove-second-factor": msg("removed the second factor of {subject}"),
  "staff.renew-codes": msg("created new recovery codes for {subject}"),
  "second-factor.require": msg("requires a second factor of {subject}"),
  "second-factor.release": msg("no longer requires a second factor of {subject}"),
  "audit.export": msg("downloaded the audit {subject}"),
  "audit.verify": msg("verified the audit {subject}"),
  "audit.keep": msg("changed the retention of the audit {subject}"),
  "audit.cut": msg("removed expired rows of the audit {subject}"),
  "audit.seal": msg("sealed the audit’s rows up to here {subject}"),
  "audit.restore": msg("restored everything from a backup {subject}"),
};

/** The same where the row names the Cloud or project; older rows do not. */
const PLACED: Readonly<Record<string, string>> = {
  "invitation.send": msg("invited {subject} to {place}"),
  "invitation.cancel": msg("withdrew the invitation of {subject} to {place}"),
  "member.change-role": msg("changed the role of {subject} in {place}"),
  "member.remove": msg("removed {subject} from {place}"),
};

/** Of an email that is sent again to somebody who waits. */
const REMINDED = msg("reminded {subject}");
const REMINDED_OF_PLACE = msg("reminded {subject} of the invitation to {place}");

function isReminder({ action, after }: Pick<AuditRow, "action" | "after">): boolean {
  if (action !== "invitation.send" || after === null) return false;
  return typeof after === "object" && !Array.isArray(after) && after["isReminder"] === true;
}

/** Actions on many things at once, without a name. */
const COUNTED: Readonly<Record<string, string>> = {
  "cloud.adopt": msg("found {count, plural, one {# Cloud} other {# Clouds}}"),
  "project.adopt": msg("found {count, plural, one {# project} other {# projects}}"),
  "invitation.observe": msg("checked {count, plural, one {# invitation} other {# invitations}}"),
};

/** The outcome, unless it was as intended. */
export const OUTCOME_WORDS: Record<AuditRow["outcome"], string> = {
  INTENDED: msg("recorded"),
  DONE: "",
  REFUSED: msg("refused"),
  UNKNOWN: msg("no certain answer"),
  FAILED: msg("failed"),
};

/** What was done, phrased to follow a person's name, with a gap for the object. */
export function verbOf(action: AuditAction): string {
  return t(ACTS[action], { subject: "…" });
}

/** Who acted. Strangers have no name: the row has a sentence about them. */
export function actorOf({ actorName }: Pick<AuditRow, "actorName">): string {
  return STRANGERS.includes(actorName) ? told(actorName) : actorName;
}

/** What was done and to what, phrased to follow a person's name; the name of the action where it has no words here. */
export function actOf(row: Pick<AuditRow, "action" | "before" | "after">): string {
  const subject = subjectOf(row);
  const counted = COUNTED[row.action];
  const count = countOf(row);
  if (subject === "" && counted !== undefined && count !== null) return t(counted, { count });
  const placed = isReminder(row) ? REMINDED_OF_PLACE : PLACED[row.action];
  const place = textIn(row, "place");
  if (placed !== undefined && place !== null && subject !== "") {
    return t(placed, { subject, place: t("“{name}”", { name: place }) });
  }
  // While an upgrade is under way, the newer version writes actions that this one does not know.
  const acts: Readonly<Record<string, string>> = ACTS;
  if (row.action === "staff.sign-in" && subject === "") return t("tried to sign in");
  const page = textIn(row, "name")?.replace(/^page: /, "") ?? "";
  if (row.action === "access.ask" && page in PAGES)
    return t(FORBIDDEN, { page: t(PAGES[page as Permission]) });
  const act = isReminder(row) ? REMINDED : hasEndedEarly(row) ? ENDED_EARLY : acts[row.action];
  if (act === undefined) return `${row.action} ${subject}`.trim();
  const words = t(act, { subject });
  return subject === "" ? words.replace(/ {2,}/, " ").trim() : words;
}

const FORBIDDEN = msg("had no permission to {page}");

/** What a page is for, by the permission that it asks for. */
const PAGES: Readonly<Record<Permission, string>> = {
  "portal:read": msg("use the portal"),
  "elements:export": msg("export elements"),
  "view:share": msg("share views"),
  "view:manage": msg("manage shared views"),
  "cloud:create": msg("create Clouds"),
  "project:create": msg("create projects"),
  "registry:change": msg("change Clouds and projects"),
  "registry:delete": msg("delete Clouds and projects"),
  "model:upload": msg("upload models"),
  "model:dismiss": msg("hide failed models"),
  "invitation:send": msg("invite people"),
  "member:change": msg("change members"),
  "plan:run": msg("run plans"),
  "operation:settle": msg("settle operations"),
  "mailbox:read": msg("read the mailbox"),
  "connection:check": msg("check connections"),
  "connection:manage": msg("manage connections"),
  "application:manage": msg("manage applications"),
  "staff:manage": msg("manage staff"),
  "audit:read": msg("read the audit"),
};

/** Of a removal from all Clouds that somebody or something stopped. */
const ENDED_EARLY = msg("ended the removal of {subject} from all Clouds early");

function hasEndedEarly(row: Pick<AuditRow, "action" | "after" | "before">): boolean {
  return row.action === "person.remove-from-clouds" && textIn(row, "reason") !== null;
}

/** A text of the row by its name: after the act, else before it. */
function textIn({ after, before }: Pick<AuditRow, "after" | "before">, key: string): string | null {
  return textOf(after, key) ?? textOf(before, key);
}

function textOf(value: AuditRow["after"], key: string): string | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const text = value[key];
  return typeof text === "string" && text !== "" ? text : null;
}

const NAME_KEYS = ["title", "name", "email", "fileName", "modelName"] as const;

/** The name of the object at that time; empty where the row has none. */
function subjectOf(row: Pick<AuditRow, "action" | "before" | "after">): string {
  for (const value of [row.after, row.before])
    for (const key of NAME_KEYS) {
      const name = textOf(value, key);
      if (name !== null) return t("“{name}”", { name: tellName(name, row.action) });
    }
  return "";
}

function countOf({ after }: Pick<AuditRow, "after">): number | null {
  if (after === null || typeof after !== "object" || Array.isArray(after)) return null;
  return typeof after["count"] === "number" ? after["count"] : null;
}

/** Lists have no name: the audit stores "for" and their Cloud's name, older rows "list for". Other names are people's own words. */
function tellName(name: string, action: string): string {
  return action.includes("-list.") ? name.replace(/^(?:list )?for (?=.)/s, "") : name;
}
