/**
 * The form of every server action, filled in like its page would, for one object of each kind (tests/support/access-ground.ts). An action
 * without a form fails the tests (tests/e2e/access-actions.test.ts).
 */
import { writeViewFile } from "#lib/features/views/file.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { PASSWORD } from "#tests/support/access-ground.ts";
import type { Ground } from "#tests/support/access-things.ts";
import type { Fields } from "#tests/support/server-actions.ts";

type Form = (ground: Ground) => Fields;

const VIEW = { ifcClasses: ["IfcDoor"] };
const CONTENT = JSON.stringify(VIEW);
/** Nothing listens there, so nothing is sent anywhere. */
const SILENT = "http://127.0.0.1:9";
const ADDRESSES = { baseUrl: SILENT, authUrl: SILENT, platformUrl: SILENT, allowsPrivate: "on", realm: "r" };
const SETTINGS = { scopes: "cloud:read", redirectRules: "", cloudsMax: "5", storageGigabytes: "1" };

const nothing: Form = () => ({});
const ofStaff: Form = ({ colleague }) => ({ staffId: colleague });
const ofStaffInvitation: Form = ({ staffInvitation }) => ({ invitationId: staffInvitation });
const ofInvitation: Form = ({ invitation }) => ({ invitationId: invitation });
const ofApplication: Form = ({ application }) => ({ id: application });
const ofGrant: Form = ({ application, cloudNumber }) => ({ id: application, cloudId: cloudNumber });
const ofOperation: Form = ({ operation }) => ({ id: operation });
const ofConnection: Form = ({ connection }) => ({ id: connection, version: "1" });
const ownPassword: Form = () => ({ password: PASSWORD });

