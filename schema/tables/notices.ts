import { ACCOUNT_NOTICES } from './account-notices.ts'
import { PROJECT_NOTICES } from './project-notices.ts'
import { WORK_NOTICES } from './work-notices.ts'

/** The events that people are told of: recipients, texts in each language, and the screen they lead to. */
export const NOTICES = { ...PROJECT_NOTICES, ...WORK_NOTICES, ...ACCOUNT_NOTICES } as const

export type NoticeKind = keyof typeof NOTICES
export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]
