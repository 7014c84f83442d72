/** Messages about accounts, sessions, sign-in and organizations. */
export const ACCOUNT_MESSAGES = {
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
  'vendor.contacts': { status: 409, text: 'You must delete all contacts before deleting vendor!' },
  'primary.notflagged': { status: 409, text: 'User was not flagged as primary contact.' },
  'primary.cannotremove': { status: 409, text: 'Cannot remove primary contact flag.' },
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
  NO_CREDENTIALS: { status: 401, text: 'No credentials' },
  BAD_CREDENTIALS: { status: 401, text: 'Username or password is wrong' },
  OTP_REQUIRED: { status: 422, text: 'Enter the code from your authenticator app' },
  OTP_MISSING: { status: 422, text: 'Enter the code' },
  OTP_INVALID: { status: 422, text: 'This code is wrong, too old or already used' },
  TWO_FACTOR_REQUIRED: { status: 403, text: 'Your organization requires two-factor sign-in' },
  TWO_FACTOR_FIRST: { status: 409, text: 'Turn on two-factor sign-in for yourself first' },
  TWO_FACTOR_ACTIVE: { status: 409, text: 'Two-factor sign-in is already on' },
  ACCOUNT_WAITING: { status: 403, text: 'Your account has not been approved yet' },
  CONTACT_WAITING: {
    status: 403,
    text: 'Your access to {vendor} waits for approval. {organization} or your primary contact decides, and you will get an email',
  },
  CONTACT_OWN_INVITATION: {
    status: 409,
    text: 'You invited this contact. Another person has to approve them',
  },
  RESET_LIMIT: {
    status: 429,
    text: 'This person already got several links in the last hour. Try again later',
  },
  EMAIL_MISSING: { status: 409, text: 'This person has no email address' },
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
  MEMBER_OWNS_PROJECTS: {
    status: 409,
    text: 'Every project needs an owner. Hand over or archive the projects first',
  },
  ROLES_MIXED: {
    status: 409,
    text: 'A person cannot have both system roles and organization roles',
  },
  ORGANIZATION_IN_USE: { status: 409, text: 'This cannot be deleted while it has {what}' },
  INVITATION_LIMIT: {
    status: 429,
    text: '{count} invitations were sent to this address in the last 24 hours. The next one can be sent in {hours} h.',
  },
} as const satisfies Record<string, { status: number; text: string }>
