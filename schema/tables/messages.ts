import { ACCOUNT_MESSAGES } from './account-messages.ts'
import { FIELD_MESSAGES } from './field-messages.ts'

/**
 * Every message of a refusal or notice: code → HTTP status and English text. `{x}` is a
 * placeholder.
 */
export const MESSAGES = {
  ...ACCOUNT_MESSAGES,
  ...FIELD_MESSAGES,
  FILE_STORAGE_NOT_CLEAN_REJECTED: {
    status: 422,
    text: 'cannot be uploaded due to failed antivirus check',
  },
  ENTITY_ALREADY_EXISTS: { status: 409, text: 'Entity already exists' },
  INVALID_INPUT: { status: 400, text: 'Please select at least one vendor contact' },
  VERSION_NOT_UNIQUE: { status: 400, text: 'Project with this version already exists' },
  ACCESS_TO_PROJECT_IS_DENIED: { status: 403, text: 'Access to this project was denied' },
  NO_CONSENT: { status: 403, text: 'One or more consents not accepted' },
  DOCUMENT_PREFIX_ALREADY_USED: {
    status: 400,
    text: 'This requirement id prefix is already used in this project, please use different one',
  },
  DOCUMENT_PREFIX_PREVIOUSLY_USED: {
    status: 400,
    text: 'This requirement id prefix was already used in previous version of this project, please use different one',
  },
  'project-load.denied': {
    status: 403,
    text: 'Access to content denied: You do not have sufficient rights to access this content.',
  },
  'project-load.deadline': {
    status: 400,
    text: 'Project was not moved to EVALUATION due to technical error, please contact project owner to resolve this problem.',
  },
  'project-load.other': {
    status: 404,
    text: 'Cannot load project. Make sure project with id {id} exists.',
  },
  'state.wrong': {
    status: 409,
    text: 'Wrong state transition! Project state cannot be changed from {from} to {to}',
  },
  'requirement.stale': {
    status: 409,
    text: 'Requirement has been changed by another user, please Refresh and try again.',
  },
  'weights.invalid': {
    status: 409,
    text: 'Weights are invalid: Please resolve weight errors before save',
  },
  'release.used': {
    status: 409,
    text: 'Release cannot be deleted: Release is used in one or more requirements',
  },
  'template.name': { status: 409, text: 'Requirement template with same name already exists' },
  'template.used': {
    status: 409,
    text: 'Requirement template cannot be deleted because it is used.',
  },
  'comment.official': { status: 409, text: 'Mark a reply as official before publishing' },
  'comment.mention': {
    status: 400,
    text: '{name} cannot read this discussion. Remove the mention, or add the person to the project',
  },
  'comment.state': { status: 409, text: 'You cannot create new comment in this state of project' },
  'version.401': { status: 401, text: 'no access to previous version, compare might not work' },
  'version.404': { status: 404, text: 'does not exist' },
  'version.other': { status: 400, text: 'could not be loaded' },
  'import.success': { status: 400, text: 'Import success' },
  'import.error': { status: 400, text: 'Import error' },
  'bulk.result': {
    status: 400,
    text: 'Bulk submit result: {n} requirements submitted, {m} remain un-submitted.',
  },
  'export.started': {
    status: 400,
    text: 'Export process started. You will be notified in email and system notification when ready.',
  },
  'toast.notifications': { status: 400, text: 'Error! Could not set notifications for {project}.' },
  'toast.unfavorite': {
    status: 400,
    text: 'Error! Cannot remove {project} from list of favorite projects.',
  },
  'toast.favorite': {
    status: 400,
    text: 'Error! Cannot add {project} into list of favorite projects.',
  },
  'toast.vendors': { status: 400, text: 'Project vendors were not loaded.' },
  'toast.releases': { status: 400, text: 'Error when loading project releases.' },
  'toast.deactivate': { status: 400, text: 'Project was not deactivated' },
  VERSION_TOO_OLD: { status: 409, text: 'A newer version of this project already exists' },
  RELEASE_USED: {
    status: 409,
    text: 'Release cannot be deleted: Release is used in one or more requirements',
  },
  DEADLINE_EXPIRED: {
    status: 409,
    text: 'Project was not moved to EVALUATION due to technical error, please contact project owner to resolve this problem.',
  },
  DEADLINE_PASSED: {
    status: 409,
    text: 'Not delivered: too late. The deadline of this project has passed.',
  },
  NOT_ALLOWED: { status: 403, text: 'You do not have permission for this' },
  BOTH_SIDES: {
    status: 409,
    text:
      'One person cannot be on both sides of a project: {name} is a contact of {vendor} and works ' +
      'for the requestor. Choose another person, or remove this one from the other side first.',
  },
  BOTH_SIDES_SELF: {
    status: 409,
    text:
      'You cannot accept this: you would be on both sides of a project. Ask the person who invited ' +
      'you to choose another person, or leave the other side first.',
  },
  STATE_FORBIDS: { status: 409, text: 'This is not possible in the current state of the project' },
  PROJECT_READ_ONLY: { status: 409, text: 'This project is read-only' },
  NOT_FOUND: { status: 404, text: 'This does not exist, or you do not have access to it' },
  ROW_DELETED: { status: 409, text: 'This was deleted' },
  INPUT_INVALID: { status: 400, text: '{field}: {problem}' },
  CONFLICT: { status: 409, text: 'Someone else changed the same field' },
  CONTENT_CHANGED: { status: 409, text: 'The answer has changed. Check it and submit it again' },
  SUBMIT_TOO_MUCH: {
    status: 413,
    text: 'Too many answers at once. Submit the remaining answers again',
  },
  SUBMIT_AGAIN: {
    status: 409,
    text: 'The requirement or its answer changed during the check. Submit it again',
  },
  SUBMIT_INVALID: { status: 409, text: 'The answer cannot be submitted yet: {problem}' },
  SUBMIT_FILE: {
    status: 409,
    text: 'The file {file} of this answer is not on the server yet. Submit the answer once the file has been sent, or add the file again',
  },
  PARAMETER_USED: {
    status: 409,
    text: 'This field cannot be deleted while a condition uses it: {where}',
  },
  PARAMETER_CYCLE: { status: 409, text: 'The conditions form a circle: {path}' },
  OVERRIDE_EXISTS: { status: 409, text: 'Someone else has already overridden this value' },
  NOT_A_COLLEAGUE: {
    status: 409,
    text: 'Only active contacts who see the package can answer or submit it',
  },
  SUBMIT_APPROVAL: {
    status: 409,
    text: 'Your primary contact submits this document. Mark your part as ready instead',
  },
  NOT_ON_TEAM: {
    status: 409,
    text: 'Only active members of the project can own content or work in it',
  },
  WEIGHT_TOTAL: { status: 409, text: 'Weights must total 100; they total {total}' },
  WEIGHTS_LOCKED: {
    status: 409,
    text: 'The weights are published, so they are locked. Only an addendum before the deadline can change them. In the evaluation you can try other weights with what-if.',
  },
  SCORING_ADMINISTRATOR: {
    status: 403,
    text: 'Once the answers are open, only the owner and project administrators can change the scoring',
  },
  REASON_MISSING: {
    status: 400,
    text: 'Enter a reason. It stays with the change and in the history',
  },
  NOTHING_TO_PUBLISH: { status: 409, text: 'Add at least one requirement before publishing' },
  DEADLINE_MISSING: { status: 409, text: 'Set a deadline before publishing' },
  DEADLINE_PAST: { status: 409, text: 'The deadline must be in the future' },
  DEADLINE_EARLIER: {
    status: 409,
    text: 'A published deadline can only be extended. To end earlier, request an early opening.',
  },
  DEADLINE_REASON: {
    status: 409,
    text: 'Enter a reason for the new deadline. Every vendor sees it',
  },
  ANSWERS_SEALED: {
    status: 409,
    text: 'The answers of this project are sealed, so they cannot be copied. Clone the project without them',
  },
  OPENING_NEEDS_TWO: {
    status: 409,
    text:
      'The answers are sealed until the deadline. To open them earlier, the project owner asks for an opening with a reason, ' +
      'and a second person with the role of organization administrator or project administrator confirms it.',
  },
  OPENING_NEEDS_COLLEAGUE: {
    status: 409,
    text:
      'A second person must confirm the opening. Give a colleague the role of organization administrator ' +
      'or project administrator first, then ask again.',
  },
  OPENING_REQUEST_ENDED: {
    status: 409,
    text: 'This request for an opening has expired, was withdrawn or no longer applies',
  },
  HTTPS_NEEDED: { status: 403, text: 'Use https to open this' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests; try again in {seconds} s' },
  TOO_LARGE: { status: 413, text: 'This is larger than {limit}' },
  UPDATE_NEEDED: { status: 426, text: 'Update to send' },
  SYNC_GAP: { status: 409, text: 'Earlier edits have not arrived yet' },
  OTHER_ORGANIZATION: {
    status: 403,
    text: 'This was written for another organization. Switch to that organization and send it again',
  },
  WORK_NOT_VOUCHED: {
    status: 403,
    text: 'Its author signed out or lost access. Only they can send this work',
  },
  CLIENT_FOREIGN: { status: 403, text: 'These edits belong to another person' },
  UNAVAILABLE: { status: 503, text: 'The server is busy. Try again shortly' },
  STORAGE_FULL: { status: 507, text: 'The server is out of space. Nothing was saved' },
  VENDOR_VIEW: {
    status: 409,
    text: 'You are viewing the project as a vendor. Nothing is saved or sent',
  },
  DEVICE_CLEARED: {
    status: 507,
    text: 'This browser has cleared what was stored on this device, so this was not saved. Copy it, then load the page again',
  },
  DEVICE_FULL: { status: 507, text: 'This device is out of space. The edit was not saved' },
  INTERNAL: { status: 500, text: 'Something went wrong on the server. Nothing was saved' },
  FILE_CHANGED: {
    status: 400,
    text: 'This file was changed, or it comes from a device that never signed in here',
  },
  FILE_EMPTY: { status: 400, text: 'This file is empty' },
  FILE_UNLIKE_NAME: {
    status: 400,
    text: 'The content of this file does not match its type (.{type})',
  },
  FILE_MISSING: { status: 409, text: 'The file is not on the server. Add it again' },
  FILE_USED: {
    status: 409,
    text: 'This file answers the field {field}. Remove it from the answer first',
  },
  FILE_DAMAGED: { status: 422, text: 'The file arrived damaged. Nothing was saved. Add it again' },
  FILE_AWAY: {
    status: 503,
    text: 'This file is not on this device yet. Open it when you are online',
  },
  VIEWS_FULL: { status: 409, text: 'You can save up to {count} views of a document' },
  MAPPINGS_FULL: { status: 409, text: 'You can save up to {count} mappings' },
  SHARED_MAPPINGS_FULL: {
    status: 409,
    text: 'An organization can share up to {count} mappings',
  },
  EXPORTS_FULL: { status: 409, text: 'Too many exports of this project: delete some' },
  EXPORT_OUTDATED: { status: 403, text: 'Your rights have changed: start the export again' },
  FILES_FULL: { status: 409, text: 'You can add up to {count} files here' },
  FILE_QUOTA: { status: 409, text: 'Your organization has no space left for files' },
  RESTORED_FULL: {
    status: 409,
    text: 'Your organization has no space left for restored projects: delete some',
  },
  /** `problem` says where and what; `entry` and `line` of the archive are there if one has it. */
  ARCHIVE_INVALID: { status: 422, text: 'This archive cannot be restored: {problem}' },
  WRONG_FILE: { status: 400, text: 'This file cannot be read: {problem}' },
} as const satisfies Record<string, { status: number; text: string }>

export type MessageCode = keyof typeof MESSAGES

/** Returns the English text of a code with its placeholders filled in. */
export const messageText = (
  code: MessageCode,
  detail: Record<string, string | number> = {},
): string =>
  MESSAGES[code].text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in detail ? String(detail[name]) : whole,
  )

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(MESSAGES, code)
