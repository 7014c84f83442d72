import { API } from '#schema/api/index.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization } from '#server/database/seed.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { publishedForm } from '../support/published-form.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { countUnsent, expectTruth } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

/** Adds a contact of Plone to NVDA, another vendor in the same projects. */
const joinNvda = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { id: userId } = await database.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'plone-contact')
    .executeTakeFirstOrThrow()
  const { id: vendorId } = await database.queries
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'NVDA')
    .executeTakeFirstOrThrow()
  const member = {
    user_id: userId,
    organization_id: vendorId,
    roles: '["role-vendor-contact"]',
    is_primary_contact: 0,
    created_on: 0,
  }
  const projects = await database.queries
    .selectFrom('project_vendors')
    .select('project_id')
    .where('vendor_id', '=', vendorId)
    .execute()
  const grants = projects.map(({ project_id }) => ({
    project_id,
    vendor_id: vendorId,
    user_id: userId,
    package_ids: null,
  }))
  await database.write(async (tx) => {
    await tx
      .insertInto('organization_members')
      .values(member)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('restrictions')
      .values(grants)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  await database.close()
}
/** Adds the same contact to NVDA and to a second requestor. */
const joinTwoMore = async (dataDir: string): Promise<void> => {
  await joinNvda(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { id: userId } = await database.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'plone-contact')
    .executeTakeFirstOrThrow()
  const requestorId = await seedOrganization(database, { name: 'Second Requestor' })
  const member = {
    user_id: userId,
    organization_id: requestorId,
    roles: '[]',
    is_primary_contact: 0,
    created_on: 0,
  }
  await database.write(
    async (tx) => void (await tx.insertInto('organization_members').values(member).execute()),
  )
  await database.close()
}
const makeActive = async (url: string, name: string): Promise<void> => {
  const api = await signInApi(url, 'plone-contact', DEMO_PASSWORD)
  const id = (await api.call(API.organizations.forCurrentUser, {})).find(
    (organization) => organization.name === name,
  )?.id
  await api.call(API.members.setActiveOrganization, { params: { id: String(id) } })
}
const change = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Switch organization…' }).click()
}

test('changing the active organization asks first and leaves no unsent work behind', async ({
  openDevice,
  server,
}) => {
  await joinTwoMore(server.dataDir)
  // Read the answer as a colleague: the change ends all sessions of the person who makes it.
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const device = await openDevice()
  const { page } = device
  const notes = page.getByLabel('Remarks and explanations')
  const KEPT = 'Written just before the organization was changed'
  await signInAs(page, 'plone-contact')
  await page.goto(form.path)
  await expect(notes).toBeVisible()

  await change(page)
  const dialog = page.getByRole('dialog', { name: 'Active organization' })
  await expect(dialog.getByRole('button', { name: 'NVDA (Demo Requestor)' })).toBeVisible()
  await seenEverywhere(page, 'the organizations of a person')
  await page.keyboard.press('Escape')
  await device.goOffline()
  await notes.fill(KEPT)
  await notes.press('Tab')
  await expect.poll(() => countUnsent(page)).toBeGreaterThan(0)

  await test.step('offline, the active organization stays', async () => {
    await change(page)
    await expect(dialog).toContainText('There is no connection to the server right now.')
    await page.keyboard.press('Escape')
    await expect(notes).toHaveValue(KEPT)
  })

  await test.step('online, unsent work is sent before the change', async () => {
    await device.goOnline()
    await change(page)
    await dialog.getByRole('button', { name: 'Second Requestor' }).click()
    const question = page.getByRole('dialog', { name: 'Switch organization' })
    await expect(question).toContainText(
      'Do you really want to change active organization to Second Requestor? After the change, you will be automatically logged out!',
    )
    await seenEverywhere(page, 'the question before the organization is changed')
    await question.getByRole('button', { name: 'Switch and sign out' }).click()
    await page.waitForURL('**/login**')
    await expect.poll(form.storedNotes).toBe(KEPT)
  })

  await signInAs(page, 'plone-contact')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(form.fullId)).toHaveCount(0)

  await test.step('a person who leaves the organization is signed out and continues in another', async () => {
    await page.getByRole('link', { name: 'Organization' }).click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Leave organization' }).click()
    const question = page.getByRole('dialog', { name: 'Leave Second Requestor?' })
    await expect(question).toContainText('This cannot be undone')
    await question.getByRole('button', { name: 'Leave organization' }).click()
    await page.waitForURL('**/login**')
    await signInAs(page, 'plone-contact')
    await expect(page).toHaveURL(/\/vendor\/dashboard\/projects$/)
  })
})

