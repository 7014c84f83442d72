/** Whose and for which organization: what is typed for one is no text of another's. */
export interface Membership { userId: number; organizationId: number }

const OF = { form: 'tenderbook.form', draft: 'tenderbook.draft' } as const
const NOBODY: Membership = { userId: 0, organizationId: 0 }
const keyOf = (kind: keyof typeof OF, { userId, organizationId }: Membership): string => `${OF[kind]}/${userId}-${organizationId}/`
const forget = (prefix: string): void => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

/** Where forms are kept that are sent only when their button is pressed. */
export const formKeyOf = (membership: Membership | null, name: string): string => keyOf('form', membership ?? NOBODY) + name

/** Where texts of a project are kept that stand in an open editor. */
export const draftKeyOf = (membership: Membership | null, projectId: string): string => `${keyOf('draft', membership ?? NOBODY)}${projectId}/`

/** Whoever signs out leaves no form half filled in for the next person at this device, of whichever organization. */
export const forgetForms = (userId: number): void => forget(`${OF.form}/${userId}-`)

/** Goes with the unsent work that somebody discards. */
export const forgetDrafts = (membership: Membership): void => forget(keyOf('draft', membership))
