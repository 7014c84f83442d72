import type { Page } from '@playwright/test'

/** A dialog or drawer of the application, and how a person opens it. */
export interface WalkedDialog {
  /** The source file that renders it, below client/. */
  component: string
  /** `{name}` is a placeholder for an id of the demo. */
  path: string
  open: (page: Page) => Promise<void>
  name: RegExp
  /**
   * Label of the element that has the focus after opening; null = the dialog itself, because it has
   * no field.
   */
  first: RegExp | null
  /** Closing keeps the typed text, so the dialog does not ask before it closes. */
  keepsText?: true
  /** Text to type if the field does not accept words. */
  typed?: string
  /** Window width in px for a component that is a dialog on narrower screens only. */
  width?: number
  /** Pressing `press` with empty fields moves the focus to `field`. */
  wrong?: { press: RegExp; field: RegExp }
}

const press =
  (name: RegExp | string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name }).first().click()
  }
const choose =
  (menu: RegExp | string, item: RegExp | string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: menu }).first().click()
    await page.getByRole('menuitem', { name: item }).click()
  }
const pressKey =
  (key: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Account of/ }).focus()
    await page.keyboard.press(key)
  }
const ofSyncPanel =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Sync:/ }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
const ofRow =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('grid').getByRole('checkbox').nth(1).check()
    await press(name)(page)
  }

const DETAIL = '/project/{draft}/detail'
const PACKAGES = '/project/{draft}/packages'
const DOCUMENT = '/project/{draft}/documents/{document}?view=table'
const MEMBERS = '/project/{draft}/settings/members'
const EVALUATION = '/project/{evaluation}/evaluation-detail'
const EMPTY = /^Actions for document Empty/

