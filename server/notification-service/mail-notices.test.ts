import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import type { Language } from '#schema/tables/languages.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { readUnsubscribe } from '../security/unsubscribe-token.ts'
import { mailDueNotices } from './mail-notices.ts'

const LATE_MS = 600_000
let town: Town
let now: number
let queued: number
let errors: unknown[]
let [olga, anna, vera] = [0, 0, 0]
/** Olga's two published projects, with Alpha as a vendor; Anna is an author of the first. */
beforeEach(async () => {
  town = await openTown()
  ;[now, queued, errors] = [NOW, 0, []]
  const { city, alpha } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  anna = await town.person('anna', city)
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  for (const id of [PROJECT_ID, 'other'])
    await storeRows(
      town.rows,
      inProject(
        buildRows({
          project: [project({ name: id === 'other' ? 'Roads' : 'Mail' })],
          projectVendor: [buildProjectVendor(alpha)],
        }),
        id,
      ),
    )
  await town.joins(PROJECT_ID, anna, 'role-project-req-author')
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const project = (changes: Partial<Project>): Project =>
  buildProject({
    ...{ organizationId: town.city, organizationName: 'City', ownerId: olga },
    ...{ state: 'PUBLISHED', publishedOn: 1, deadlineAt: null, ...changes },
  })
interface Wait {
  project?: string
  kind?: NoticeKind
  text?: string
  detail?: object
  createdOn?: number
  dueOn?: number
  tries?: number
}
/** A notification that waits for its mail, which is due at once. */
const wait = async (id: string, userId: number, given: Wait = {}): Promise<void> => {
  const { project: project_id = PROJECT_ID, kind = 'message.team', text = `Text ${id}` } = given
  const { createdOn = now, dueOn = createdOn, tries = 0 } = given
  const detail = JSON.stringify({ text, ...given.detail })
  const same = { user_id: userId, event_id: id, project_id, kind, created_on: createdOn }
  await queries()
    .insertInto('notifications')
    .values({ ...same, id, organization_id: null, detail, read_on: null })
    .execute()
  await queries()
    .insertInto('waiting_notices')
    .values({ ...same, notification_id: id, due_on: dueOn, tries })
    .execute()
}
const compose = async (signal?: AbortSignal): Promise<void> =>
  await mailDueNotices(
    {
      ...{ database: town.rows.database, clock: () => now, secret: 'secret' },
      baseUrl: 'https://book.test',
      onQueued: () => (queued += 1),
      onError: (error) => void errors.push(error),
    },
    signal,
  )
const mails = async () =>
  (await queries().selectFrom('mails').selectAll().orderBy('id').execute()).map((mail) => ({
    ...mail,
    text: `${mail.subject}\n${mail.text}`,
  }))
const subjects = async () =>
  (await mails()).map(({ recipient, subject }) => `${recipient} ${subject}`).toSorted()
const waiting = async () =>
  (
    await queries()
      .selectFrom('waiting_notices')
      .select(['event_id', 'due_on'])
      .orderBy('event_id')
      .execute()
  ).map(({ event_id, due_on }) => `${event_id} ${due_on - NOW}`)
