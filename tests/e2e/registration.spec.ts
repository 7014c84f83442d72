import { API } from '#schema/api/index.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { expect, type Page, test } from '../support/browser.ts'
import { linkFor } from '../support/mailed-link.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { seenInBothThemes } from '../support/themes.ts'

const PASSWORD = 'Quiet-harbour-81'
const SECOND = 'Loud-mountain-27'
const EMAIL = 'eva@nowhere.example'

const seen = async (page: Page, what: string): Promise<void> => {
  await seenInBothThemes(page, what)
  const size = page.viewportSize()
  if (process.env['SHOTS_DIR'] === undefined || size === null) return
  await page.setViewportSize({ width: 390, height: 844 })
  await seenInBothThemes(page, what)
  await page.setViewportSize(size)
}
const fillPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again', { exact: true }).fill(password)
}

test('a person registers, confirms the address, is approved, signs in with a code, and sets a new password', async ({
  page,
  server,
  watch,
}) => {
  test.skip(!hasOathtool, 'oathtool is not installed')
  // The server answers 4xx to each refusal that a screen explains; the browser reports each answer.
  watch.expectNetworkErrors(true)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Send me an email' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Enter your email address')
  await seen(page, 'registration-ask')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Send me an email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await seen(page, 'verify-email')

  const link = await linkFor(server.dataDir, EMAIL, '/email-verification')
  await page.goto(link)
  await expect(page.getByText(EMAIL)).toBeVisible()
  await seen(page, 'email-verification')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There are')
  await seen(page, 'registration-errors')
  await page.getByLabel('First name').fill('Eva')
  await page.getByLabel('Last name').fill('Malá')
  await page.getByLabel('Username').fill('author')
  await fillPassword(page, 'Password2024!')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Username already used')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('known from a data leak')
  await page.getByLabel('Username').fill('eva')
  await fillPassword(page, PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(
    page.getByRole('heading', { name: 'Your account is waiting for approval' }),
  ).toBeVisible()
  await seen(page, 'registration-approval')
  await page.goto(link)
  await expect(page.getByText('This link was already used')).toBeVisible()
  await seen(page, 'link-used')

  await approve(server)
  await page.goto('/settings/account')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, PASSWORD)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await signOut(page)

  const secret = await turnOn(server.url)
  await signIn(page, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await seen(page, 'login-2fa')
  await page.getByLabel('2FA code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This code is wrong')
  await seen(page, 'login-2fa-wrong')
  await page.getByLabel('2FA code').fill(oathCode(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/login')
  await page.waitForURL('**/dashboard')
  await signOut(page)

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Username or email').fill('Eva')
  await seen(page, 'forgotten-password')
  await page.getByRole('button', { name: 'Send me an email' }).click()
  await expect(page.getByText('If an account')).toBeVisible()
  await seen(page, 'forgotten-password-success')
  const reset = await linkFor(server.dataDir, EMAIL, '/reset-password')
  await page.goto(reset)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await fillPassword(page, PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Password already used')
  await seen(page, 'reset-password')
  await fillPassword(page, SECOND)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await seen(page, 'password-change-confirmation')
  await page.goto(reset)
  await expect(page.getByText('This link was already used')).toBeVisible()
  await page.goto('/login')
  await signIn(page, SECOND)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
})

test('an invited person registers, sets up the second factor by scanning or typing, and keeps the recovery codes', async ({
  page,
  server,
  watch,
}) => {
  test.skip(!hasOathtool, 'oathtool is not installed')
  watch.expectNetworkErrors(true)
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  await owner.call(API.invitations.invite, {
    body: { email: 'novak@city.example', organizationId: owner.session.organizationId, roles: [] },
  })
  await page.goto(await linkFor(server.dataDir, 'novak@city.example', '/email-landing'))
  await expect(page.getByRole('heading', { name: /^Invitation to/ })).toBeVisible()
  await seen(page, 'email-landing')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('First name').fill('Peter')
  await page.getByLabel('Last name').fill('Novák')
  await page.getByLabel('Username').fill('novak')
  await fillPassword(page, PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(page.locator('svg path[d^="M"]').first()).toBeAttached()
  await seen(page, 'registration-2fa')
  const secret = (await page.getByText(/^Key:/).locator('..').innerText()).replace(/Key:|\s/g, '')
  await page.getByLabel('2FA code').fill(oathCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await seen(page, 'recovery-codes')
  const recovery = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .innerText()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await seen(page, 'registration-success')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, PASSWORD, 'novak')
  for (const wrong of ['111111', '222222', '333333']) {
    await page.getByLabel('2FA code').fill(wrong)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      wrong === '333333' ? 'too many attempts' : 'This code is wrong',
    )
  }
  await seen(page, 'login-2fa-too-many')
  expect(recovery).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/)
})

test('invalid and expired links say why', async ({ page }) => {
  for (const path of [
    '/email-verification',
    '/email-landing',
    '/reset-password#made-up',
    '/email-change-confirmation#made-up',
    '/email-change-undo#made-up',
    '/confirmation-link-invalid',
  ]) {
    await page.goto(path)
    await expect(page.getByText('This link is invalid.'), path).toBeVisible()
  }
  await page.goto('/confirmation-link-invalid?reason=expired')
  await expect(page.getByText('This link has expired.')).toBeVisible()
  await seen(page, 'link-expired')
  for (const path of ['/login-2fa', '/registration-2fa']) {
    await page.goto(path)
    await page.waitForURL('**/login')
  }
})

test('expired links to register and to join say so and lead to a new registration', async ({
  page,
  server,
}) => {
  await page.goto('/registration')
  await page.getByLabel('Email').fill('late@nowhere.example')
  await page.getByRole('button', { name: 'Send me an email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  await owner.call(API.invitations.invite, {
    body: { email: 'late@city.example', organizationId: owner.session.organizationId, roles: [] },
  })
  const links = [
    await linkFor(server.dataDir, 'late@nowhere.example', '/email-verification'),
    await linkFor(server.dataDir, 'late@city.example', '/email-landing'),
  ]
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined })
  await database.write(async (tx) => {
    await tx
      .updateTable('mail_links')
      .set({ expires_on: 1 })
      .where('email', '=', 'late@nowhere.example')
      .execute()
    await tx
      .updateTable('invitations')
      .set({ expires_on: 1 })
      .where('email', '=', 'late@city.example')
      .execute()
  })
  await database.close()
  for (const link of links) {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText('This link has expired.'), link).toBeVisible()
    await expect(page.getByRole('button', { name: /^(?!Slovenčina$)/ })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

const signIn = async (page: Page, password: string, username = 'eva'): Promise<void> => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}
const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account of Eva Malá' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
}

/** Approves as a demo account made system administrator, because the demo has none. */
const approve = async ({ url, dataDir }: { url: string; dataDir: string }): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { id } = await database.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'eva')
    .executeTakeFirstOrThrow()
  const { id: admin } = await database.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'author')
    .executeTakeFirstOrThrow()
  await database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ roles: '["role-sys-admin"]' })
      .where('user_id', '=', admin)
      .execute()
  })
  await database.close()
  await (
    await signInApi(url, 'author', DEMO_PASSWORD)
  ).call(API.invitations.approve, { params: { id: String(id) }, body: { name: 'Town' } })
}
const turnOn = async (url: string): Promise<string> => {
  const eva = await signInApi(url, 'eva', PASSWORD)
  const body = { username: 'eva', hash: await hashForSignIn(url, 'eva', PASSWORD) }
  const { secret } = await eva.call(API.twoFactor.init, { body })
  await eva.call(API.twoFactor.enable, { body: { ...body, otp: oathCode(secret, Date.now()) } })
  return secret
}