/** Dialogs that the owner of the demo's projects opens. */
export const OWNER_DIALOGS: readonly WalkedDialog[] = [
  {
    component: 'features/export/seen-dialog.tsx',
    path: EVALUATION,
    open: press('Export what I see…'),
    name: /^Export what I see$/,
    first: /^Excel workbook/,
  },
  {
    component: 'features/projects/create-project-dialog.tsx',
    path: '/projects',
    open: press('New project'),
    name: /New project/,
    first: /Name/,
    wrong: { press: /Create project/, field: /Name/ },
  },
  {
    component: 'features/projects/restore-dialog.tsx',
    path: '/projects',
    open: press('Restore from archive…'),
    name: /^Restore a project from an archive$/,
    first: /^Choose an archive$/,
  },
  {
    component: 'features/projects/choose-vendors-dialog.tsx',
    path: DETAIL,
    open: press('Add vendors'),
    name: /Add vendors/,
    first: /Plone|NVDA/,
    wrong: { press: /^Add vendors/, field: /Plone|NVDA/ },
  },
  {
    component: 'features/projects/deadline-dialog.tsx',
    path: DETAIL,
    open: press('Publish'),
    name: /Publish/,
    first: /Deadline/,
    typed: '01.12.2099',
  },
  {
    component: 'features/projects/vendor-view-dialog.tsx',
    path: DETAIL,
    open: press('View as vendor…'),
    name: /^View as vendor$/,
    first: /All packages/,
  },
  {
    component: 'features/projects/send-notice-dialog.tsx',
    path: '/project/{evaluation}/detail',
    open: press('Send message…'),
    name: /^Send message$/,
    first: /^Message/,
    wrong: { press: /^Send message$/, field: /^Message/ },
  },
  {
    component: 'features/notifications/bell.tsx',
    path: DETAIL,
    open: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click()
    },
    name: /^Notifications$/,
    first: null,
  },
  {
    component: 'features/projects/vendor-access-dialog.tsx',
    path: '/project/{evaluation}/detail',
    open: press(/^Access of /),
    name: /^Access of /,
    first: null,
  },
  {
    component: 'features/projects/set-deadline-dialog.tsx',
    path: DETAIL,
    open: press(/^Set deadline/),
    name: /Set the deadline/,
    first: /Deadline/,
    typed: '01.12.2099',
    wrong: { press: /^Set deadline/, field: /Deadline/ },
  },
  {
    component: 'features/packages/assign-many-dialog.tsx',
    path: PACKAGES,
    open: press('Assign several'),
    name: /^Assign several$/,
    first: /Owner/,
  },
  {
    component: 'features/packages/assign-dialog.tsx',
    path: PACKAGES,
    open: press(/^Assign .+: /),
    name: /^Assign /,
    first: /Owner/,
  },
  {
    component: 'features/packages/weights-dialog.tsx',
    path: PACKAGES,
    open: press('Edit weights'),
    name: /Weights/,
    first: /.+/,
    typed: '55',
  },
  {
    component: 'ui/dialogs/move-to-choice.tsx',
    path: PACKAGES,
    open: choose(EMPTY, 'Move to…'),
    name: /^Move/,
    first: /First/,
  },
  {
    component: 'features/packages/prefix-dialog.tsx',
    path: PACKAGES,
    open: choose(EMPTY, /prefix/),
    name: /Prefix/i,
    first: /Prefix/i,
  },
  {
    component: 'features/packages/clone-document-dialog.tsx',
    path: PACKAGES,
    open: choose(EMPTY, /Clone/),
    name: /^Clone /,
    first: /Name of the document/,
  },
  {
    component: 'ui/dialogs/confirm-dialog.tsx',
    path: PACKAGES,
    open: choose(EMPTY, 'Delete'),
    name: /Delete document/,
    first: /Cancel/,
  },
  {
    component: 'features/requirements/document/move-dialog.tsx',
    path: DOCUMENT,
    open: ofRow(/^Move to/),
    name: /Move to/,
    first: /Section/,
  },
  {
    component: 'features/requirements/parameters/parameter-drawer.tsx',
    path: DOCUMENT,
    open: choose('More actions', /of all requirements/),
    name: /Fields/,
    first: /.+/,
    keepsText: true,
  },
  {
    component: 'features/requirements/history/document-history.tsx',
    path: DOCUMENT,
    open: press('History of the document'),
    name: /^History of /,
    first: null,
  },
  {
    component: 'features/requirements/views/views-dialog.tsx',
    path: DOCUMENT,
    open: choose('Views', /Save or delete/),
    name: /^Views$/,
    first: /^Name/,
    wrong: { press: /^Save view/, field: /^Name/ },
  },
  {
    component: 'features/export/export-dialog.tsx',
    path: DOCUMENT,
    open: choose('More actions', 'Export…'),
    name: /Export requirements/,
    first: /Excel workbook/,
  },
  {
    component: 'features/import/import-dialog.tsx',
    path: DOCUMENT,
    open: press('Import…'),
    name: /Import/,
    first: /Choose a file/,
  },
  {
    component: 'features/files/files-button.tsx',
    path: DOCUMENT,
    open: press(/^Files/),
    name: /.+/,
    first: null,
  },
  {
    component: 'features/comments/comments-button.tsx',
    path: DOCUMENT,
    open: press(/^Comments/),
    name: /.+/,
    first: null,
    keepsText: true,
  },
  {
    component: 'features/project-settings/add-member-dialog.tsx',
    path: MEMBERS,
    open: press('Add member'),
    name: /Add member/,
    first: /.+/,
    wrong: { press: /^Add$/, field: /Person/ },
  },
  {
    component: 'features/project-settings/member-roles-dialog.tsx',
    path: MEMBERS,
    open: choose('Actions for Demo Author', /Change roles/),
    name: /Roles/,
    first: /.+/,
  },
  {
    component: 'features/account/profile-dialog.tsx',
    path: MEMBERS,
    open: press('Demo Owner'),
    name: /Personal information/,
    first: null,
  },
  {
    component: 'features/project-settings/owner-dialog.tsx',
    path: '/project/{draft}/settings/general',
    open: press('Change owner…'),
    name: /Change owner/,
    first: /New owner/,
    wrong: { press: /Hand over/, field: /New owner/ },
  },
  {
    component: 'features/organization/vendor-dialog.tsx',
    path: '/organization/{organization}/vendors',
    open: press('New vendor'),
    name: /New vendor/,
    first: /Name/,
    wrong: { press: /Create vendor/, field: /Name/ },
  },
  {
    component: 'features/organization/invite-dialog.tsx',
    path: '/organization/{organization}/members',
    open: press('Invite a member'),
    name: /Invite/,
    first: /mail/,
    wrong: { press: /^Invite/, field: /mail/ },
  },
  {
    component: 'features/organization/roles-dialog.tsx',
    path: '/organization/{organization}/members',
    open: choose('Actions for Demo Author', /Change roles/),
    name: /Roles/,
    first: /.+/,
  },
  {
    component: 'features/organization/edit-profile-dialog.tsx',
    path: '/organization/{organization}/members',
    open: choose('Actions for Demo Author', /Edit profile/),
    name: /Edit the profile of Demo Author/,
    first: /First name/,
  },
  {
    component: 'features/organization/prolong-dialog.tsx',
    path: '/organization/{organization}/members',
    open: choose('Actions for Demo Author', /Prolong|Extend/),
    name: /Demo Author/,
    first: /day/,
    typed: '01.12.2099',
  },
  {
    component: 'features/evaluation/settings-dialog.tsx',
    path: EVALUATION,
    open: press('Rules'),
    name: /Scoring rules/,
    first: /.+/,
    typed: '55',
  },
  {
    component: 'features/evaluation/report/report-dialog.tsx',
    path: EVALUATION,
    open: press('Report…'),
    name: /^Report$/,
    first: /Evaluation report/,
  },
  {
    component: 'features/evaluation/evidence-drawer.tsx',
    path: EVALUATION,
    width: 1_024,
    open: async (page) => {
      await page.getByRole('treegrid').getByRole('gridcell').nth(3).click()
    },
    name: /.+/,
    first: /Vendor/,
  },
  {
    component: 'features/account/delete-account-dialog.tsx',
    path: '/settings/account',
    open: press('Delete account…'),
    name: /Delete/,
    first: null,
  },
  {
    component: 'features/feedback/feedback-dialog.tsx',
    path: '/projects',
    open: choose(/^Account of/, /feedback/),
    name: /Feedback/,
    first: /Your feedback/,
    keepsText: true,
    wrong: { press: /^Send$/, field: /Your feedback/ },
  },
  {
    component: 'features/session/switch-organization-dialog.tsx',
    path: '/projects',
    open: choose(/^Account of/, /Switch organization/),
    name: /organization/i,
    first: null,
  },
  {
    component: 'features/sync-panel/kept-dialog.tsx',
    path: '/projects',
    open: ofSyncPanel(/Offline projects/),
    name: /On this device/,
    first: /.+/,
  },
  {
    component: 'features/sync-panel/bring-dialog.tsx',
    path: '/projects',
    open: ofSyncPanel(/Import unsent work/),
    name: /Import unsent work/,
    first: /Choose file/,
  },
  {
    component: 'features/projects/check-receipts-dialog.tsx',
    path: '/project/{evaluation}/detail',
    open: async (page) => page.getByRole('button', { name: /^Check receipts/ }).click(),
    name: /Check receipts/,
    first: /Receipt/,
    keepsText: true,
  },
  {
    component: 'features/shell/palette.tsx',
    path: '/projects',
    open: pressKey('Control+k'),
    name: /Search/,
    first: /Search projects/,
    keepsText: true,
  },
  {
    component: 'features/shell/help-pane.tsx',
    path: '/projects',
    open: pressKey('?'),
    name: /Keyboard shortcuts/,
    first: /.+/,
  },
]

