import { DEMO_PASSWORD, type DemoUsername } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { chooseItem, pressKey } from '../support/keyboard.ts'
import { seenEverywhere } from '../support/themes.ts'
import { variationIf } from '../support/variation.ts'

const PEOPLE: Record<string, DemoUsername> = { requestor: 'owner', vendor: 'drupal-primary' }

for (const [side, username] of Object.entries(PEOPLE))
  test(`the filters of a document stay for a ${side} who comes back, until they are cleared${variationIf(side === 'vendor')}`, async ({
    page,
    server,
  }) => {
    const { documentUrl, project, requirements } = await openDemoProject(
      await signInApi(server.url, username, DEMO_PASSWORD),
      'PUBLISHED',
    )
    const grid = page.getByRole('grid')
    const expectRows = (count: number) =>
      expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
    const search = page.getByLabel('Search this document')
    const chip = page.getByRole('button', { name: 'Requirement: contains “AUDIO”' })
    /** Leaves by the sidebar and comes back by the list of documents, whose link has no filters. */
    const comeBack = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Documents', exact: true }).click()
      await page.waitForURL(`**/project/${project.id}/documents`)
      await page.getByRole('link', { name: /Success criteria, level A$/ }).click()
      await page.waitForURL((url) => url.pathname === documentUrl)
    }
    await signInAs(page, username, documentUrl)
    const all = requirements.length
    await expectRows(all)

    await pressKey(page, 'button', 'Add filter')
    await chooseItem(page, 'Requirement')
    await page.getByRole('dialog', { name: 'Requirement' }).getByRole('textbox').fill('AUDIO')
    await expect(chip).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(grid).not.toHaveAttribute('aria-rowcount', String(all + 1))
    const filtered = Number(await grid.getAttribute('aria-rowcount')) - 1
    expect(filtered).toBeGreaterThan(0)

    await comeBack()
    await expect(chip).toBeVisible()
    await expectRows(filtered)
    expect(new URL(page.url()).searchParams.get('where')).toContain('AUDIO')
    await seenEverywhere(page, `kept filters of a ${side}`)

    // A link with filters wins, and its filters are kept from then on.
    await page.goto(`${documentUrl}?q=video`)
    await expect(search).toHaveValue('video')
    await expect(chip).toBeHidden()
    await comeBack()
    await expect(search).toHaveValue('video')
    await page.goto(documentUrl)
    await expect(search).toHaveValue('video')

    await search.fill('')
    await expectRows(all)
    await comeBack()
    await expectRows(all)
    await page.reload()
    await expectRows(all)
    await expect(search).toHaveValue('')
    expect(new URL(page.url()).search).toBe('')
  })
