import { API } from '#schema/api/index.ts'
import { weightsOn } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { buildDefinition, buildParameter } from '../support/project-rows.ts'
import { seenInBothThemes } from '../support/themes.ts'

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('.')

test('the overview of a draft lists what publishing needs, and each line links to the place to do it', async ({
  page,
  server,
}) => {
  const { api, projectId, packageId, documentId } = await makeEmptyProject(
    server.url,
    'Ready to publish',
  )
  await signInAs(page, 'owner', `/project/${projectId}/detail`)
  const lines = page.getByRole('list', { name: 'Ready to publish' }).getByRole('listitem')
  const line = (text: string) => lines.filter({ hasText: text })
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await test.step('a new project needs requirements, vendors, weights and a deadline', async () => {
    await expect(page.getByText('0 of 5 done.')).toBeVisible()
    const requirements = line('There are no requirements yet.')
    await expect(requirements.getByRole('link', { name: 'Add requirements' })).toHaveAttribute(
      'href',
      `/project/${projectId}/documents/${documentId}`,
    )
    for (const [text, button, name] of [
      ['There are no requirements yet.', 'Import…', 'Import requirements'],
      ['No vendor is chosen yet.', 'Choose vendors…', 'Move to preparation'],
      ['The weights of the packages must total 100', 'Edit weights', 'Weights'],
      ['The weights of the documents in Package must total 100', 'Edit weights', 'Weights'],
      ['Set a deadline in the future.', 'Set deadline…', 'Set the deadline'],
    ] as const) {
      await line(text).getByRole('button', { name: button }).click()
      await expect(dialog(name), text).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(name)).toBeHidden()
    }
    await seenInBothThemes(page, 'what a draft needs')
  })

  await test.step('allowed but unusual: empty parts with weight, nothing scored, no active contact', async () => {
    const { id: emptyPackage } = await api.call(API.packages.create, {
      body: { projectId, name: 'Empty package' },
    })
    const { id: emptyDocument } = await api.call(API.documents.create, {
      body: { packageId, name: 'Empty document', prefix: 'EMP' },
    })
    await api.call(API.requirements.createBulk, {
      body: {
        documentId,
        sections: [{ id: 'ready-section', name: 'General' }],
        requirements: [
          {
            id: 'ready-1',
            sectionId: 'ready-section',
            name: 'Requirement',
            definition: buildDefinition({ answer: [buildParameter({ name: 'Note' })] }),
          },
        ],
      },
    })
    await api.call(API.projects.setWeights, {
      params: { id: projectId },
      body: await weightsOn(api, projectId, {
        packages: [
          { id: packageId, weight: 60 },
          { id: emptyPackage, weight: 40 },
        ],
        documents: [
          { id: documentId, weight: 50 },
          { id: emptyDocument, weight: 50 },
        ],
      }),
    })
    const organizationId = String(api.session.organizationId)
    const vendor = await api.call(API.vendors.create, {
      params: { id: organizationId },
      body: { name: 'Silent Ltd', description: '', zone: 'Europe/Bratislava' },
    })
    await api.call(API.invitations.invite, {
      body: {
        email: 'first@silent.example',
        organizationId: vendor.id,
        roles: ['role-vendor-primary-contact'],
      },
    })
    await api.call(API.stateTransitions.moveToPreparation, {
      params: { id: projectId },
      body: { vendorIds: [vendor.id] },
    })
    await page.reload()
    const odd = [
      [
        'The package Empty package carries weight, but has no requirements.',
        `/project/${projectId}/packages/${emptyPackage}`,
      ],
      [
        'The document Empty document carries weight, but has no requirements.',
        `/project/${projectId}/documents/${emptyDocument}`,
      ],
      [
        'No answer field is scored, so the evaluation has nothing to compare.',
        `/project/${projectId}/documents`,
      ],
      [
        'Silent Ltd has no active contact who could answer.',
        `/organization/${organizationId}/vendor/${vendor.id}/detail`,
      ],
    ] as const
    for (const [text, href] of odd)
      await expect(line(text).getByRole('link'), text).toHaveAttribute('href', href)

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const checks = dialog('Publish').getByRole('list', { name: 'Checks before publishing' })
    for (const [text] of odd)
      await expect(checks.getByRole('listitem').filter({ hasText: text }), text).toBeVisible()
    await expect(checks).toContainText('Set a deadline in the future.')
    await seenInBothThemes(page, 'warnings before publishing')
  })
})

