/** The purposes of one-time links in mails. */
export const LINK_PURPOSES = [
  'register',
  'reset-password',
  'change-email',
  'undo-email-change',
] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export const LINK_MS = 30 * 60_000
/** How long the former address of an account can undo a change of address. */
export const UNDO_EMAIL_MS = 7 * 86_400_000
export const LINK_LASTS_MS = {
  register: LINK_MS,
  'reset-password': LINK_MS,
  'change-email': LINK_MS,
  'undo-email-change': UNDO_EMAIL_MS,
} as const satisfies Record<LinkPurpose, number>
export const INVITATION_MS = 7 * 86_400_000
/** How many invitations an organization, or a person, can send to one address. */
export const INVITATION_MAILS = { count: 5, windowMs: 86_400_000 } as const

/** The states of a link; only a `valid` link can be used. */
export const LINK_STATES = ['valid', 'expired', 'used', 'cancelled', 'unknown'] as const
export type LinkState = (typeof LINK_STATES)[number]