test('work for one organization waits on the device, hidden and unsent, until its writer works there again', async ({
  openDevice,
  server,
}) => {
  test.slow()
  await joinNvda(server.dataDir)
  const plone = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD), 1)
  const nvda = await publishedForm(await signInApi(server.url, 'nvda-primary', DEMO_PASSWORD), 1)
  const before = await nvda.storedNotes()
  const device = await openDevice()
  const { page } = device
  const notes = page.getByLabel('Remarks and explanations')
  const files = page.getByRole('region', { name: 'Files' })
  const KEPT = 'Only Plone may ever read this'
  const FILE = {
    name: 'plone.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7\n${KEPT}\n`),
  }
  const renewed = page.getByRole('dialog', { name: 'Renew session' })
  await makeActive(server.url, 'Plone')
  await signInAs(page, 'plone-contact')
  await page.goto(plone.path)
  await expect(files).toBeVisible()
  await device.goOffline()
  await notes.fill(KEPT)
  await notes.press('Tab')
  await files.locator('input[type=file]').setInputFiles(FILE)
  await expect(files).toContainText('Waiting to be sent')

  await test.step('another device makes the other organization active, and the session is renewed for it', async () => {
    await makeActive(server.url, 'NVDA')
    await device.goOnline()
    await renewed.locator('input[type=password]').fill(DEMO_PASSWORD, { timeout: 60_000 })
    await page.keyboard.press('Enter')
    await expect(page.getByText('You now work in NVDA.')).toBeVisible({ timeout: 60_000 })
    await page.goto(nvda.path)
    await expect(notes).toHaveValue(String(before ?? ''), { timeout: 60_000 })
    await expect(files).toContainText('No files yet', { timeout: 60_000 })
    await expectTruth(page, () => 'Saved')
    expect(await dumpStorage(page)).not.toContain(KEPT)
    expect(await nvda.storedNotes()).toEqual(before)
    expect(await plone.storedNotes()).not.toBe(KEPT)
  })

  await test.step('a bar and the choice of organizations show the count of waiting edits and their deadline', async () => {
    const bar = page.getByRole('status').filter({ hasText: 'for another organization' })
    await expect(bar).toContainText(/^You have 2 unsent edits .* Must be sent by \d\d\.\d\d\.\d{4}/)
    await change(page)
    const dialog = page.getByRole('dialog', { name: 'Active organization' })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Plone' })).toContainText(
      'You have 2 unsent edits on this device. Must be sent by',
    )
    await expect(dialog.getByText('unsent edits on this device')).toHaveCount(1)
    await seenEverywhere(page, 'an organization with unsent work')
    await dialog.getByRole('button', { name: /^Plone/ }).click()
    await page.getByRole('button', { name: 'Switch and sign out' }).click()
    await page.waitForURL('**/login**')
  })

  await test.step('back in the first organization, text and file are sent without a click', async () => {
    await signInAs(page, 'plone-contact')
    await expect.poll(plone.storedNotes, { timeout: 60_000 }).toBe(KEPT)
    await page.goto(plone.path)
    await expect(notes).toHaveValue(KEPT)
    await expect(files.getByRole('listitem').filter({ hasText: FILE.name })).toContainText(
      'Saved',
      { timeout: 60_000 },
    )
    expect(await nvda.storedNotes()).toEqual(before)
  })
})

