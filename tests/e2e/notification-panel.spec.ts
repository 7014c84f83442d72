import { API } from '#schema/api/index.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import { newId } from '#server/database/new-id.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import type { RunningServer } from '../support/start-server.ts'
import { seenEverywhere } from '../support/themes.ts'

const MESSAGES = 214
const DAY_MS = 24 * 3_600_000

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const list = (page: Page) => panel(page).getByRole('list', { name: 'Notifications' })
const filter = (page: Page) => panel(page).getByRole('combobox', { name: 'Project' })
const unreadOf = async (page: Page): Promise<number> =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)
const openPanel = async (page: Page): Promise<void> => {
  await bell(page).click()
  await expect(panel(page)).toBeVisible()
}
const closePanel = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
}

interface Written {
  kind: NoticeKind
  projectId: string
  detail: object
  at: number
}
/** Gives one person these notifications and no others, while the server is stopped. */
const prepare = async (server: RunningServer, written: readonly Written[]): Promise<void> => {
  await server.stop()
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined })
  const idOf = async (username: string): Promise<number> =>
    (
      await database.queries
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).id
  const userId = await idOf('evaluator')
  const actorId = await idOf('owner')
  await database.write(async (tx) => {
    await tx.deleteFrom('events').execute()
    await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
    for (const { kind, projectId, detail, at } of written)
      await tx
        .insertInto('notifications')
        .values({
          id: newId(at),
          user_id: userId,
          event_id: newId(at),
          project_id: projectId,
          organization_id: null,
          kind,
          detail: JSON.stringify({ ...detail, actorId }),
          created_on: at,
          read_on: null,
        })
        .execute()
  })
  await database.close()
  await server.start()
}

test('the panel groups, filters and pages beyond what the device has, and reads what it listed', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const api = await signInApi(server.url, 'evaluator', DEMO_PASSWORD)
  const { items: projects } = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const [large, small] = projects
  if (large === undefined || small === undefined) throw new Error('the demo has two projects')
  const now = Date.now()
  const message = (projectId: string, text: string, at: number): Written => ({
    ...{ kind: 'message.team', projectId, detail: { text }, at },
  })
  await prepare(server, [
    ...[0, 1, 2].map((number) => message(small.id, `Old ${number}`, now - 90 * DAY_MS + number)),
    ...Array.from({ length: MESSAGES }, (_, number) =>
      message(large.id, `No. ${number};`, now - 60 * DAY_MS + number * 60_000),
    ),
    ...Array.from({ length: 12 }, (_, number): Written => {
      const detail = { documentId: `d${number}`, thing: `Document ${number}` }
      return { kind: 'document.assigned', projectId: large.id, detail, at: now - 120_000 + number }
    }),
  ])
  const device = await openDevice()
  const { page } = device
  await signInAs(page, 'evaluator')
  // With the one that tells of this sign-in.
  await expect.poll(() => unreadOf(page)).toBe(MESSAGES + 16)

  await test.step('a group tells what, how often and by whom, and opens', async () => {
    await openPanel(page)
    const text = `12 documents in ${large.name} were assigned to you`
    const group = list(page).locator('> li').filter({ hasText: text })
    await expect(group).toHaveCount(1)
    const owner = (await signInApi(server.url, 'owner', DEMO_PASSWORD)).session.name
    await expect(group).toContainText(owner)
    await seenEverywhere(page, 'the panel with a group')
    await group.getByRole('button', { name: 'Show the notifications of this group' }).click()
    const items = group.getByRole('listitem')
    await expect(items).toHaveCount(12)
    await expect(items.first()).toContainText('You own the document “Document 11”')
    await items.nth(3).getByRole('button', { name: 'Mark as read' }).click()
    await expect(group.getByText('11 unread')).toBeVisible()
    await seenEverywhere(page, 'the panel with an open group')
    await group.getByRole('button', { name: 'Mark as read' }).first().click()
    await expect(list(page).getByText('Unread:').first()).toBeAttached()
    await expect.poll(() => unreadOf(page)).toBe(MESSAGES + 4)
  })

  await test.step('the filter finds a project whose notifications the device has not', async () => {
    await filter(page).click()
    await page.getByRole('option', { name: `${small.name} (3)` }).click()
    await expect(list(page).getByText(/: Old \d$/)).toHaveCount(3)
    await expect(panel(page)).toContainText('3 of 3')
    await seenEverywhere(page, 'the filtered panel')
    const oldest = list(page).getByRole('listitem').last()
    await oldest.getByRole('button', { name: 'Mark as read' }).click()
    await expect(oldest).not.toContainText('Unread:')
    await expect.poll(() => unreadOf(page)).toBe(MESSAGES + 3)
    await oldest.getByRole('button', { name: 'Mark as unread' }).click()
    await expect.poll(() => unreadOf(page)).toBe(MESSAGES + 4)
    // Closing reads the filtered ones, but not the one marked unread, and no other.
    await closePanel(page)
    await expect.poll(() => unreadOf(page)).toBe(MESSAGES + 2)
    await expect
      .poll(async () => (await api.call(API.notifications.list, { body: {} })).unread)
      .toBe(MESSAGES + 2)
  })

  await test.step('every notification is there once, while newer ones arrive', async () => {
    await openPanel(page)
    const texts = list(page).getByText(/: No\. \d+;$/)
    await expect(texts).not.toHaveCount(0)
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const send = async (text: string) =>
      await owner.call(API.notifications.send, {
        params: { id: large.id },
        body: { text, team: true },
      })
    await send('News one')
    await expect(list(page).getByText('News one')).toBeVisible()
    const status = panel(page).getByRole('status')
    await expect
      .poll(
        async () => {
          await status.scrollIntoViewIfNeeded()
          return await texts.count()
        },
        { timeout: 90_000 },
      )
      .toBe(MESSAGES)
    await send('News two')
    await expect(list(page).getByText('News two')).toHaveCount(1)
    const numbers = (await texts.allTextContents()).map((text) => /No\. (\d+);/.exec(text)?.[1])
    expect(numbers).toEqual(Array.from({ length: MESSAGES }, (_, at) => String(MESSAGES - 1 - at)))
    await expect(list(page).getByText(/: Old \d$/)).toHaveCount(3)
    await closePanel(page)
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await expect
      .poll(async () => (await api.call(API.notifications.list, { body: {} })).unread)
      .toBe(0)
    await openPanel(page)
    await expect(list(page).getByText('Unread:')).toHaveCount(0)
    await seenEverywhere(page, 'the panel with everything read')
    await closePanel(page)
  })

  await test.step('offline, it says so before any request and has the latest 200', async () => {
    await device.goOffline()
    await openPanel(page)
    await expect(panel(page)).toContainText('You are offline')
    const status = panel(page).getByRole('status')
    await expect
      .poll(
        async () => {
          await status.scrollIntoViewIfNeeded()
          return await status.textContent()
        },
        { timeout: 90_000 },
      )
      .toMatch(/^200 of \d+$/)
    await filter(page).click()
    await page.getByRole('option', { name: `${small.name} (3)` }).click()
    await expect(panel(page)).toContainText('None of them is on this device.')
    await seenEverywhere(page, 'the panel offline')
    await device.goOnline()
    await expect(panel(page)).not.toContainText('You are offline')
    await closePanel(page)
  })
})

