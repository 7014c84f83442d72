import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

test('a project waits for the consent of the primary contact, who then sets what a colleague may see', async ({
  page,
  openDevice,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const primaryApi = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { items } = await primaryApi.call(API.projects.byUser, {
    params: { id: String(primaryApi.session.userId) },
    body: {},
  })
  const project = items.find(({ state }) => state === 'PUBLISHED')
  const packages = await primaryApi.call(API.projects.packages, {
    params: { id: project?.id ?? '' },
  })
  const [kept = { name: '' }, hidden = { name: '' }] = packages
  const documentation = {
    title: 'Terms of the tender',
    text: 'Answers are binding for ninety days.',
  }
  await owner.call(API.organizationSettings.setDocumentation, {
    params: { id: String(owner.session.organizationId) },
    body: documentation,
  })
  const path = `/project/${project?.id}/packages`

  await test.step('a colleague reads that the primary contact must accept', async () => {
    await signInAs(page, 'plone-contact', path)
    const dialog = page.getByRole('dialog', { name: 'Consent needed' })
    await expect(dialog).toContainText('One or more consents not accepted')
    await expect(page).toHaveURL(/\/vendor\/dashboard\/projects$/)
    await seenEverywhere(page, 'a missing consent')
    await expect(
      page.getByText('You cannot open this project now. See the overview for the reason.').first(),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Read' }).click()
    await expect(page.getByRole('region', { name: documentation.title })).toContainText(
      'Your primary contact must accept this.',
    )
    await expect(page.getByRole('button', { name: 'Edit restrictions' })).toHaveCount(0)
  })

  const { page: primary } = await openDevice()
  await test.step('the primary contact accepts', async () => {
    await signInAs(primary, 'plone-primary', path)
    await primary
      .getByRole('dialog', { name: 'Consent needed' })
      .getByRole('button', { name: 'Read and accept' })
      .click()
    await seenEverywhere(primary, 'the collaborators with a consent')
    await primary.getByRole('button', { name: 'Accept' }).click()
    await expect(primary.getByText(/Version 1 accepted by Plone Contact 1/)).toBeVisible()
    await page.goto(path)
    for (const { name } of [kept, hidden])
      await expect(page.getByRole('link', { name })).toBeVisible()
  })

  await test.step('a colleague restricted to one package loses the others on their device, and then the whole project', async () => {
    const choice = primary.getByRole('combobox', { name: 'Project' })
    await choice.click()
    await primary.getByRole('option', { name: project?.name ?? '', exact: true }).click()
    await primary.getByRole('button', { name: 'Edit restrictions' }).click()
    const dialog = primary.getByRole('dialog', { name: /^Restrictions in/ })
    await dialog.getByRole('combobox', { name: 'What Plone Contact 2 can see' }).click()
    await primary.getByRole('option', { name: 'Some packages' }).click()
    await dialog.getByRole('checkbox', { name: kept.name }).check()
    await seenEverywhere(primary, 'the restrictions of a colleague')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: hidden.name })).toBeHidden()
    await expect(page.getByRole('link', { name: kept.name })).toBeVisible()

    await primary.getByRole('button', { name: 'Edit restrictions' }).click()
    await dialog.getByRole('combobox', { name: 'What Plone Contact 2 can see' }).click()
    await primary.getByRole('option', { name: 'No access to the project' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText(
        'Access to content denied: You do not have sufficient rights to access this content.',
      ),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/vendor\/dashboard\/projects$/)
  })
})
