"use server";
import { defineAction } from "#app/_server/action.ts";
import {
  changeStaffRole,
  disableStaff,
  disconnectStaff,
  enableStaff,
  removeSecondFactorOf,
  setSecondFactorRule,
} from "#lib/features/staff/commands.ts";
import {
  inviteStaff,
  resendStaffInvitation,
  withdrawStaffInvitation,
} from "#lib/features/staff/invitations.ts";
import { sendPasswordReset } from "#lib/features/staff/passwords.ts";
import {
  changeRoleSchema,
  inviteStaffSchema,
  secondFactorRuleSchema,
  staffInvitationSchema,
  staffMemberSchema,
} from "#lib/features/staff/schema.ts";

const PERMISSION = "staff:manage";

export const inviteStaffAction = defineAction({
  name: "staff.invite",
  permission: PERMISSION,
  isConfirmed: true,
  input: inviteStaffSchema,
  revalidates: "/staff",
  run: async (input, actor) => {
    const { email } = await inviteStaff(actor, input);
    return { email };
  },
});

export const resendInvitationAction = defineAction({
  name: "staff.invite-again",
  permission: PERMISSION,
  input: staffInvitationSchema,
  revalidates: "/staff",
  run: ({ invitationId }, actor) => resendStaffInvitation(actor, invitationId),
});

export const withdrawInvitationAction = defineAction({
  name: "staff.withdraw",
  permission: PERMISSION,
  input: staffInvitationSchema,
  revalidates: "/staff",
  run: ({ invitationId }, actor) => withdrawStaffInvitation(actor, invitationId),
});

export const changeRoleAction = defineAction({
  name: "staff.change-role",
  permission: PERMISSION,
  isConfirmed: true,
  input: changeRoleSchema,
  revalidates: "/staff",
  run: ({ staffId, role }, actor) => changeStaffRole(actor, staffId, role),
});

export const disableStaffAction = defineAction({
  name: "staff.disable",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: ({ staffId }, actor) => disableStaff(actor, staffId),
});

export const enableStaffAction = defineAction({
  name: "staff.enable",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: ({ staffId }, actor) => enableStaff(actor, staffId),
});

/** The link is sent to the person; nobody here sees it. */
export const sendPasswordLinkAction = defineAction({
  name: "staff.send-reset",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  run: ({ staffId }, actor) => sendPasswordReset(actor, staffId),
});

export const removeTheirSecondFactorAction = defineAction({
  name: "staff.remove-second-factor",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: ({ staffId }, actor) => removeSecondFactorOf(actor, staffId),
});

export const disconnectAction = defineAction({
  name: "staff.disconnect",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: ({ staffId }, actor) => disconnectStaff(actor, staffId),
});

export const secondFactorRuleAction = defineAction({
  name: "staff.second-factor-rule",
  permission: PERMISSION,
  isConfirmed: true,
  input: secondFactorRuleSchema,
  revalidates: "/staff",
  run: ({ role, required }, actor) => setSecondFactorRule(actor, role, required === "yes"),
});
