import { readFile } from 'node:fs/promises'
import { API } from '#schema/api/index.ts'
import { noticePath } from '#schema/rules/project/notifications.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { hasOathtool, nextOathCode, oathCode } from '../support/oathtool.ts'
import { seenEverywhere } from '../support/themes.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
/**
 * Sets whether the organization of the account requires two-factor sign-in. The API call would sign
 * out every member without a second factor, hence the direct write.
 */
const setPolicy = async (
  dataDir: string,
  username: string,
  two_factor_required: 0 | 1,
): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { active_organization_id: id } = await database.queries
    .selectFrom('users')
    .select('active_organization_id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await database.write(async (tx) => {
    await tx
      .updateTable('organizations')
      .set({ two_factor_required })
      .where('id', '=', id ?? 0)
      .execute()
  })
  await database.close()
}

test('a vendor contact turns two-factor sign-in on, makes new recovery codes, and turns it off unless the organization requires it', async ({
  page,
  server,
  watch,
}) => {
  test.skip(!hasOathtool, 'oathtool is not installed')
  watch.expectNetworkErrors(true)
  await signInAs(page, 'nvda-contact')
  await page.goto('/vendor/dashboard/2fa')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await seenEverywhere(page, 'two-factor is off')
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  await expect(page.locator('svg path[d^="M"]').first()).toBeAttached()
  const secret = (await page.getByText(/^Key:/).locator('..').innerText()).replace(/Key:|\s/g, '')
  await page.getByLabel('2FA code').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(alert(page)).toContainText('This code is wrong')
  await seenEverywhere(page, 'two-factor is set up')
  await page.getByLabel('2FA code').fill(nextOathCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first] = await codes.allInnerTexts()
  await seenEverywhere(page, 'recovery codes')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(first)
  await page.getByRole('button', { name: 'I saved the codes' }).click()

  const renew = page.getByRole('form', { name: 'Recovery codes' })
  await renew.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await renew.getByLabel('2FA code').fill(first ?? '')
  await seenEverywhere(page, 'two-factor is on')
  await renew.getByRole('button', { name: 'Create new recovery codes' }).click()
  await expect(codes).toHaveCount(10)
  const [second] = await codes.allInnerTexts()
  expect(second).not.toBe(first)

  await setPolicy(server.dataDir, 'nvda-contact', 1)
  await page.reload()
  await expect(page.getByText('requires two-factor sign-in')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Turn off' })).toHaveCount(0)
  await setPolicy(server.dataDir, 'nvda-contact', 0)
  await page.reload()
  const off = page.getByRole('form', { name: 'Turn off' })
  await off.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await off.getByLabel('2FA code').fill(second ?? '')
  await off.getByRole('button', { name: 'Turn off…' }).click()
  await page
    .getByRole('dialog', { name: 'Turn off two-factor sign-in?' })
    .getByRole('button', { name: 'Turn off' })
    .click()
  await expect(page.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible()
})

test('a person without a required second factor is led to set one up, signs in with it, and replaces the authenticator', async ({
  page,
  server,
  watch,
}) => {
  test.skip(!hasOathtool, 'oathtool is not installed')
  watch.expectNetworkErrors(true)
  await setPolicy(server.dataDir, 'plone-contact', 1)
  const signIn = async () => {
    await page.goto('/login')
    await page.getByLabel('Username').fill('plone-contact')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByLabel('Password', { exact: true }).press('Enter')
  }
  const shownKey = async () =>
    (await page.getByText(/^Key:/).locator('..').innerText()).replace(/Key:|\s/g, '')
  const typeCode = async (code: string, button: string) => {
    await page.getByLabel('2FA code').last().fill(code)
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  await signIn()
  await expect(page.getByText('Your organization requires two-factor sign-in.')).toBeVisible()
  const first = await shownKey()
  await typeCode(nextOathCode(first), 'Turn on')
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await typeCode(nextOathCode(first), 'Sign in')
  await page.waitForURL('**/vendor/dashboard/projects')

  await page.goto('/vendor/dashboard/2fa')
  const another = page.getByRole('form', { name: 'Change authenticator app' })
  await another.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await another.getByLabel('2FA code').fill(nextOathCode(first))
  await another.getByRole('button', { name: 'Set up another authenticator app' }).click()
  const second = await shownKey()
  expect(second).not.toBe(first)
  await seenEverywhere(page, 'another authenticator')
  await typeCode(oathCode(first, Date.now()), 'Turn on')
  await expect(alert(page)).toContainText('This code is wrong')
  await typeCode(nextOathCode(second), 'Turn on')
  await expect(
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  await signIn()
  await typeCode(oathCode(first, Date.now()), 'Sign in')
  await expect(alert(page)).toContainText('This code is wrong')
  await typeCode(nextOathCode(second), 'Sign in')
  await page.waitForURL('**/vendor/dashboard/projects')
})

test('the link of a mail opens its screen after password and second factor', async ({
  page,
  server,
  watch,
}) => {
  test.skip(!hasOathtool, 'oathtool is not installed')
  watch.expectNetworkErrors(true)
  const person = await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD)
  const { project, documentId } = await openDemoProject(person, 'PUBLISHED')
  const credentials = {
    username: 'drupal-contact',
    hash: await hashForSignIn(server.url, 'drupal-contact', DEMO_PASSWORD),
  }
  const { secret } = await person.call(API.twoFactor.init, { body: credentials })
  await person.call(API.twoFactor.enable, { body: { ...credentials, otp: nextOathCode(secret) } })
  const link = noticePath('part.given', { projectId: project.id, documentId, isVendor: true })
  expect(link).toContain(documentId)
  await page.goto(link)
  await page.getByLabel('Username').fill('drupal-contact')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await page.getByLabel('2FA code').fill(nextOathCode(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**${link}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Success criteria')
})

test('an expired session asks for password and code in every tab, at most three times; signing out ends all tabs', async ({
  page,
  context,
  server,
  watch,
}) => {
  test.skip(!hasOathtool, 'oathtool is not installed')
  watch.expectNetworkErrors(true)
  const person = await signInApi(server.url, 'nvda-primary', DEMO_PASSWORD)
  const credentials = {
    username: 'nvda-primary',
    hash: await hashForSignIn(server.url, 'nvda-primary', DEMO_PASSWORD),
  }
  const { secret } = await person.call(API.twoFactor.init, { body: credentials })
  await person.call(API.twoFactor.enable, { body: { ...credentials, otp: nextOathCode(secret) } })
  await page.goto('/login')
  await page.getByLabel('Username').fill('nvda-primary')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByLabel('2FA code').fill(nextOathCode(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/vendor/dashboard/projects')
  const second = await context.newPage()
  await second.goto('/vendor/dashboard/account')
  await expect(second.getByRole('row', { name: /This device/ })).toBeVisible()
  await person.call(API.sessions.endOthers, {})
  const dialog = page.getByRole('dialog', { name: 'Renew session' })
  await expect(dialog).toContainText(
    'Your session has expired, please provide your password (and 2FA code) to renew it.',
  )
  await expect(second.getByRole('dialog', { name: 'Renew session' })).toBeVisible()
  await dialog.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  for (const wrong of ['111111', '222222', '333333']) {
    await dialog.getByLabel(/^2FA code/).fill(wrong)
    await dialog.getByRole('button', { name: 'Renew session' }).click()
    await expect(
      dialog.getByText(wrong === '333333' ? 'too many attempts' : 'This code is wrong').first(),
    ).toBeVisible()
  }
  await expect(dialog.getByRole('button', { name: 'Renew session' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [page, second]) await tab.waitForURL('**/login')
})
