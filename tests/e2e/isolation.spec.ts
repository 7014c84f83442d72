import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, readUpdatedOn, signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { listenLive } from '../support/live-client.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'

test.describe.configure({ mode: 'serial' })

const SECRET = 'Only Drupal wrote this sentence.'

/**
 * Texts that would reveal this vendor to another: its name, its answers, its questions and the
 * replies to them.
 */
const tracesOf = async (vendor: ApiClient, projectIds: readonly string[]): Promise<string[]> => {
  const texts = new Set<string>([vendor.session.organizationName, SECRET])
  for (const projectId of projectIds) {
    for (const { entity, row } of (await vendor.pull(projectId)).rows) {
      const said =
        entity === 'commitment'
          ? Object.values(commitmentValues(row))
          : entity === 'comment' || entity === 'reply'
            ? [textOf(row)]
            : []
      for (const value of said)
        if (typeof value === 'string' && value.length > 25)
          texts.add(JSON.stringify(value).slice(1, -1))
    }
  }
  return [...texts]
}
const commitmentValues = (row: unknown): object =>
  typeof row === 'object' &&
  row !== null &&
  'values' in row &&
  typeof row.values === 'object' &&
  row.values !== null
    ? row.values
    : {}
const textOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'text' in row ? row.text : undefined
const found = (traces: readonly string[], text: string): string[] =>
  traces.filter((trace) => text.includes(trace))

/** One sign-in for the whole file, because the server limits the rate of sign-ins. */
let known: ReturnType<typeof signInAll> | undefined
const people = (url: string): ReturnType<typeof signInAll> => (known ??= signInAll(url))
const signInAll = async (url: string) => {
  const drupal = await signInApi(url, 'drupal-primary', DEMO_PASSWORD)
  const plone = await signInApi(url, 'plone-primary', DEMO_PASSWORD)
  const projects = await plone.call(API.projects.byUser, {
    params: { id: String(plone.session.userId) },
    body: {},
  })
  const projectIds = projects.items.map(({ id }) => id)
  const published = projects.items.find(({ state }) => state === 'PUBLISHED')
  if (!published) throw new Error('the demo has no published project')
  return {
    drupal,
    plone,
    projectIds,
    publishedId: published.id,
    traces: await tracesOf(drupal, projectIds),
  }
}

test('a vendor finds no trace of another vendor in what the calls of its projects answer', async ({
  server,
}) => {
  const { drupal, plone, projectIds, traces } = await people(server.url)
  expect(projectIds).toHaveLength(2)
  expect(traces.length).toBeGreaterThan(20)
  const own = plone.session.vendorId ?? 0
  for (const projectId of projectIds) {
    const params = { id: projectId }
    const references = await plone.call(API.projects.references, { params })
    const answers: unknown[] = [
      references,
      await plone.call(API.projects.get, { params }),
      await plone.call(API.projects.packages, { params }),
      await plone.call(API.projects.vendors, { params }),
      await plone.call(API.projects.overview, { params }),
      await plone.call(API.projects.requirementCount, { params }),
      await plone.call(API.releases.list, { params }),
      await plone.call(API.projects.vendorCommitments, {
        params: { ...params, vendorId: String(own) },
      }),
    ]
    for (const { kind, id } of references.filter((node) => node.kind === 'document')) {
      answers.push(await plone.raw('GET', `/projects-service/${kind}s/${id}`))
      answers.push(await plone.raw('GET', `/projects-service/documents/${id}/statistics`))
      answers.push(
        await plone.raw('POST', `/projects-service/requirements/by-document/${id}`, {
          pageSize: 200,
        }),
      )
    }
    for (const answer of answers) expect(found(traces, JSON.stringify(answer))).toEqual([])
    const vendors = await plone.call(API.projects.vendors, { params })
    expect(vendors.map(({ value }) => value)).toEqual([own])
  }
  expect(drupal.session.vendorId).not.toBe(own)
})

test('the data of another vendor is refused exactly like data that does not exist', async ({
  server,
}) => {
  const { drupal, plone, publishedId } = await people(server.url)
  const other = drupal.session.vendorId ?? 0
  const pairs: [string, string, unknown?][] = [
    [
      `/projects-service/projects/${publishedId}/vendor-commitments/${other}`,
      `/projects-service/projects/${publishedId}/vendor-commitments/999999`,
    ],
    [`/users-service/organizations/${other}`, '/users-service/organizations/999999'],
    [`/users-service/users/${drupal.session.userId}`, '/users-service/users/999999'],
  ]
  for (const [foreign, missing] of pairs) {
    const answer = await plone.raw('GET', foreign)
    expect(answer.status, foreign).toBeGreaterThanOrEqual(400)
    expect(answer, foreign).toEqual(await plone.raw('GET', missing))
  }
  const list = await plone.raw(
    'POST',
    `/projects-service/projects/by-user/${drupal.session.userId}`,
    {},
  )
  expect(list).toEqual(await plone.raw('POST', '/projects-service/projects/by-user/999999', {}))
})

