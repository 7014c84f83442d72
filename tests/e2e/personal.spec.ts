import { join } from 'node:path'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { mailsTo } from '../support/mails-to.ts'
import { projectRoot } from '../support/project-root.ts'
import { seenEverywhere } from '../support/themes.ts'

// The browser captures its own tab without asking, as if the person agreed.
test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGS, '--auto-accept-this-tab-capture'],
  },
})

const PICTURE = join(projectRoot, 'client/public/icons/icon-192.png')
const NEW_PASSWORD = 'Quiet-harbour-81'
const SAID = {
  firstname: 'Demo',
  lastname: 'Contact',
  about: '',
  homepage: '',
  company: '',
  location: '',
  phone: '',
  isPublic: true,
}

const choosePicture = async (page: Page, button: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(PICTURE)
}
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test('colleagues read a profile with a picture once it is public', async ({ page, server }) => {
  await signInAs(page, 'owner')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByLabel('First name').fill('')
  await page.getByLabel('Homepage').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(alert(page)).toContainText('Enter your first name')
  await expect(alert(page)).toContainText('starts with https://')
  await seenEverywhere(page, 'profile with errors')
  await page.getByLabel('First name').fill('Olga')
  await page.getByLabel('Homepage').fill('https://city.example/')
  await page.getByLabel('About').fill('Buys software.\nCall me.')
  await page.getByRole('switch', { name: 'Make my profile visible to others' }).press('Space')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account of Olga/ })).toBeVisible()

  await choosePicture(page, 'Choose a picture…')
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  await expect(dialog.getByLabel('Zoom')).toBeFocused()
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByLabel('Move left or right').fill('0.6')
  await seenEverywhere(page, 'a picture is cut')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await seenEverywhere(page, 'profile')

  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const id =
    (
      await owner.call(API.projects.byUser, {
        params: { id: String(owner.session.userId) },
        body: {},
      })
    ).items[0]?.id ?? ''
  await page.goto(`/project/${id}/settings/members`)
  await page.getByRole('button', { name: /^Olga/ }).click()
  const profile = page.getByRole('dialog', { name: 'Personal information' })
  await expect(profile).toContainText('Buys software.')
  await seenEverywhere(page, 'the profile of somebody')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Demo Evaluator', exact: true }).click()
  await expect(profile).toContainText('Selected user has no public profile!')
})

test('an unsaved profile and unsent feedback survive a reload, can be discarded, and are gone after signing out', async ({
  page,
}) => {
  await signInAs(page, 'nvda-contact')
  await page.goto('/vendor/dashboard/personal')
  const about = page.getByLabel('About')
  await about.fill('Half a sentence of my life')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback…' }).click()
  await page.getByLabel('Your feedback').fill('Half a complaint')
  await page.reload()
  await expect(about).toHaveValue('Half a sentence of my life')
  await seenEverywhere(page, 'a profile that is not saved yet')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(about).toHaveValue('')
  await page.reload()
  await expect(about).toHaveValue('')
  await about.fill('Once more')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback…' }).click()
  await expect(page.getByLabel('Your feedback')).toHaveValue('Half a complaint')
  expect(await dumpStorage(page)).toContain('Half a complaint')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  const left = await dumpStorage(page)
  for (const words of ['Half a complaint', 'Once more']) expect(left).not.toContain(words)
})

test('a vendor reads the profiles of its own people and of the requestor, and none of another vendor', async ({
  page,
  server,
  watch,
}) => {
  watch.expectNetworkErrors(true)
  for (const username of ['plone-contact', 'drupal-contact', 'evaluator']) {
    const client = await signInApi(server.url, username, DEMO_PASSWORD)
    const updatedOn = (await client.call(API.profiles.own, {})).updatedOn
    await client.call(API.profiles.update, { body: { ...SAID, updatedOn, lastname: username } })
  }
  await signInAs(page, 'drupal-primary')
  for (const [username, isShown] of [
    ['drupal-contact', true],
    ['evaluator', true],
    ['plone-contact', false],
    ['nobody-at-all', false],
  ] as const) {
    await page.goto(`/profile/${username}`)
    await expect(
      page.getByText(isShown ? `Demo ${username}` : 'Selected user has no public profile!'),
    ).toBeVisible()
  }
  await seenEverywhere(page, 'no public profile')
})