/** Dialogs that vendors open in their own area; the next list has those of narrow screens. */
export const VENDOR_DIALOGS: readonly WalkedDialog[] = [
  {
    component: 'features/sync-panel/carry-dialog.tsx',
    path: '/projects',
    open: ofSyncPanel(/Carry work by file/),
    name: /Carry work by file/,
    first: /Save to a file/,
  },
  {
    component: 'features/organization/restrictions-dialog.tsx',
    path: '/vendor/dashboard/collaborators',
    open: press('Edit restrictions'),
    name: /Restrictions/,
    first: /.+/,
  },
  {
    component: 'features/requirements/parts/parts-dialog.tsx',
    path: '{answered}',
    open: press('Who answers'),
    name: /^Who answers/,
    first: /^Who answers/,
  },
  {
    component: 'features/answer-book/import-answers-dialog.tsx',
    path: '{answered}',
    open: choose('Excel', 'Import my answers…'),
    name: /^Import my answers$/,
    first: /Choose a file/,
  },
]
export const NARROW_DIALOGS: readonly WalkedDialog[] = [
  {
    component: 'features/shell/menu-drawer.tsx',
    path: '/vendor/dashboard/projects',
    open: async (page) => page.getByRole('button', { name: /^Open (the )?menu/ }).click(),
    name: /Menu/,
    first: null,
  },
]