test('a pull returns only the own buckets of a vendor, even if the request names others', async ({
  server,
}) => {
  const { drupal, plone, projectIds, traces } = await people(server.url)
  for (const projectId of projectIds) {
    const { pages, rows } = await plone.pull(projectId)
    expect(rows.length).toBeGreaterThan(300)
    const own = ['pub', 'qa', `v${plone.session.vendorId}`, `q${plone.session.vendorId}`]
    expect(
      rows
        .filter(({ bucket }) => !own.includes(bucket.split(':')[1] ?? ''))
        .map(({ bucket }) => bucket),
    ).toEqual([])
    expect(found(traces, JSON.stringify(pages))).toEqual([])
    const packageId = rows.find(({ entity }) => entity === 'package')?.id ?? ''
    const greedy = await plone.raw('POST', '/sync/pull', {
      serverId: plone.serverId,
      clientId: crypto.randomUUID(),
      schemaVersion: SYNC_PROTOCOL,
      home: null,
      ackMid: 0,
      projects: {
        [projectId]: {
          epoch: 0,
          buckets: {
            [`${packageId}:v${drupal.session.vendorId}`]: [0, 0],
            [`${packageId}:q${drupal.session.vendorId}`]: [0, 0],
            [`${packageId}:talk`]: [0, 0],
            '*:int': [0, 0],
            [`${packageId}:int`]: [0, 0],
          },
        },
      },
    })
    expect(greedy.status).toBe(200)
    expect(found(traces, greedy.text)).toEqual([])
    expect(greedy.text).not.toContain('"entity":"projectVendor"')
  }
})

test('the edits of a vendor do not show in the socket or in the pull of another vendor', async ({
  server,
}) => {
  const { drupal, plone, publishedId } = await people(server.url)
  const colleague = await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD)
  const [foreign, own] = [
    await listenLive(server.url, plone.token),
    await listenLive(server.url, colleague.token),
  ]
  const steady = async (): Promise<unknown> =>
    (await plone.pull(publishedId)).pages.map(({ now: _clock, ...page }) => page)
  const before = await steady()

  const requirements = (
    await drupal.call(API.projects.references, { params: { id: publishedId } })
  ).filter(({ kind }) => kind === 'requirement')
  for (const { id } of requirements.slice(100, 105)) {
    await drupal.call(API.requirements.updateCommitment, {
      params: { id },
      body: {
        updatedOn: await readUpdatedOn(drupal, publishedId, `${id}.${drupal.session.vendorId}`),
        values: { notes: SECRET },
      },
    })
  }
  await expect.poll(() => own.messages.join('')).toContain(publishedId)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(foreign.messages).toEqual([])
  expect(await steady()).toEqual(before)
  await foreign.close()
  await own.close()
})

test('the browser of another vendor holds no trace, neither in its traffic nor in its storage', async ({
  openDevice,
  server,
}) => {
  const { drupal, publishedId, traces } = await people(server.url)
  const record = await startRecordingProxy(server.port)
  const { page } = await openDevice({ installs: true, context: { baseURL: record.url } })
  await signInAs(page, 'plone-primary', `/project/${publishedId}/detail`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const references = await drupal.call(API.projects.references, { params: { id: publishedId } })
  const documentId = references.find(({ kind }) => kind === 'document')?.id ?? ''
  await page.goto(`/project/${publishedId}/documents/${documentId}`)
  await expect(page.getByText('Non-text Content').first()).toBeVisible()
  // The recording proves something only if it holds the socket's frames and the project's pull, and
  // the socket must be open before the other vendor writes.
  await expect.poll(() => record.traffic()).toContain('CONNECTED')
  await expect.poll(() => record.traffic()).toContain(publishedId)
  for (const { id } of references.filter(({ kind }) => kind === 'requirement').slice(110, 112)) {
    await drupal.call(API.requirements.updateCommitment, {
      params: { id },
      body: {
        updatedOn: await readUpdatedOn(drupal, publishedId, `${id}.${drupal.session.vendorId}`),
        values: { notes: SECRET },
      },
    })
  }
  // The list of notifications, which the page asks for last.
  await expect.poll(() => record.traffic()).toContain('"unread":')
  await page.waitForTimeout(1_500)
  expect(found(traces, record.traffic())).toEqual([])
  const stored = await dumpStorage(page)
  expect(stored).toContain('Non-text Content')
  expect(found(traces, stored)).toEqual([])
  expect(found(traces, await page.content())).toEqual([])
  await page.close()
  await record.close()
})