test('the account page changes address and password, signs devices out and deletes the account', async ({
  page,
  server,
  watch,
}) => {
  watch.expectNetworkErrors(true)
  const other = await signInApi(server.url, 'author', DEMO_PASSWORD)
  await signInAs(page, 'author')
  await page.goto('/settings/account')
  await expect(page.getByRole('row', { name: /This device/ })).toBeVisible()
  await seenEverywhere(page, 'account')

  await test.step('a link in its mailbox confirms a new address', async () => {
    const part = page.getByRole('region', { name: 'Email address' })
    await part.getByRole('button', { name: 'Change email address' }).click()
    await expect(part.getByRole('alert')).toContainText('There are 2 problems')
    await part.getByLabel('New email address').fill('next@city.example')
    await part.getByLabel('Password', { exact: true }).fill('wrong')
    await part.getByRole('button', { name: 'Change email address' }).click()
    await expect(part.getByRole('alert')).toContainText('Old password is wrong')
    await part.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await part.getByRole('button', { name: 'Change email address' }).click()
    await expect(part.getByRole('status')).toContainText('We sent a link to next@city.example')
    await expect
      .poll(async () => (await mailsTo(server.dataDir, 'next@city.example')).length)
      .toBe(1)
  })

  await test.step('a new password must be hard to guess, and changing the password signs the other devices out', async () => {
    const part = page.getByRole('region', { name: 'Password', exact: true })
    const change = async (password: string) => {
      await part.getByLabel('New password', { exact: true }).fill(password)
      await part.getByLabel('New password again', { exact: true }).fill(password)
      await part.getByRole('button', { name: 'Change password' }).click()
    }
    await part.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD)
    await change('Commitment-271')
    await expect(part.getByText('Easy to guess', { exact: true })).toBeVisible()
    await expect(part.getByRole('alert')).toContainText('too easy to guess')
    await seenEverywhere(page, 'a password that is easy to guess')
    await change(NEW_PASSWORD)
    await expect(page.getByText('Password changed.')).toBeVisible()
    expect((await other.raw('GET', '/users-service/auth/session')).status).toBe(401)
  })

  await test.step('this device signs another device out', async () => {
    const second = await signInApi(server.url, 'author', NEW_PASSWORD)
    await page.reload()
    // The time of the last use is relative; keyboard focus shows the exact time beside it.
    const used = page
      .getByRole('row', { name: /This device/ })
      .locator('time')
      .last()
    await expect(used).toHaveText(/^(just now|\d+ minutes? ago)$/)
    await page.keyboard.press('Tab')
    await used.focus()
    const beside = () => used.evaluate((time) => getComputedStyle(time, '::after').content)
    await expect.poll(beside).toMatch(/\d\d\.\d\d\.\d{4} \d{1,2}:\d\d:\d\d/)
    await page
      .getByRole('button', { name: /^Sign out Unknown device/ })
      .first()
      .click()
    await expect(page.getByText('Device signed out')).toBeVisible()
    expect((await second.raw('GET', '/users-service/auth/session')).status).toBe(401)
  })

  await test.step('deleting the account requires the password and ends the session', async () => {
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete the account of/ })
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Old password is wrong')
    await seenEverywhere(page, 'the account is deleted')
    await dialog.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL('**/login')
  })
})

test('the owner of projects cannot delete the account and reads why @variation', async ({
  page,
  watch,
}) => {
  watch.expectNetworkErrors(true)
  await signInAs(page, 'owner')
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete the account of/ })
  await expect(dialog.getByText('You own projects.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await seenEverywhere(page, 'an account that owns projects')
})

/** Texts of options that are wider than their select, and controls lower than a finger needs. */
const crampedIn = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Ways of notifications' }).evaluate((part) => {
    const pen = document.createElement('canvas').getContext('2d')
    const found: string[] = []
    for (const select of part.querySelectorAll('tbody select')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      if (pen !== null) pen.font = font
      for (const { text } of select.querySelectorAll('option'))
        if ((pen?.measureText(text).width ?? Infinity) > room) found.push(text)
      if (select.getBoundingClientRect().height < 44) found.push('low')
    }
    const box = part.querySelector('table')?.getBoundingClientRect()
    if (box === undefined || box.right > innerWidth) found.push('wide')
    return found
  })

/** Whether a finger that misses the drawn switch by 10 px still hits it. */
const hitsBeside = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('switch', { name }).evaluate((input) => {
    const track = input.parentElement?.querySelector('.mantine-Switch-track')
    track?.scrollIntoView({ block: 'center' })
    const box = track?.getBoundingClientRect()
    if (box === undefined) return false
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    return [-21, 21].every((dy) => {
      const hit = document.elementFromPoint(x, y + dy)
      return hit !== null && (track?.contains(hit) ?? false)
    })
  })

