/** Every text that a refusal or a notice of the product shows, once: code → HTTP status and English text. `{x}` is filled in. */
export const MESSAGES = {
  PASSWORD_NOT_CONTAINS_LOWER_CASE: { status: 400, text: 'Password not contains lower case' },
  PASSWORD_NOT_CONTAINS_UPPER_CASE: { status: 400, text: 'Password not contains upper case' },
  PASSWORD_NOT_CONTAINS_SPECIAL_CHARACTER_OR_DIGIT: {
    status: 400,
    text: 'Password not contains special character or digit',
  },
  PASSWORD_TOO_SHORT: { status: 400, text: 'Password too short' },
  PASSWORD_IS_SAME_AS_USERNAME: { status: 400, text: 'Password is same as username' },
  ACCOUNT_OWNS_PROJECTS: {
    status: 409,
    text: 'You own projects. Hand them over or archive them before you delete the account.',
  },
  PASSWORD_ALREADY_USED: { status: 400, text: 'Password already used' },
  PASSWORD_NOT_MATCH_CURRENT: { status: 403, text: 'Old password is wrong' },
  RESET_PASSWORD_INVALID_LINK: { status: 400, text: 'Reset password link is invalid or expired' },
  PASSWORD_GUESSABLE: {
    status: 400,
    text: 'This password is too easy to guess. Use more words, or words unrelated to you',
  },
  PASSWORD_STOLEN: {
    status: 400,
    text: 'This password is known from a data leak; choose another one',
  },
  PASSWORD_CONFIRMATION: { status: 400, text: 'The two passwords do not match' },
  EMAIL_DOESNT_EXIST: { status: 404, text: 'Email does not exist' },
  EMAIL_ALREADY_USED: { status: 409, text: 'Email already used' },
  FILE_STORAGE_NOT_CLEAN_REJECTED: {
    status: 422,
    text: 'cannot be uploaded due to failed antivirus check',
  },
  USERNAME_INVALID: { status: 409, text: 'Username already used' },
  USERNAME_LOOKALIKE: {
    status: 409,
    text: 'This username is too similar to an existing one. Choose another',
  },
  USERNAME_ADDRESS: { status: 400, text: 'A username cannot be an email address. Leave out the @' },
  USERNAME_SIGNS: {
    status: 400,
    text: 'A username has at least 3 characters: letters, the digits 0 to 9 and . _ + -',
  },
  USERNAME_SCRIPTS: { status: 400, text: 'Use letters from one alphabet only' },
  NAME_SIGNS: {
    status: 400,
    text: 'Use letters. Hidden characters and signs that change the text direction are not allowed',
  },
  USER_SESSION_EXPIRED: { status: 401, text: 'Your session expired' },
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
  'vendor.contacts': { status: 409, text: 'You must delete all contacts before deleting vendor!' },
  'primary.notflagged': { status: 409, text: 'User was not flagged as primary contact.' },
  'primary.cannotremove': { status: 409, text: 'Cannot remove primary contact flag.' },
  'comment.official': { status: 409, text: 'Mark a reply as official before publishing' },
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
  'session.attempts': { status: 429, text: 'too many attempts' },
  'session.inactive': { status: 400, text: 'You were inactive for too long. Please log in again.' },
  relogin: {
    status: 400,
    text: 'Your session has expired, please provide your password (and 2FA code) to renew it.',
  },
  'org.switch': {
    status: 400,
    text: 'Do you really want to change active organization to {name}? After the change, you will be automatically logged out!',
  },
  'profile.none': { status: 400, text: 'Selected user has no public profile!' },
  'validation.required': { status: 400, text: 'This field is required' },
  'validation.unique': { status: 400, text: 'This field must be unique.' },
  'validation.min_date': { status: 400, text: 'Date must be after {date_min}' },
  'validation.max_date': { status: 400, text: 'Date must be before {date_max}' },
  'validation.grid': { status: 400, text: 'Offset + Width must be less or equal 12' },
  'validation.min': { status: 400, text: 'Value length must be at least {length} characters' },
  'validation.max': { status: 400, text: 'Value length must be at most {length} characters' },
  'validation.maxlength': { status: 400, text: '{field} max length is {length}' },
  'validation.more': { status: 400, text: 'Value must be more than {target}' },
  'validation.regex': { status: 400, text: 'do not match expression {regex}' },
  'validation.decimals': { status: 400, text: 'do not have {length} decimals' },
  'validation.min_value': { status: 400, text: 'Value must be at least {min}' },
  'validation.max_value': { status: 400, text: 'Value must be at most {max}' },
  'validation.past': { status: 400, text: 'This date cannot be in the past.' },
  'validation.release': { status: 400, text: 'Release must be selected' },
  'validation.size': { status: 400, text: 'File size must be less than {size}KB' },
  'validation.mimes': { status: 400, text: 'Files of type {type} are not allowed here' },
  'validation.email': { status: 400, text: 'Enter a valid email address' },
  'validation.number': { status: 400, text: 'Enter a number' },
  'validation.text': { status: 400, text: 'Enter text' },
  'validation.date': { status: 400, text: 'Enter a date (YYYY-MM-DD)' },
  'validation.tick': { status: 400, text: 'Tick or clear the box' },
  'validation.option': { status: 400, text: 'Choose one of the options' },
  'validation.percent': {
    status: 400,
    text: 'Enter a percentage from 0 to 100 for each option of the statement',
  },
  'validation.pattern': {
    status: 400,
    text: 'The expression {regex} of the field {name} cannot be used: it {problem}',
  },
  'validation.patterns': {
    status: 400,
    text: 'The expressions of this requirement are too large together ({size}, at most {limit}). Remove the expression {regex} of the field {name}, or repeat less in it',
  },
  'validation.effort': {
    status: 400,
    text: 'This answer takes too long to check against the expression {regex}. Shorten the answer, or ask for a simpler expression',
  },
  'validation.kind': { status: 400, text: 'This type of field has no validation rule {kind}' },
  'validation.statement': {
    status: 400,
    text: 'A statement must be a number, a choice or a check box',
  },
  'validation.condition': {
    status: 400,
    text: 'A condition uses a field that does not exist: {key}',
  },
  'validation.field': { status: 400, text: 'This answer has no field {field}' },
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
  NO_CREDENTIALS: { status: 401, text: 'No credentials' },
  BAD_CREDENTIALS: { status: 401, text: 'Username or password is wrong' },
  OTP_REQUIRED: { status: 422, text: 'Enter the code from your authenticator app' },
  OTP_MISSING: { status: 422, text: 'Enter the code' },
  OTP_INVALID: { status: 422, text: 'This code is wrong, too old or already used' },
  TWO_FACTOR_REQUIRED: { status: 403, text: 'Your organization requires two-factor sign-in' },
  TWO_FACTOR_FIRST: { status: 409, text: 'Turn on two-factor sign-in for yourself first' },
  TWO_FACTOR_ACTIVE: { status: 409, text: 'Two-factor sign-in is already on' },
  ACCOUNT_WAITING: { status: 403, text: 'Your account has not been approved yet' },
  LINK_INVALID: { status: 400, text: 'This link is invalid, has expired or was already used' },
  PROOF_TIME: {
    status: 409,
    text: 'The clock of this device is wrong. The session is renewed with the server time',
  },
  WRONG_TOKEN: { status: 401, text: 'Wrong token' },
  ACCESS_ENDED: {
    status: 401,
    text: 'Your access has ended. Ask the organization you worked for.',
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    text: 'An organization needs an administrator. Give the role to another person first',
  },
  ROLES_MIXED: {
    status: 409,
    text: 'A person cannot have both system roles and organization roles',
  },
  ORGANIZATION_IN_USE: { status: 409, text: 'This cannot be deleted while it has {what}' },
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
  PARAMETER_USED: {
    status: 409,
    text: 'This field cannot be deleted while a condition uses it: {where}',
  },
  PARAMETER_CYCLE: { status: 409, text: 'The conditions form a circle: {path}' },
  OVERRIDE_EXISTS: { status: 409, text: 'Someone else has already overridden this value' },
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
  VENDORS_MISSING: { status: 409, text: 'Choose at least one vendor' },
  HTTPS_NEEDED: { status: 403, text: 'Use https to open this' },
  INVITATION_LIMIT: {
    status: 429,
    text: '{count} invitations were sent to this address in the last 24 hours. The next one can be sent in {hours} h.',
  },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests; try again in {seconds} s' },
  TOO_LARGE: { status: 413, text: 'This is larger than {limit}' },
  UPDATE_NEEDED: { status: 426, text: 'Update to send' },
  SYNC_GAP: { status: 409, text: 'Earlier edits have not arrived yet' },
  OTHER_ORGANIZATION: {
    status: 403,
    text: 'This was written for another organization. Switch to that organization and send it again',
  },
  CLIENT_FOREIGN: { status: 403, text: 'These edits belong to another person' },
  UNAVAILABLE: { status: 503, text: 'The server is busy. Try again shortly' },
  STORAGE_FULL: { status: 507, text: 'The server is out of space. Nothing was saved' },
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
  FILE_DAMAGED: { status: 422, text: 'The file arrived damaged. Nothing was saved. Add it again' },
  FILE_AWAY: {
    status: 503,
    text: 'This file is not on this device yet. Open it when you are online',
  },
  VIEWS_FULL: { status: 409, text: 'You can save up to {count} views of a document' },
  FILES_FULL: { status: 409, text: 'You can add up to {count} files here' },
  FILE_QUOTA: { status: 409, text: 'Your organization has no space left for files' },
  WRONG_FILE: { status: 400, text: 'This file cannot be read: {problem}' },
} as const satisfies Record<string, { status: number; text: string }>

export type MessageCode = keyof typeof MESSAGES

/** The English text of a code with its placeholders filled. */
export const messageText = (
  code: MessageCode,
  detail: Record<string, string | number> = {},
): string =>
  MESSAGES[code].text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in detail ? String(detail[name]) : whole,
  )

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(MESSAGES, code)
