import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { API } from '#schema/api/index.ts'
import { type ChainEntry, verifyChain } from '#schema/rules/project/project-log.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { seenEverywhere } from '../support/themes.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('the team reads, verifies and downloads the history of a project', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project } = await openDemoProject(api, 'EVALUATION')
  const params = { id: project.id }
  const { items } = await api.call(API.projectMembers.list, { params, body: {} })
  const member = items.find(({ isOwner }) => !isOwner)
  if (member === undefined || member.userId === null) throw new Error('the demo has no member')
  const { userId, name } = member
  const roleIds = ['role-project-req-reviewer']
  await api.call(API.projectMembers.remove, { params, body: { userIds: [userId] } })
  await api.call(API.projectMembers.add, { params, body: { userId, roleIds } })
  const { id, updatedOn } = await api.call(API.projects.get, { params })
  await api.call(API.projects.update, { body: { id, updatedOn, stopInValidation: false } })

  await signInAs(page, 'owner', `/project/${project.id}/detail`)
  await page.getByRole('link', { name: 'History' }).click()
  // The demo's people added the member once before.
  const added = page.getByRole('row', { name: `Added ${name} to the project` })
  await expect(added).toHaveCount(2)
  await expect(page.getByRole('row', { name: 'Created the project' })).toBeVisible()
  await seenEverywhere(page, 'the history of a project')

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Members and roles' }).click()
  await expect(page.getByRole('row', { name: 'Created the project' })).toBeHidden()
  await expect(added).toHaveCount(2)
  expect(new URL(page.url()).search).toBe('?group=people')

  await page.getByRole('button', { name: 'Verify' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The history is intact' })).toBeVisible()
  await seenEverywhere(page, 'a history that was verified')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
    entries: ChainEntry[]
  }
  const chain = { projectId: project.id, audience: 'team' } as const
  expect(await verifyChain(chain, file.entries, { sha256 })).toBeNull()
})

test('a vendor reads its history, also in Slovak, and can retry when the history fails to load @variation', async ({
  page,
  server,
  watch,
}) => {
  const vendor = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
  const { project } = await openDemoProject(vendor, 'PUBLISHED')
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  await owner.call(API.stateTransitions.moveToPublished, { params: { id: project.id }, body: {} })
  const address = `/project/${project.id}/history`
  await signInAs(page, 'drupal-primary', address)
  await expect(page.getByRole('row', { name: /Published addendum 1/ })).toBeVisible()
  await expect(page.getByText('History of')).toBeHidden()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The history is intact' })).toBeVisible()
  await seenEverywhere(page, 'the history of a vendor')

  await page.evaluate(() => localStorage.setItem('tenderbook.language', 'sk'))
  await page.goto(address)
  await expect(page.getByRole('row', { name: /Zverejnenie dodatku 1/ })).toBeVisible()
  await seenEverywhere(page, 'the history in Slovak')

  watch.expectNetworkErrors(true)
  await page.route('**/projects/*/log', (route) => route.abort())
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Skúsiť znova' })).toBeVisible()
})