/** Dialogs that take many steps to open, with the test that checks their focus instead. */
export const WALKED_ELSEWHERE: Readonly<Record<string, { spec: string; assertion: string }>> = {
  'features/import/overrides/overrides-dialog.tsx': {
    spec: 'import-overrides.spec.ts',
    assertion: "dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused",
  },
  'features/import/mappings/mapping-dialog.tsx': {
    spec: 'import-mappings.spec.ts',
    assertion: "saving.getByLabel('Name', { exact: true })).toBeFocused",
  },
  'features/projects/extend-deadline-dialog.tsx': {
    spec: 'opening.spec.ts',
    assertion: "extending.getByRole('textbox', { name: 'Deadline', exact: true })).toBeFocused",
  },
  'features/projects/opening-request-dialog.tsx': {
    spec: 'opening.spec.ts',
    assertion: "asking.getByLabel('Reason')).toBeFocused",
  },
  'features/projects/opening-confirm-dialog.tsx': {
    spec: 'opening.spec.ts',
    assertion: "confirming.getByLabel('Your password', { exact: true })).toBeFocused",
  },
  'features/projects/new-version-dialog.tsx': {
    spec: 'versions.spec.ts',
    assertion: "form.getByLabel('Name of the new version')).toBeFocused",
  },
  'features/versions/difference-drawer.tsx': {
    spec: 'versions.spec.ts',
    assertion: "details.getByRole('button', { name: 'Next difference' })).toBeFocused",
  },
  'features/shell/install-steps.tsx': {
    spec: 'phone.spec.ts',
    assertion: 'installing.locator(\'[tabindex="-1"]\').first()).toBeFocused',
  },
  'ui/pictures/avatar-dialog.tsx': {
    spec: 'personal.spec.ts',
    assertion: "dialog.getByLabel('Zoom')).toBeFocused",
  },
  'features/comments/publish-dialog.tsx': {
    spec: 'comments.spec.ts',
    assertion: "dialog.getByLabel('Question')).toBeFocused",
  },
  'features/session/sign-out-dialog.tsx': {
    spec: 'sign-out.spec.ts',
    assertion: "{ name: 'Stay signed in' })).toBeFocused",
  },
  'features/session/renew-session-dialog.tsx': {
    spec: 'idle.spec.ts',
    assertion: 'dialog.getByLabel(/^Password/)).toBeFocused',
  },
  'features/files/name-dialog.tsx': {
    spec: 'files.spec.ts',
    assertion: "dialog.getByLabel('Display name')).toBeFocused",
  },
  'features/conflicts/conflict-dialog.tsx': {
    spec: 'conflict.spec.ts',
    assertion: "dialog.getByRole('radio', { checked: true }).first()).toBeFocused",
  },
  'features/requirements/submit/bulk-submit-dialog.tsx': {
    spec: 'submit.spec.ts',
    assertion: "bulk.getByRole('radio').first()).toBeFocused",
  },
  'features/evaluation/reason-dialog.tsx': {
    spec: 'evaluation.spec.ts',
    assertion: "reason.getByLabel('Reason')).toBeFocused",
  },
  'features/organization/sessions-dialog.tsx': {
    spec: 'administration.spec.ts',
    assertion: "button', { name: 'Close' }).first()).not.toBeFocused",
  },
  'features/requirements/requirement/requirement-page.tsx': {
    spec: 'dialogs.spec.ts',
    assertion: "name: 'Requirements' })",
  },
}