test('a person without notifications is told what the panel will show @variation', async ({
  page,
}) => {
  // A sign-in is an event itself, so every list has one.
  const none = { items: [], total: 0, pageNumber: 0, pageSize: 10, projects: [], unread: 0 }
  await page.route('**/notification-service/notifications', (route) =>
    route.fulfill({ json: none }),
  )
  await signInAs(page, 'author')
  await openPanel(page)
  await expect(panel(page)).toContainText('No notifications yet')
  await seenEverywhere(page, 'the empty panel')
})

test('an own edit that has needed a decision for an hour counts and leads to it, offline too @variation', async ({
  openDevice,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'drupal-contact')
  await untilInstalled(page)
  await expect(bell(page)).toBeVisible()
  // Parked edits as a verdict of the server leaves them.
  await page.evaluate(async () => {
    const { name = '' } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith('tenderbook-user-')) ?? {}
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
    })
    const store = database.transaction('parked', 'readwrite').objectStore('parked')
    const hour = 3_600_000
    for (const [id, label, at] of [
      ['one', 'Answer of yesterday', Date.now() - 24 * hour],
      ['two', 'Answer of the morning', Date.now() - 2 * hour],
      ['three', 'Answer of a minute ago', Date.now() - hour / 60],
    ] as const)
      store.put({
        ...{ id, mid: 1, projectId: 'p', command: 'commitments.update', base: {}, conflicts: [] },
        ...{ args: { values: { notes: label } }, status: 'refused', reason: 'DEADLINE_PASSED' },
        ...{ detail: {}, at, clientAt: at, label, standing: '' },
      })
    await new Promise((resolve) => {
      store.transaction.oncomplete = resolve
    })
    database.close()
  })
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName(/, 2 edits need your decision$/)
  await device.goOffline()
  await openPanel(page)
  const waiting = panel(page).getByRole('region', { name: 'Your edits that need a decision' })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await expect(waiting).not.toContainText('a minute ago')
  await seenEverywhere(page, 'the panel with edits that wait')
  await waiting.getByRole('button', { name: /Answer of the morning/ }).click()
  await expect(panel(page)).toBeHidden()
  const dialog = page.getByRole('dialog', { name: 'Rejected: Answer of the morning' })
  await expect(dialog).toBeVisible()
  await axe(page, 'the decision')
  await device.goOnline()
})