test('a session renewed for another organization in one tab moves the other tab too, and the unsent work of both waits @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  await joinNvda(server.dataDir)
  const [api, nvdaApi] = [
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    await signInApi(server.url, 'nvda-primary', DEMO_PASSWORD),
  ]
  const plone = [await publishedForm(api, 3), await publishedForm(api, 4)] as const
  const nvda = [await publishedForm(nvdaApi, 3), await publishedForm(nvdaApi, 4)] as const
  const before = [await nvda[0].storedNotes(), await nvda[1].storedNotes()]
  const device = await openDevice()
  const { page } = device
  const notes = (one: Page) => one.getByLabel('Remarks and explanations')
  const renewed = (one: Page) => one.getByRole('dialog', { name: 'Renew session' })
  const SECRET = 'For Plone alone'
  await makeActive(server.url, 'Plone')
  await signInAs(page, 'plone-contact')
  await page.goto(plone[0].path)
  await expect(notes(page)).toBeVisible()
  const other = await device.context.newPage()
  await other.goto(plone[1].path)
  await expect(notes(other)).toBeVisible()
  await device.goOffline()
  await notes(page).fill(`${SECRET}, first tab`)
  await notes(page).press('Tab')
  await expect.poll(() => countUnsent(page)).toBe(1)
  // This text is still in its field when the session turns out to have ended.
  await notes(other).fill(`${SECRET}, second tab`)
  await makeActive(server.url, 'NVDA')
  await device.goOnline()
  await expect(renewed(page)).toBeVisible({ timeout: 60_000 })
  await expect(renewed(other)).toBeVisible({ timeout: 60_000 })

  await test.step('both tabs name the new organization and the waiting work', async () => {
    await page.bringToFront()
    await renewed(page).locator('input[type=password]').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    for (const one of [page, other]) {
      await expect(
        one.getByText(
          'You now work in NVDA. This device has unsent work for Plone. Switch to Plone to send it.',
        ),
      ).toBeVisible({ timeout: 60_000 })
      await expect(one).toHaveURL(/\/vendor\/dashboard\/projects$/)
      await expect(renewed(one)).toBeHidden()
      expect(await one.content()).not.toContain(SECRET)
      expect(await dumpStorage(one)).not.toContain(SECRET)
    }
  })

  await test.step('the other tab writes for the new organization alone', async () => {
    await other.goto(nvda[1].path)
    await expect(notes(other)).toHaveValue(String(before[1] ?? ''), { timeout: 60_000 })
    await notes(other).fill('Of NVDA')
    await notes(other).press('Tab')
    await expect.poll(nvda[1].storedNotes, { timeout: 60_000 }).toBe('Of NVDA')
    expect(await nvda[0].storedNotes()).toEqual(before[0])
    for (const form of plone) expect(String(await form.storedNotes())).not.toContain(SECRET)
  })

  await test.step('back in the former organization, both edits are sent', async () => {
    await change(other)
    await other
      .getByRole('dialog', { name: 'Active organization' })
      .getByRole('button', { name: /^Plone/ })
      .click()
    await other.getByRole('button', { name: 'Switch and sign out' }).click()
    for (const one of [page, other]) await one.waitForURL('**/login**')
    await signInAs(page, 'plone-contact')
    await expect.poll(plone[0].storedNotes, { timeout: 60_000 }).toBe(`${SECRET}, first tab`)
    await expect.poll(plone[1].storedNotes, { timeout: 60_000 }).toBe(`${SECRET}, second tab`)
    expect([await nvda[0].storedNotes(), await nvda[1].storedNotes()]).toEqual([
      before[0],
      'Of NVDA',
    ])
    // The sign-in covers the other tab too.
    await other.goto(plone[1].path)
    await expect(notes(other)).toHaveValue(`${SECRET}, second tab`)
  })
})

test('changing the organization with work that cannot be sent asks: stay, keep sealed, or discard after a typed word @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  await joinNvda(server.dataDir)
  await makeActive(server.url, 'Plone')
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD), 2)
  const device = await openDevice()
  const { page } = device
  const files = page.getByRole('region', { name: 'Files' })
  const question = page.getByRole('dialog', { name: 'You have unsent work' })
  const PAUSED = {
    name: 'held-back.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nHELD-BACK\n'),
  }
  const askFor = async (name: string): Promise<void> => {
    await change(page)
    await page
      .getByRole('dialog', { name: 'Active organization' })
      .getByRole('button', { name })
      .click()
    await page.getByRole('button', { name: 'Switch and sign out' }).click()
    await expect(question).toContainText('has not reached the server', { timeout: 60_000 })
  }
  await signInAs(page, 'plone-contact')
  await page.goto(form.path)
  await expect(files).toBeVisible()
  await device.goOffline()
  await files.locator('input[type=file]').setInputFiles(PAUSED)
  await files.getByRole('button', { name: `Pause ${PAUSED.name}` }).click()
  await device.goOnline()
  await expect(files).toContainText('Paused')
  await expect(page.locator('[data-sync-phase]')).toHaveAttribute('data-sync-phase', 'unsent', {
    timeout: 60_000,
  })

  await test.step('stay: the work can be downloaded first', async () => {
    await askFor('NVDA (Demo Requestor)')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: 'Download unsent work' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.tenderbook$/)
    await expect(question).toContainText('is sent when you work in Plone again')
    await seenEverywhere(page, 'unsent work before the organization is changed')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(files).toContainText('Paused')
  })
  await test.step('keep: the other organization shows no trace of the work, and the first organization has it again', async () => {
    await askFor('NVDA (Demo Requestor)')
    await question.getByRole('button', { name: 'Keep on this device and sign out' }).click()
    await page.waitForURL('**/login**')
    expect(await dumpStorage(page)).not.toContain('HELD-BACK')
    await signInAs(page, 'plone-contact')
    await page.goto(form.path)
    await expect(files).toContainText('No files yet', { timeout: 60_000 })
    await change(page)
    await page
      .getByRole('dialog', { name: 'Active organization' })
      .getByRole('button', { name: /^Plone/ })
      .click()
    await page.getByRole('button', { name: 'Switch and sign out' }).click()
    await page.waitForURL('**/login**')
    await signInAs(page, 'plone-contact')
    await page.goto(form.path)
    await expect(files).toContainText('Paused', { timeout: 60_000 })
  })
  await test.step('discard: the work is gone from the device', async () => {
    await askFor('NVDA (Demo Requestor)')
    await question.getByRole('textbox').fill('discard')
    await question.getByRole('button', { name: 'Discard and sign out' }).click()
    await page.waitForURL('**/login**')
    const names = await page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name ?? ''),
    )
    expect(names.filter((name) => name.startsWith('tenderbook-user-'))).toEqual([])
  })
})
