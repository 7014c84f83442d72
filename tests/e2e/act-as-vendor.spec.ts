import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { pressKey } from '../support/keyboard.ts'
import { expectTruth } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

test('a requestor fills in the form as a vendor, and nothing is saved or sent', async ({
  page,
  server,
}) => {
  const { documentUrl, requirements } = await openDemoProject(
    await signInApi(server.url, 'owner', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const heading = page.getByRole('heading', { level: 1 })
  const accepted = page.getByText('This answer can be submitted.')
  await signInAs(page, 'owner', `${documentUrl}/requirement/${requirements[0]?.fullId ?? ''}`)
  await pressKey(page, 'button', 'View as vendor')
  await expect(page.getByRole('note')).toContainText('nothing you enter here is saved or sent')

  await test.step('an empty form is refused field by field', async () => {
    await pressKey(page, 'button', 'Check answer')
    await expect(page.getByRole('link', { name: /^Adherence level: / })).toBeVisible()
    await expect(accepted).toBeHidden()
    await seenEverywhere(page, 'acting as a vendor')
  })
  await test.step('a choice shows and hides other fields and is validated', async () => {
    await page.getByLabel('Adherence level').selectOption('not-applicable')
    await expect(page.getByLabel('Statement')).toBeHidden()
    await page.getByLabel('Adherence level').selectOption('supports')
    await page.getByLabel('Statement').fill('100')
    await page.getByLabel('Release').selectOption({ label: 'Available now' })
    await pressKey(page, 'button', 'Check answer')
    await expect(accepted).toBeVisible()
  })
  await test.step('the next requirement opens empty, still in the vendor view', async () => {
    await page.keyboard.press('Alt+ArrowDown')
    await expect(heading).toHaveText(requirements[1]?.fullId ?? '')
    await expect(page.getByLabel('Adherence level')).toHaveValue('')
  })
  await pressKey(page, 'button', 'Exit vendor view')
  await expect(page.getByRole('button', { name: 'View as vendor' })).toBeVisible()
  await expectTruth(page, () => 'Saved')
})
