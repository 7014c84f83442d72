import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import {
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { openDemoProject, openFirstRequirement } from '../support/demo-project.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { seenEverywhere, seenInBothThemes } from '../support/themes.ts'
import { saysSync } from '../support/sync-truth.ts'
import { removeProfile } from '../support/remove-profile.ts'

const TAINT = 'PLONE-TAINT the price is 100'
const PLAN = {
  name: 'PLONE-TAINT.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${TAINT}\n`),
}

const filesOf = (page: Page) => page.getByRole('region', { name: 'Files' })
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  filesOf(page).locator('input[type=file]').setInputFiles(files)

const openRequirement = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await expect(filesOf(page)).toBeVisible({ timeout: 60_000 })
}
const download = async (page: Page, name: string): Promise<Buffer> => {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    filesOf(page).getByRole('button', { name, exact: true }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(name)
  return readFile(await saved.path())
}

test('a file added offline survives a closed browser, is sent without a click, and only its vendor sees it', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { plone, requirement, url } = await openFirstRequirement(server)
  const profileDir = await mkdtemp(join(tmpdir(), 'tenderbook-profile-'))
  let device: Device = await openDevice({ installs: true, profileDir })

  await test.step('adds the file offline, beside other files that are refused with the reason', async () => {
    const { page } = device
    await signInAs(page, 'plone-primary')
    await openRequirement(page, url)
    await untilInstalled(page)
    await saysSync(page, 'Saved')
    await expect(filesOf(page)).toContainText('No files yet')
    await device.goOffline()
    await choose(page, [
      PLAN,
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<html>') },
      { name: 'not-a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('PK\u0003\u0004') },
    ])
    await expect(filesOf(page).getByRole('alert')).toContainText('empty.txt: This file is empty')
    await expect(filesOf(page).getByRole('alert')).toContainText(
      'page.html: Files of type html are not allowed here',
    )
    await expect(filesOf(page).getByRole('alert')).toContainText(
      'not-a.pdf: The content of this file does not match its type (.pdf)',
    )
    await expect(filesOf(page).getByRole('listitem').filter({ hasText: PLAN.name })).toContainText(
      'Waiting to be sent',
    )
    await saysSync(page, '1 not sent')
    await seenInBothThemes(page, 'files that wait')
  })

  await test.step('removes a file and restores it with undo', async () => {
    const { page } = device
    await filesOf(page)
      .getByRole('button', { name: `Remove ${PLAN.name}` })
      .press('Enter')
    await expect(filesOf(page).getByRole('button', { name: PLAN.name, exact: true })).toHaveCount(0)
    await page.locator('[data-tone]').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(filesOf(page).getByRole('button', { name: PLAN.name, exact: true })).toBeVisible()
  })

  await test.step('finds the file after the browser was closed, still offline', async () => {
    const { proxy } = device
    await device.close()
    device = await openDevice({ installs: true, profileDir, proxy })
    await device.goOffline()
    await openRequirement(device.page, url)
    await expect(filesOf(device.page)).toContainText('Waiting to be sent')
    expect((await download(device.page, PLAN.name)).toString()).toContain(TAINT)
  })

  await test.step('sends the file without a click', async () => {
    await device.goOnline()
    await saysSync(device.page, 'Saved')
    await expect(
      filesOf(device.page).getByRole('listitem').filter({ hasText: PLAN.name }),
    ).toContainText('Saved')
    await device.page.setViewportSize({ width: 390, height: 844 })
    await filesOf(device.page).scrollIntoViewIfNeeded()
    expect(
      await device.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await seenInBothThemes(device.page, 'a saved file')
  })

  await test.step('a colleague downloads the file and then reads it offline', async () => {
    const colleague = await openDevice()
    await signInAs(colleague.page, 'plone-contact')
    await openRequirement(colleague.page, url)
    expect((await download(colleague.page, PLAN.name)).equals(PLAN.buffer)).toBe(true)
    await colleague.goOffline()
    expect((await download(colleague.page, PLAN.name)).equals(PLAN.buffer)).toBe(true)
  })

  await test.step('another vendor and the owner find no trace of the file', async () => {
    for (const username of ['drupal-primary', 'owner'] as const) {
      const other = await openDevice()
      await signInAs(other.page, username)
      await openRequirement(other.page, url)
      await saysSync(other.page, 'Saved')
      await expect(filesOf(other.page).getByRole('listitem')).toHaveCount(0)
      expect(await dumpStorage(other.page)).not.toContain('PLONE-TAINT')
      expect(await other.page.content()).not.toContain('PLONE-TAINT')
    }
  })

  await test.step('removes the file, undoes the removal, and removes the file for everyone', async () => {
    const { page } = device
    const remove = () =>
      filesOf(page)
        .getByRole('button', { name: `Remove ${PLAN.name}` })
        .click()
    await remove()
    await page.locator('[data-tone]').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(filesOf(page).getByRole('button', { name: PLAN.name, exact: true })).toBeVisible()
    await expect(filesOf(page).getByRole('listitem')).toContainText('Saved', { timeout: 60_000 })
    await remove()
    const left = () => plone.raw('GET', `/projects-service/requirements/${requirement.id}/files`)
    await expect.poll(left, { timeout: 60_000 }).toEqual({ status: 200, text: '[]' })
    await saysSync(page, 'Saved')
  })
  await removeProfile(profileDir)
})

test('a requestor adds a file by dropping it, and vendors read it', async ({
  openDevice,
  server,
}) => {
  const { documentUrl, requirements } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const url = `${documentUrl}/requirement/${requirements[1]?.fullId}`
  const owner = await openDevice()
  await signInAs(owner.page, 'owner')
  await openRequirement(owner.page, url)
  const data = await owner.page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['a;b\n1;2\n'], 'numbers.csv', { type: 'text/csv' }))
    return transfer
  })
  await filesOf(owner.page).dispatchEvent('drop', { dataTransfer: data })
  await expect(filesOf(owner.page).getByRole('listitem')).toContainText('numbers.csv')
  await expect(filesOf(owner.page).getByRole('listitem')).toContainText('Saved', {
    timeout: 60_000,
  })

  const vendor = await openDevice()
  await signInAs(vendor.page, 'nvda-contact')
  await openRequirement(vendor.page, url)
  const listed = filesOf(vendor.page).getByRole('listitem')
  await expect(listed).toContainText('numbers.csv')
  await vendor.goOffline()
  await expect(listed).toContainText(
    'Not on this device; it can be opened once there is a connection',
    { timeout: 60_000 },
  )
  await expect(listed).toContainText(/numbers\.csv1 kB/)
  await vendor.goOnline()
  await expect(listed).toContainText('Saved', { timeout: 60_000 })
  expect((await download(vendor.page, 'numbers.csv')).toString()).toBe('a;b\n1;2\n')
  await expect(
    filesOf(vendor.page).getByRole('button', { name: 'Remove numbers.csv' }),
  ).toHaveCount(0)
})

