import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { axe, expect, test, untilInstalled } from '../support/browser.ts'

test('the choice of Slovak applies before and after the sign-in, to plurals and refusals, and offline', async ({
  openDevice,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  const language = page.locator('html')
  const signIn = page.getByRole('button', { name: 'Prihlásiť sa', exact: true })
  const count = page.getByText(/^\d+ (projekt|projekty|projektov)$/)

  await test.step('before the sign-in, in one click', async () => {
    await page.goto('/login')
    await expect(language).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: 'Slovenčina' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prihlásiť sa')
    await expect(language).toHaveAttribute('lang', 'sk')
    await axe(page, 'the sign-in in Slovak')
  })

  await test.step('a field and the server refuse in Slovak', async () => {
    await signIn.click()
    await expect(page.getByRole('link', { name: 'Zadajte používateľské meno' })).toBeVisible()
    await page.getByLabel('Používateľské meno').fill('owner')
    await page.getByLabel('Heslo', { exact: true }).fill('Not-the-password-2026')
    await signIn.click()
    await expect(
      page.getByText('Používateľské meno alebo heslo je nesprávne').first(),
    ).toBeVisible()
  })

  await test.step('after the sign-in, with the plural forms of a count', async () => {
    await page.getByLabel('Heslo', { exact: true }).fill(DEMO_PASSWORD)
    await signIn.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Domov' })).toBeVisible()
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projekty')
    await expect(count.first()).not.toHaveText(/^0 /)
    const found = Number((await count.first().innerText()).split(' ')[0])
    const form = new Intl.PluralRules('sk').select(found)
    await expect(count.first()).toHaveText(
      `${found} ${{ one: 'projekt', few: 'projekty', other: 'projektov' }[form as 'one' | 'few' | 'other']}`,
    )
    await axe(page, 'the projects in Slovak')
  })

  await test.step('after an offline start', async () => {
    await untilInstalled(page)
    await device.goOffline()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projekty')
    await expect(language).toHaveAttribute('lang', 'sk')
    await expect(count.first()).toBeVisible()
    await device.goOnline()
  })

  await test.step('until the person chooses English in the account menu', async () => {
    await page.getByRole('button', { name: /^Účet: / }).click()
    const told = page.waitForResponse((response) =>
      response.url().endsWith('/users-service/profiles/language'),
    )
    await page.getByRole('menuitem', { name: 'English' }).click()
    expect((await told).status(), 'mails follow').toBe(204)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
    await expect(language).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  })
})