test('on a phone, the ways of notifications are not cut and large enough to touch @variation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'evaluator')
  await page.goto('/settings/projects')
  await expect(page.getByLabel('Emails about Deadlines')).toBeVisible()
  expect(await crampedIn(page)).toEqual([])
  expect(await hitsBeside(page, 'Push about Deadlines')).toBe(true)
  const forProject = page.getByLabel('Choices for')
  await forProject.selectOption({ label: await forProject.locator('option').nth(1).innerText() })
  await expect(page.getByLabel('Push about Deadlines')).toHaveValue('')
  expect(await crampedIn(page)).toEqual([])
})

test('without a connection, the ways of notifications say why they are missing, and come on a retry @variation', async ({
  openDevice,
}) => {
  const { page, goOffline, goOnline } = await openDevice()
  await signInAs(page, 'evaluator')
  await page.goto('/settings/projects')
  const mails = page.getByLabel('Emails about Deadlines')
  await expect(mails).toHaveValue('now')
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  await tabs.getByRole('link', { name: 'Profile' }).click()
  await expect(mails).toBeHidden()
  await goOffline()
  await tabs.getByRole('link', { name: 'Notifications' }).click()
  await expect(
    page.getByText('There is no connection to the server right now').first(),
  ).toBeVisible()
  await seenEverywhere(page, 'the ways of notifications offline')
  await goOnline()
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect
    .poll(async () => {
      if (await retry.first().isVisible()) await retry.first().click()
      return await mails.isVisible()
    })
    .toBe(true)
  await expect(mails).toHaveValue('now')

  // A change that cannot be saved is taken back.
  await goOffline()
  await mails.selectOption('never')
  await expect(page.getByText('Nothing was sent.').first()).toBeVisible()
  await expect(mails).toHaveValue('now')
  await goOnline()
})

test('a person chooses the projects that send notices and sees the active organization', async ({
  page,
}) => {
  await signInAs(page, 'evaluator')
  await page.goto('/settings/projects')
  const choice = page.getByRole('switch', { name: /^Notifications for/ }).first()
  await expect(choice).toBeChecked()
  const mails = page.getByLabel('Emails about Deadlines')
  await expect(mails).toHaveValue('now')
  await mails.selectOption('daily')
  await expect(mails).toHaveValue('daily')
  await seenEverywhere(page, 'projects that one hears of')
  const forProject = page.getByLabel('Choices for')
  const first = await forProject.locator('option').nth(1).innerText()
  await forProject.selectOption({ label: first })
  await expect(mails).toHaveValue('')
  await expect(mails.locator('option:checked')).toHaveText('Daily digest (as in all projects)')
  await mails.selectOption('never')
  await expect(forProject.locator('option:checked')).toHaveText(`${first} (own choices)`)
  const pushes = page.getByLabel('Push about Deadlines')
  await pushes.selectOption('Off')
  await expect(pushes).toHaveValue('false')
  await seenEverywhere(page, 'the choices for one project')
  await forProject.selectOption({ label: 'All projects' })
  await expect(mails).toHaveValue('daily')
  await choice.press('Space')
  await expect(choice).not.toBeChecked()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await expect(mails).toHaveValue('daily')
  await forProject.selectOption({ label: `${first} (own choices)` })
  await expect(mails).toHaveValue('never')
  await mails.selectOption('')
  await pushes.selectOption('')
  await expect(forProject.locator('option:checked')).toHaveText(first)
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Organizations' })
    .click()
  await expect(page.getByRole('row', { name: /Active/ })).toBeVisible()
  await seenEverywhere(page, 'organizations of a person')
  await page.goto('/vendor/dashboard/personal')
  await page.waitForURL('**/dashboard')
})

test('feedback is sent with a picture of the page without the dialog, and a copy to the sender', async ({
  page,
  server,
}) => {
  await signInAs(page, 'evaluator')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feedback' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter your feedback')
  await dialog.getByLabel('Your feedback').fill('The table is good.\nThe colours too.')
  await dialog.getByRole('button', { name: 'Add a screenshot…' }).click()
  await expect(dialog.getByRole('img', { name: 'Attached screenshot' })).toBeVisible()
  await seenEverywhere(page, 'feedback with a picture')
  await dialog.getByRole('button', { name: 'Remove picture' }).click()
  await choosePicture(page, 'Choose a picture…')
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await dialog.getByLabel('Send me a copy by email').check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Feedback sent. Thank you.')).toBeVisible()
  const { email } = await (
    await signInApi(server.url, 'evaluator', DEMO_PASSWORD)
  ).call(API.profiles.own, {})
  // Notifications are sent to the same address.
  const copies = async () =>
    (await mailsTo(server.dataDir, email)).filter((mail) => mail.includes('> The colours too.'))
  await expect.poll(async () => (await copies()).length).toBe(1)
  expect(await copies()).toEqual([expect.stringContaining('filename=screen.png')])
})
