import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test as base } from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { createPostgresDatabase, stopOwnPostgres } from '../support/postgres.ts'
import { publishedForm } from '../support/published-form.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'

interface TwoServers {
  one: RunningServer
  two: RunningServer
}

/** Two processes of the real server on one PostgreSQL database with the demo data. */
const test = base.extend<object, { servers: TwoServers }>({
  servers: [
    async ({}, use) => {
      const database = await createPostgresDatabase()
      const one = await startServer({ databaseUrl: database.url, startTimeoutMs: 90_000 })
      const two = await startServer({
        dataDir: one.dataDir,
        databaseUrl: database.url,
        startTimeoutMs: 90_000,
      })
      await use({ one, two })
      await two.dispose()
      await one.dispose()
      await database.drop()
      await stopOwnPostgres()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const EDITS = 5
/**
 * The target is one second; a machine that runs other tests may take longer, and the test prints
 * the measured times.
 */
const MOST_MS = 30_000
const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0

test('an edit made through one server reaches a browser on the other server, and no other vendor', async ({
  servers,
  openDevice,
}) => {
  const { one, two } = servers
  const api = await signInApi(one.url, 'plone-primary', DEMO_PASSWORD)
  const { projectId, path: form, fullId } = await publishedForm(api)

  const record = await startRecordingProxy(two.port)
  const [writer, reader, rival] = [
    await openDevice({ context: { baseURL: one.url } }),
    await openDevice({ context: { baseURL: two.url } }),
    await openDevice({ context: { baseURL: record.url } }),
  ]
  await signInAs(writer.page, 'plone-primary')
  await signInAs(reader.page, 'plone-contact')
  await signInAs(rival.page, 'drupal-primary')
  for (const { page } of [rival, reader, writer]) {
    await page.goto(form)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fullId)
    await expect(page.getByRole('button', { name: 'Sync: Saved' })).toBeVisible()
  }

  const times: number[] = []
  for (let edit = 1; edit <= EDITS; edit += 1) {
    const text = `Sent through the first server, ${edit}`
    const shown = reader.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('textarea')].some(({ value }) => value === wanted) &&
        Date.now(),
      text,
      { polling: 'raf', timeout: MOST_MS },
    )
    await notes(writer.page).fill(text)
    const before = Date.now()
    // Leaving the field saves the text at once.
    await notes(writer.page).press('Tab')
    times.push(((await (await shown).jsonValue()) || 0) - before)
  }
  console.log(
    `two servers on one PostgreSQL: on the other screen after ${times.map((ms) => `${ms} ms`).join(', ')}; median ${median(times)} ms`,
  )
  expect(Math.max(...times)).toBeLessThan(MOST_MS)

  await test.step('the reply of a colleague on the second server reaches the first server', async () => {
    await notes(reader.page).fill('Answered through the second server')
    await expect(notes(writer.page)).toHaveValue('Answered through the second server', {
      timeout: MOST_MS,
    })
  })

  await test.step('no part of either text reaches another vendor', async () => {
    await expect(notes(rival.page)).toBeVisible()
    // The recording proves something only if it holds the socket's frames and the project's pull.
    expect(record.traffic()).toContain('CONNECTED')
    expect(record.traffic()).toContain(projectId)
    for (const trace of ['through the first server', 'through the second server']) {
      expect(record.traffic()).not.toContain(trace)
      expect(await dumpStorage(rival.page)).not.toContain(trace)
    }
  })
  // Close the page first: it may still be fetching parts that it shows later.
  await rival.close()
  await record.close()
})