test('files of a package and of a document are listed there, renamed offline, and read by vendors @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const drupal = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
  const { project, documentId, documentUrl } = await openDemoProject(drupal, 'PUBLISHED')
  if (!project) throw new Error('the demo has no project')
  const references = await drupal.call(API.projects.references, { params: { id: project.id } })
  const packageUrl = `/project/${project.id}/packages/${references.find(({ id }) => id === documentId)?.parentId}`
  const device = await openDevice({ installs: true })
  const { page } = device
  const name = async (from: string, words: { alias: string; description?: string }) => {
    await filesOf(page)
      .getByRole('button', { name: `Rename ${from}` })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Display name of/ })
    await expect(dialog.getByLabel('Display name')).toBeFocused()
    await dialog.getByLabel('Display name').fill(words.alias)
    if (words.description !== undefined)
      await dialog.getByLabel('Description').fill(words.description)
    await seenEverywhere(page, 'the name of a file')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await signInAs(page, 'owner')
  await page.goto(packageUrl)
  await expect(filesOf(page)).toContainText('No files yet')
  await untilInstalled(page)
  await saysSync(page, 'Saved')

  await test.step('a waiting file is renamed and keeps its new name through a reload', async () => {
    await device.goOffline()
    await choose(page, { ...PLAN, name: 'terms.pdf' })
    await expect(filesOf(page)).toContainText('Waiting to be sent')
    await name('terms.pdf', {
      alias: 'General terms',
      description: 'They hold for every document of the package.',
    })
    await expect(filesOf(page)).toContainText('General terms')
    await page.reload()
    await expect(
      filesOf(page).getByRole('button', { name: 'General terms', exact: true }),
    ).toBeVisible()
    await expect(filesOf(page)).toContainText('They hold for every document of the package.')
    await seenEverywhere(page, 'files of a package')
  })
  await test.step('the file is sent with its new name, is renamed again, and undo restores the former name', async () => {
    await device.goOnline()
    await expect(filesOf(page).getByRole('listitem')).toContainText('Saved', { timeout: 60_000 })
    await name('General terms', { alias: 'Terms of sale' })
    await expect(
      filesOf(page).getByRole('button', { name: 'Terms of sale', exact: true }),
    ).toBeVisible()
    await page.getByRole('heading', { name: 'Files' }).click()
    await page.keyboard.press('Control+z')
    await expect(
      filesOf(page).getByRole('button', { name: 'General terms', exact: true }),
    ).toBeVisible()
  })
  await test.step('a document has its own files', async () => {
    await page.goto(documentUrl)
    await page.getByRole('button', { name: 'Files', exact: true }).click()
    await expect(filesOf(page)).toContainText('No files yet')
    await choose(page, { ...PLAN, name: 'annex.pdf' })
    await expect(filesOf(page).getByRole('listitem')).toContainText('Saved', { timeout: 60_000 })
    await seenEverywhere(page, 'files of a document')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Files (1)' })).toBeVisible()
    await seenEverywhere(page, 'a document with files')
    await saysSync(page, 'Saved')
  })

  const vendor = await openDevice()
  await signInAs(vendor.page, 'nvda-contact')
  await vendor.page.goto(packageUrl)
  await expect(
    filesOf(vendor.page).getByRole('button', { name: 'General terms', exact: true }),
  ).toBeVisible({ timeout: 60_000 })
  await expect(filesOf(vendor.page).getByRole('button', { name: /^(Rename|Remove)/ })).toHaveCount(
    0,
  )
  await vendor.page.goto(documentUrl)
  await vendor.page.getByRole('button', { name: 'Files (1)' }).click()
  await expect(filesOf(vendor.page).getByRole('listitem')).toContainText('annex.pdf')
  await seenEverywhere(vendor.page, 'files of a document, a vendor')
})