test('an empty document offers to add a requirement and to import, as sections and as a table, on narrow and wide screens @variation', async ({
  page,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Empty document')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'owner', `/project/${projectId}/documents/${documentId}`)
  const view = (name: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(name)
  const empty = page.getByText('No requirements yet').locator('..')
  for (const [name, width] of [
    ['Sections', 390],
    ['Table', 390],
    ['Table', 1440],
    ['Sections', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await view(name).click()
    await expect(empty.getByRole('button', { name: 'Add requirement' })).toBeInViewport({
      ratio: 1,
    })
    await empty.getByRole('button', { name: 'Import…' }).click()
    await expect(page.getByRole('dialog', { name: 'Import requirements' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await empty.getByRole('button', { name: 'Add requirement' }).click()
  const text = page
    .getByRole('group', { name: 'New requirement' })
    .getByRole('textbox', { name: 'Requirement' })
  await expect(text).toBeFocused()
  await page.keyboard.type('Finds every word')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Finds every word').first()).toBeVisible()
  await expect(empty).toBeHidden()
})

test('after steps to publishing the focus stands on the control that opened it, or on the next one @variation', async ({
  page,
  server,
}) => {
  const { api, projectId, packageId, documentId } = await makeEmptyProject(server.url, 'Focus')
  const focus = page.locator('*:focus')
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await signInAs(page, 'owner', `/project/${projectId}/documents/${documentId}`)

  await test.step('a file was added', async () => {
    await page.getByRole('button', { name: /^Files/ }).click()
    const chosen = page.waitForEvent('filechooser')
    const add = page.getByRole('button', { name: 'Add files…' })
    await add.click()
    await (
      await chosen
    ).setFiles({
      name: 'scope.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Scope'),
    })
    await expect(page.getByText('scope.txt').first()).toBeVisible()
    await expect(add).toBeFocused()
  })

  await test.step('a form whose button is gone was left by Done', async () => {
    await api.call(API.packages.delete, { body: { id: packageId } })
    await page.goto(`/project/${projectId}/packages`)
    await main.getByRole('button', { name: 'Add package' }).last().click()
    await page.keyboard.type('Functions')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Functions' })).toBeVisible()
    await button('Done').click()
    await expect(main.getByRole('button').or(main.getByRole('link')).and(focus)).toHaveCount(1)
  })

  await test.step('vendors were chosen, weights and a deadline set, the project published', async () => {
    await page.getByRole('region', { name: 'Functions' }).getByText('Add document').click()
    await page.keyboard.type('Search')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await button('Add requirement').first().click()
    await expect(page.getByRole('textbox', { name: 'Requirement' })).toBeFocused()
    await page.keyboard.type('Finds every word')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name: 'Finds every word' })).toBeVisible()
    await page.goto(`/project/${projectId}/detail`)
    await button('Choose vendors…').click()
    await dialog('Move to preparation').getByLabel('Plone', { exact: true }).check()
    const contacts = dialog('Move to preparation').getByRole('group', {
      name: 'Contacts of Plone with access',
    })
    for (const box of await contacts.getByRole('checkbox').all()) await expect(box).toBeChecked()
    await expect(contacts.getByLabel('Plone Contact 1')).toBeDisabled()
    await contacts.getByLabel('Plone Contact 2').uncheck()
    await seenInBothThemes(page, 'vendors and their contacts to choose')
    await dialog('Move to preparation').getByRole('button', { name: 'Move to preparation' }).click()
    await expect(page.getByText('2 of 5 done.')).toBeVisible()
    await expect(button('Edit weights').first()).toBeFocused()
    await page.keyboard.press('Enter')
    for (const group of ['Packages', 'Documents of Functions'])
      await dialog('Weights')
        .getByRole('group', { name: group })
        .getByRole('button', { name: 'Spread the rest evenly' })
        .click()
    await dialog('Weights').getByRole('button', { name: 'Save weights' }).click()
    await expect(page.getByText('4 of 5 done.')).toBeVisible()
    await expect(button('Set deadline…')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      dialog('Set the deadline').getByRole('textbox', { name: 'Deadline' }),
    ).toBeFocused()
    await page.keyboard.type(inDays(30))
    await dialog('Set the deadline').getByRole('button', { name: 'Set deadline' }).click()
    await expect(page.getByText('5 of 5 done.')).toBeVisible()
    await expect(main.getByRole('button').or(main.getByRole('link')).and(focus)).toHaveCount(1)
    await button('Publish').click()
    await dialog('Publish').getByRole('button', { name: 'Publish' }).click()
    await expect(button('Publish')).toBeHidden()
    await expect(main.getByRole('button').and(focus)).toHaveCount(1)
  })

  await test.step('only the contacts chosen have access', async () => {
    await page.getByRole('button', { name: 'Access of Plone' }).click()
    const access = dialog('Access of Plone')
    await expect(access.getByRole('row', { name: /Plone Contact 1/ })).toContainText('All packages')
    await expect(access.getByRole('row', { name: /Plone Contact 2/ })).toContainText('No access')
    await expect(access.getByRole('row')).toHaveCount(3)
  })
})