/** Place of an action in the source → its form. */
export const FORMS: Readonly<Record<string, Form>> = {
  ...within("app/(auth)/", {
    "first-run/actions.ts#createFirstAccountAction": ({ mark, key }) => ({
      token: key,
      name: mark,
      email: `${mark}@first.example`,
      password: PASSWORD,
    }),
    "forgotten/actions.ts#forgottenAction": ({ mark }) => ({ email: `nobody.${mark}@portico.example` }),
    "join/actions.ts#joinAction": ({ mark }) => ({ name: mark, password: PASSWORD }),
    "new-password/actions.ts#newPasswordAction": ownPassword,
  }),
  ...within("app/platform/account/actions.ts#", {
    beginPlatformFactorAction: nothing,
    changePlatformPasswordAction: ({ mark }) => ({ password: PASSWORD, newPassword: `a new one ${mark}` }),
    confirmPlatformFactorAction: () => ({ password: PASSWORD, code: "000000" }),
    removePlatformFactorAction: ownPassword,
    renewPlatformCodesAction: ownPassword,
  }),
  ...within("app/platform/actions.ts#", {
    answerInvitationAction: ({ platformInvitation }) => ({
      invitationId: platformInvitation,
      answer: "decline",
    }),
    freshLinkAction: ({ mark }) => ({ email: `nobody.${mark}@campus-riem.example` }),
    platformForgottenAction: ({ mark }) => ({ email: `nobody.${mark}@campus-riem.example` }),
    platformNewPasswordAction: ownPassword,
    platformSignInAction: ({ mark }) => ({ email: `nobody.${mark}@campus-riem.example`, password: "wrong" }),
    platformSignOutAction: nothing,
    signUpAction: ({ mark }) => ({ firstname: mark, lastname: mark, password: PASSWORD }),
  }),
  ...within("app/(portal)/applications/people/actions.ts#", {
    removePersonFactorAction: ({ person }) => ({ id: person }),
    sendPersonLinkAction: ({ person }) => ({ id: person }),
  }),
  ...within("app/(portal)/applications/webhooks/actions.ts#", {
    sendAgainAction: ({ delivery }) => ({ deliveryId: delivery }),
  }),
  ...within("app/(portal)/applications/actions.ts#", {
    registerAction: ({ mark }) => ({ ...SETTINGS, name: mark, clientId: `new-${mark}` }),
    changeAction: ({ application, mark }) => ({ ...SETTINGS, id: application, name: `New ${mark}` }),
    rotateSecretAction: ofApplication,
    retireSecretAction: ofApplication,
    disableAction: ({ application, mark }) => ({ id: application, typedName: `New ${mark}` }),
    enableAction: ofApplication,
    takeCloudAction: ofGrant,
    giveCloudAction: ofGrant,
    rotateKeysAction: () => ({ revoke: "no" }),
  }),
  ...within("app/_features/models/changes/actions.ts#", {
    // An object that later questions need stays unchanged: a model that does not exist is skipped.
    processModelsAction: ({ project }) => ({ models: `${project}~1999999999` }),
    renameModelAction: ({ project, mark }) => ({ model: `${project}~1999999999`, name: mark }),
    deleteModelsAction: ({ project }) => ({ models: `${project}~1999999999` }),
  }),
  "app/_features/models/dismissals/actions.ts#dismissModelsAction": ({ project, model }) => ({
    models: `${project}~${model}`,
    to: "dismiss",
  }),
  ...within("app/_features/people/actions.ts#", {
    changeRoleAction: ({ cloud }) => ({ cloudId: cloud, userId: "1999999999", role: "50" }),
    removeMemberAction: ({ cloud }) => ({ cloudId: cloud, userId: "1999999999" }),
  }),
  ...within("app/(portal)/people/removals/actions.ts#", {
    startRemovalAction: ({ mark }) => ({ address: `nobody.${mark}@campus-riem.example`, count: "1" }),
    stopRemovalAction: ({ removal }) => ({ removalId: removal }),
  }),
  ...within("app/(portal)/audit/actions.ts#", { keepAuditAction: () => ({ months: "120" }) }),
  ...within("app/(portal)/clouds/[cloudId]/invitations/lists/actions.ts#", {
    prepareListAction: ({ key, cloud, mark }) => ({
      key: `${key}-n`,
      cloudId: cloud,
      role: "50",
      addresses: `list.${mark}@campus-riem.example`,
    }),
    changeListRoleAction: ({ invitationList }) => ({ listId: invitationList, role: "100" }),
    correctRowAction: ({ invitationRow, mark }) => ({
      rowId: invitationRow,
      address: `corrected.${mark}@campus-riem.example`,
    }),
    fixRowsAction: ({ invitationList }) => ({ listId: invitationList, rows: "all", fix: "include" }),
    includeRowAction: ({ invitationRow }) => ({ rowId: invitationRow, isIncluded: "no" }),
    settleListedAction: ({ invitationList }) => ({ listId: invitationList }),
    steerListAction: ({ invitationList, cloud }) => ({
      listId: invitationList,
      cloudId: cloud,
      step: "discard",
    }),
  }),
  ...within("app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/", {
    "_components/views/actions.ts#saveViewAction": ({ mark }) => ({
      name: `New ${mark}`,
      profile: "programs",
      content: CONTENT,
    }),
    "_components/views/actions.ts#changeViewAction": ({ view, mark }) => ({
      viewId: view,
      version: "1",
      name: `Changed ${mark}`,
      shared: "no",
      content: CONTENT,
    }),
    "_components/views/actions.ts#makeAddressAction": ({ view, project, model }) => ({
      viewId: view,
      projectId: project,
      modelId: model,
      version: "newest",
    }),
    "_components/views/actions.ts#duplicateViewAction": ({ view }) => ({ viewId: view }),
    "_components/views/actions.ts#deleteViewAction": ({ view }) => ({ viewId: view, version: "2" }),
    "_components/views/actions.ts#restoreViewAction": ({ view }) => ({ viewId: view }),
    "_components/views/actions.ts#importViewAction": ({ mark }) => ({
      file: new File([writeViewFile({ name: mark, content: viewContentSchema.parse(VIEW) })], "view.json", {
        type: "application/json",
      }),
    }),
    "actions.ts#readAgainAction": ({ cloud, project, model }) => ({
      cloudId: cloud,
      projectId: project,
      modelId: model,
      ifcClasses: "IfcDoor",
    }),
  }),
  ...within("app/(portal)/clouds/[cloudId]/projects/actions.ts#", {
    createProjectAction: ({ key, cloud, mark }) => ({
      key: `${key}-j`,
      cloudId: cloud,
      name: mark,
      description: mark,
    }),
    adoptProjectAction: ({ cloud, mark }) => ({ cloudId: cloud, serviceId: "1999999999", name: mark }),
    changeProjectAction: ({ project, mark }) => ({
      id: project,
      version: "1",
      name: `New ${mark}`,
      status: "A",
    }),
    archiveProjectAction: ({ project }) => ({ id: project, to: "archive" }),
    deleteProjectAction: ({ project, mark }) => ({ id: project, typedName: mark }),
  }),
  ...within("app/(portal)/clouds/[cloudId]/projects/lists/actions.ts#", {
    prepareListAction: ({ key, cloud, mark }) => ({
      key: `${key}-m`,
      cloudId: cloud,
      text: `name\n${mark}`,
    }),
    chooseRowAction: ({ projectListRow }) => ({ rowId: projectListRow, isIncluded: "no" }),
    correctRowAction: ({ projectListRow, mark }) => ({ rowId: projectListRow, name: mark, status: "D" }),
    fixRowsAction: ({ projectList }) => ({ listId: projectList, rows: "all", fix: "create" }),
    steerListAction: ({ projectList, cloud }) => ({ listId: projectList, cloudId: cloud, step: "discard" }),
  }),
  ...within("app/(portal)/clouds/actions.ts#", {
    createCloudAction: ({ key, connection, mark }) => ({
      key: `${key}-c`,
      connectionId: connection,
      name: `New ${mark}`,
    }),
    adoptCloudAction: ({ connection, mark }) => ({
      connectionId: connection,
      serviceId: "1999999999",
      name: mark,
    }),
    changeCloudAction: ({ cloud, mark }) => ({ id: cloud, version: "1", name: `New ${mark}` }),
    archiveCloudAction: ({ cloud }) => ({ id: cloud, to: "archive" }),
    deleteCloudAction: ({ cloud, mark }) => ({ id: cloud, typedName: mark }),
    readListAgainAction: ({ cloud }) => ({ list: "projects", cloudId: cloud }),
  }),
  ...within("app/(portal)/connections/actions.ts#", {
    addAction: ({ mark }) => ({
      ...ADDRESSES,
      name: mark,
      stage: "TEST",
      clientId: mark,
      secret: mark,
      intent: "saveUnproven",
    }),
    changeAction: ({ connection, mark }) => ({
      ...ADDRESSES,
      id: connection,
      version: "1",
      name: `New ${mark}`,
      stage: "TEST",
      clientId: mark,
      secret: "",
      isSameService: "on",
      intent: "saveUnproven",
    }),
    replaceSecretAction: ({ connection, mark }) => ({ id: connection, version: "1", secret: mark }),
    checkAction: ({ connection }) => ({ id: connection }),
    archiveAction: ofConnection,
    restoreAction: ofConnection,
  }),
  ...within("app/_features/exports/", {
    "actions.ts#startExportAction": ({ snapshot, key }) => ({
      key,
      snapshotIds: snapshot,
      profile: "programs",
    }),
    "actions.ts#repeatExportAction": ({ exportRun, key }) => ({ key, runId: exportRun }),
    "actions.ts#cancelExportAction": ({ exportRun }) => ({ runId: exportRun }),
    "bulk/actions.ts#startBulkAction": ({ cloud, project, model, view, key }) => ({
      key,
      cloudId: cloud,
      projectId: project,
      which: "chosen",
      models: model,
      view,
      profile: "programs",
    }),
    "bulk/actions.ts#repeatBulkAction": ({ bulkRun, key }) => ({ key, bulkId: bulkRun }),
    "bulk/actions.ts#cancelBulkAction": ({ bulkRun }) => ({ bulkId: bulkRun }),
  }),
  ...within("app/_features/invitations/actions.ts#", {
    inviteAction: ({ key, cloud, mark }) => ({
      key: `${key}-e`,
      cloudId: cloud,
      email: `one.${mark}@campus-riem.example`,
    }),
    remindAction: ({ key, invitation }) => ({ key: `${key}-r`, invitationId: invitation }),
    cancelInvitationAction: ofInvitation,
    changeInvitationRoleAction: ({ invitation }) => ({ invitationId: invitation, role: "50" }),
    confirmInvitationAction: ({ invitation, mark }) => ({
      invitationId: invitation,
      note: `Seen by ${mark}`,
    }),
    eraseInvitationAction: ofInvitation,
  }),
  ...within("app/(portal)/operations/", {
    "actions.ts#settleManyAction": ({ operation, mark }) => ({
      ids: operation,
      decision: "close",
      note: `Looked at by ${mark}`,
    }),
    "[operationId]/actions.ts#settleAction": ({ operation, mark }) => ({
      id: operation,
      decision: "absent",
      note: `Looked at by ${mark}`,
    }),
    "[operationId]/actions.ts#sendAction": ofOperation,
    "[operationId]/actions.ts#sendAgainAction": ({ operation, mark }) => ({
      id: operation,
      twoMails: "on",
      reason: `Asked for by ${mark}`,
    }),
    "[operationId]/actions.ts#discardAction": ofOperation,
  }),
  ...within("app/(portal)/plans/actions.ts#", {
    preparePlanAction: ({ key, connection, mark }) => ({
      key: `${key}-k`,
      connectionId: connection,
      name: mark,
      projects: mark,
    }),
    chooseStepAction: ({ step }) => ({ stepId: step, isIncluded: "no" }),
    correctPersonAction: ({ planPerson, mark }) => ({
      stepId: planPerson,
      address: `corrected.${mark}@campus-riem.example`,
    }),
    steerPlanAction: ({ plan }) => ({ planId: plan, step: "discard" }),
  }),
  ...within("app/(portal)/settings/tokens/actions.ts#", {
    createTokenAction: ({ mark, view }) => ({ name: mark, scope: view, days: "7" }),
    revokeTokenAction: ({ token }) => ({ tokenId: token }),
  }),
  "app/_shell/actions.ts#confirmIdentityAction": ownPassword,
  ...within("app/(portal)/settings/security/actions.ts#", {
    beginSecondFactorAction: nothing,
    confirmSecondFactorAction: () => ({ password: PASSWORD, code: "000000" }),
    removeSecondFactorAction: ownPassword,
    renewCodesAction: ownPassword,
    connectProviderAction: ownPassword,
    endSessionAction: ({ session }) => ({ sessionId: session }),
    endOtherSessionsAction: nothing,
  }),
  ...within("app/(portal)/staff/actions.ts#", {
    inviteStaffAction: ({ mark }) => ({ email: `invited.${mark}@portico.example`, role: "VIEWER" }),
    resendInvitationAction: ofStaffInvitation,
    withdrawInvitationAction: ofStaffInvitation,
    changeRoleAction: ({ colleague }) => ({ staffId: colleague, role: "VIEWER" }),
    sendPasswordLinkAction: ofStaff,
    removeTheirSecondFactorAction: ofStaff,
    disconnectAction: ofStaff,
    disableStaffAction: ofStaff,
    enableStaffAction: ofStaff,
    secondFactorRuleAction: () => ({ role: "VIEWER", required: "no" }),
  }),
  ...within("app/(portal)/start/actions.ts#", { makeDemoAction: ({ key }) => ({ key: `${key}-d` }) }),
  // Last, because it ends the session.
  "app/(portal)/settings/security/actions.ts#changePasswordAction": ({ mark }) => ({
    password: PASSWORD,
    newPassword: `seven new columns ${mark}`,
  }),
};

function within(folder: string, forms: Readonly<Record<string, Form>>): Record<string, Form> {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [folder + name, form]));
}
