import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { NOTICE_GROUP_NAMES, type NoticeGroup } from '#schema/tables/notice-groups.ts'

/** The mails that a link ends: of these groups, in one project or (null) in all. */
export interface MailScope {
  userId: number
  projectId: string | null
  groups: readonly NoticeGroup[]
}

const Content = v.tuple([
  v.pipe(v.number(), v.integer()),
  v.nullable(v.string()),
  v.pipe(v.array(v.picklist(NOTICE_GROUP_NAMES)), v.minLength(1)),
])

/** The purpose is part of what is signed, so that no other use of the key fits. */
const sign = (secret: string, content: string): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`tenderbook unsubscribe\n${content}`)
    .digest()

/** A link's token; it is signed, not secret from its receiver, and does not expire. */
export const unsubscribeToken = (
  secret: string,
  { userId, projectId, groups }: MailScope,
): string => {
  const content = Buffer.from(JSON.stringify([userId, projectId, groups])).toString('base64url')
  return `${content}.${sign(secret, content).toString('base64url')}`
}

/** @returns null unless this server signed the token */
export const scopeOfToken = (secret: string, token: string): MailScope | null => {
  const [content = '', signature = '', ...rest] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(secret, content)
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
    return null
  const parsed = v.safeParse(Content, JSON.parse(Buffer.from(content, 'base64url').toString()))
  if (!parsed.success) return null
  const [userId, projectId, groups] = parsed.output
  return { userId, projectId, groups }
}
