import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { syncButton } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

test('a person is mentioned with the keyboard, and is told', async ({
  openDevice,
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project } = await openDemoProject(owner, 'PUBLISHED')
  const params = { id: project.id }
  const { items } = await owner.call(API.projectMembers.list, { params, body: {} } as never)
  const evaluator = items.find(({ username }) => username === 'evaluator')
  const name = evaluator?.name ?? ''

  await signInAs(page, 'owner')
  await page.goto(`/project/${project.id}/discussions`)
  await page.getByRole('button', { name: 'Start a discussion' }).first().click()
  const field = page.getByLabel('Topic')
  const people = page.getByRole('listbox', { name: 'People' })

  await test.step('Escape closes the list, arrows and Enter choose', async () => {
    await field.pressSequentially(`Look, @${name.slice(0, 2)}`)
    await expect(people.getByRole('option', { name })).toBeVisible()
    await axe(page, 'the completion of a mention')
    await seenEverywhere(page, 'the completion of a mention')
    await field.press('Escape')
    await expect(people).toHaveCount(0)
    await field.press('Backspace')
    await field.press('Backspace')
    await field.press('Backspace')
    await field.pressSequentially('@')
    await expect(people).toBeVisible()
    await expect(people.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await field.press('ArrowUp')
    await expect(people.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
    await field.pressSequentially(name)
    await field.press('Enter')
    await expect(field).toHaveValue(`Look, @${name} `)
    await field.press('Control+Enter')
    await expect(page.getByRole('main').getByText(`@${name}`).first()).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('@[')
  })

  const told = await openDevice()
  await signInAs(told.page, 'evaluator')
  await told.page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    told.page
      .getByRole('dialog', { name: 'Notifications' })
      .getByText(`You are mentioned in a discussion in ${project.name}`),
  ).toBeVisible()
})

test('a mention written offline of a person who lost the project is refused, tells no one, and keeps the text', async ({
  openDevice,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project } = await openDemoProject(owner, 'PUBLISHED')
  const params = { id: project.id }
  const { items } = await owner.call(API.projectMembers.list, { params, body: {} } as never)
  const member = items.find(({ username }) => username === 'author')
  const name = member?.name ?? ''

  const device = await openDevice()
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${project.id}/discussions`)
  await page.getByRole('button', { name: 'Start a discussion' }).first().click()
  const field = page.getByLabel('Topic')
  await field.pressSequentially(`Written on the train, @${name}`)
  await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name }).waitFor()
  await device.goOffline()
  await field.press('Enter')
  await field.press('Control+Enter')
  const thread = page.getByRole('main').getByRole('link', { name: /Written on the train/ })
  await expect(thread).toContainText('Not sent yet')
  await expect(syncButton(page)).toContainText('not sent')
  await owner.call(API.projectMembers.remove, { params, body: { userIds: [member?.userId ?? 0] } })

  await device.goOnline()
  await expect(syncButton(page)).toContainText('1 edit needs your decision')
  await syncButton(page).click()
  await page
    .getByRole('dialog', { name: 'Sync' })
    .getByRole('button', { name: '1 edit needs your decision' })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Rejected/ })
  await expect(dialog).toContainText(`${name} cannot read this discussion`)
  await expect(dialog.getByText(`Written on the train, @${name}`, { exact: true })).toBeVisible()
  await seenEverywhere(page, 'a refused mention')
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  const told = await author.call(API.notifications.list, { body: { pageSize: 200 } })
  expect(told.items.filter(({ message }) => message.includes('mentioned'))).toEqual([])
})
