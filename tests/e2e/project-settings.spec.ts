import type { Page } from '@playwright/test'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

/** Number of stored pages and single rows of projects on the device. */
const countRows = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const isDevice = ({ name }: IDBDatabaseInfo): boolean =>
      name?.startsWith('tenderbook-user-') === true
    const { name } = (await indexedDB.databases()).find(isDevice) ?? {}
    if (name === undefined) return 0
    const database = await settled(indexedDB.open(name))
    // The application may not have created its stores yet.
    const stores = ['page', 'delta'].filter((store) => database.objectStoreNames.contains(store))
    const counts = await Promise.all(
      stores.map((store) => settled(database.transaction(store).objectStore(store).count())),
    )
    database.close()
    return counts.reduce((sum, count) => sum + count, 0)
  })

const ownProject = async (url: string, state: string): Promise<string> => {
  const api = await signInApi(url, 'owner', DEMO_PASSWORD)
  const { items } = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  return items.find((project) => project.state === state)?.id ?? ''
}

test('the settings of a project: members, invitations and roles', async ({ page, server }) => {
  const id = await ownProject(server.url, 'EVALUATION')
  await signInAs(page, 'owner', `/project/${id}/settings/general`)
  await expect(page.getByRole('heading', { name: 'Owner' })).toBeVisible()
  await seenEverywhere(page, 'the settings of a project')

  await test.step('a person is invited by email', async () => {
    await page
      .getByRole('navigation', { name: 'Project settings' })
      .getByRole('link', { name: 'Members' })
      .click()
    await expect(page.getByRole('row', { name: /Owner/ })).toBeVisible()
    await seenEverywhere(page, 'the members of a project')
    await page.getByRole('button', { name: 'Add member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add member' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByRole('link', { name: 'Choose a person.' })).toBeVisible()
    await seenEverywhere(page, 'a new member with errors')
    await dialog.getByText('By email').click()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('new@city.example')
    await seenEverywhere(page, 'a new member by email')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name: /new@city\.example Invited/ })).toBeVisible()
  })

  await test.step('roles are given in the dialog and in the table', async () => {
    await page.getByRole('button', { name: 'Actions for new@city.example' }).click()
    await page.getByRole('menuitem', { name: 'Change roles…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Roles of/ })
    await dialog.getByLabel('Approver').check()
    await seenEverywhere(page, 'the roles of a member')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByRole('row', { name: /new@city\.example.*Reviewer, Approver/ }),
    ).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Project settings' })
      .getByRole('link', { name: 'Roles' })
      .click()
    const box = page.getByRole('checkbox', { name: 'new@city.example: Approver' })
    await expect(box).toBeChecked()
    await seenEverywhere(page, 'the roles of a project')
    await box.click()
    await expect(box).not.toBeChecked()
  })

  await test.step('the permissions of roles fit every screen', async () => {
    await page
      .getByRole('navigation', { name: 'Project settings' })
      .getByRole('link', { name: 'Permissions' })
      .click()
    await expect(page.getByRole('row', { name: /Assign roles/ })).toBeVisible()
    await seenEverywhere(page, 'the permissions of a project')
  })

  await test.step('the owner hands the project over', async () => {
    await page
      .getByRole('navigation', { name: 'Project settings' })
      .getByRole('link', { name: 'General' })
      .click()
    await page.getByRole('button', { name: 'Change owner…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change owner' })
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Choose a person.')
    await dialog.getByRole('combobox', { name: 'New owner' }).click()
    await page.getByRole('option', { name: 'Demo Evaluator' }).click()
    await seenEverywhere(page, 'a new owner')
    const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const { updatedOn } = await api.call(API.projects.get, { params: { id } })
    await api.call(API.projects.update, { body: { id, updatedOn, tags: ['handed-over'] } })
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(dialog.getByRole('alert')).toContainText('has been changed by another user')
    await expect(dialog.getByRole('combobox', { name: 'New owner' })).toHaveValue('Demo Evaluator')
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Hand over' }).click()
      await expect(page.getByText('Owner: Demo Evaluator')).toBeVisible()
    }).toPass()
  })
})

test('an unknown project and a project without access say so and lead home @variation', async ({
  page,
  server,
}) => {
  const id = await ownProject(server.url, 'DRAFT')
  await signInAs(page, 'plone-contact')
  for (const unknown of ['0193e2a0-0000-7000-8000-000000000000', id]) {
    await page.goto(`/project/${unknown}/detail`)
    await expect(
      page.getByText(`Cannot load project ${unknown}. Make sure project with id exists.`),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/vendor\/dashboard\/projects$/)
  }
})

test('a member removed while viewing the project is told so, and its rows leave the device', async ({
  page,
  server,
}) => {
  const [owner, evaluator] = [
    await signInApi(server.url, 'owner', DEMO_PASSWORD),
    await signInApi(server.url, 'evaluator', DEMO_PASSWORD),
  ]
  const id = await ownProject(server.url, 'PUBLISHED')
  await signInAs(page, 'evaluator', `/project/${id}/packages`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => countRows(page)).toBeGreaterThan(0)
  await owner.call(API.projectMembers.remove, {
    params: { id },
    body: { userIds: [evaluator.session.userId], emails: [] },
  })
  await expect(
    page.getByText(
      'Access to content denied: You do not have sufficient rights to access this content.',
    ),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(() => countRows(page)).toBe(0)
})

/** A deadline is the end of a day in its zone; the days are those before and of a clock change. */
const DEADLINES = [
  {
    deadline: { date: '2027-03-27', zone: 'Europe/Bratislava' },
    'America/New_York': '27.03.2027 19:00',
    'Pacific/Auckland': '28.03.2027 12:00',
  },
  {
    deadline: { date: '2027-03-28', zone: 'Europe/Bratislava' },
    'America/New_York': '28.03.2027 18:00',
    'Pacific/Auckland': '29.03.2027 11:00',
  },
  {
    deadline: { date: '2027-03-13', zone: 'America/New_York' },
    'Europe/Bratislava': '14.03.2027 6:00',
    'Pacific/Auckland': '14.03.2027 18:00',
  },
  {
    deadline: { date: '2027-03-14', zone: 'America/New_York' },
    'Europe/Bratislava': '15.03.2027 5:00',
    'Pacific/Auckland': '15.03.2027 17:00',
  },
  {
    deadline: { date: '2027-04-03', zone: 'Pacific/Auckland' },
    'America/New_York': '03.04.2027 7:00',
    'Europe/Bratislava': '03.04.2027 13:00',
  },
  {
    deadline: { date: '2027-04-04', zone: 'Pacific/Auckland' },
    'America/New_York': '04.04.2027 8:00',
    'Europe/Bratislava': '04.04.2027 14:00',
  },
]

test('a deadline by each clock change is shown in its own zone and in that of the viewer @variation', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const projects: { id: string; shown: (typeof DEADLINES)[number] }[] = []
  for (const shown of DEADLINES) {
    const { deadline } = shown
    const { id } = await api.call(API.projects.create, { body: { name: deadline.date, deadline } })
    projects.push({ id, shown })
  }
  for (const timezoneId of ['America/New_York', 'Europe/Bratislava', 'Pacific/Auckland'] as const) {
    const { page, close } = await openDevice({ context: { timezoneId } })
    await signInAs(page, 'owner')
    for (const { id, shown } of projects) {
      await page.goto(`/project/${id}`)
      const facts = page.getByRole('main')
      const [year, month, day] = shown.deadline.date.split('-')
      await expect(facts.getByText(`${day}.${month}.${year}, midnight`)).toBeVisible()
      const own = shown[timezoneId]
      if (own === undefined) await expect(facts.getByText('Your time')).toBeHidden()
      else await expect(facts.getByText(own, { exact: true })).toBeVisible()
    }
    await close()
  }
})

test('the weight of a project orders the list of projects, and vendors do not see it @variation', async ({
  page,
  server,
}) => {
  const id = await ownProject(server.url, 'EVALUATION')
  await signInAs(page, 'owner', '/projects')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.click()
  await expect(page.getByRole('option', { name: 'Deadline' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Weight' })).toBeHidden()
  await page.keyboard.press('Escape')

  await page.goto(`/project/${id}/settings/general`)
  const weight = page.getByRole('textbox', { name: 'Weight of the project' })
  await weight.fill('101')
  await expect(page.getByText('Enter a number from 0 to 100')).toBeVisible()
  await weight.fill('12,5')
  await weight.press('Enter')
  await expect(weight).toHaveValue('12.5')
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  await expect
    .poll(async () => (await owner.call(API.projects.get, { params: { id } })).weight)
    .toBe(12.5)

  await page.goto('/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Heavy project')
  await dialog.getByRole('textbox', { name: 'Weight of the project' }).fill('-1')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByRole('link', { name: 'Enter a number from 0 to 100' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Weight of the project' }).fill('99,5')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL('**/packages')
  const heavy = page.url().split('/').at(-2) ?? ''
  expect((await owner.call(API.projects.get, { params: { id: heavy } })).weight).toBe(99.5)

  await page.goto('/projects?sort=weight')
  await expect(sort).toHaveValue('Weight')
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Evaluation')
  const vendor = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
  expect((await vendor.call(API.projects.get, { params: { id } })).weight ?? null).toBeNull()
})
