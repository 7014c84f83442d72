import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { API } from '#schema/api/index.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { startServer } from '../support/start-server.ts'
import type { Words } from '../api/fuzz/from-schema.ts'
import { callsOf, requestFile } from './calls.ts'
import { startPlantedServer } from './planted-server.ts'
import { sqlmap } from './sqlmap.ts'
import { wapiti } from './wapiti.ts'

// `npm run security [-- --only NAME] [--wapiti-seconds N]`: runs sqlmap and wapiti against the real
// server with the demo; exits with 1 if they find anything.
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    'wapiti-seconds': { type: 'string', default: '900' },
  },
})
const maxSeconds = Number(values['wapiti-seconds'])

/**
 * Both tools have to find the planted faults; otherwise a clean result elsewhere would mean
 * nothing.
 */
const provePlanted = async (): Promise<void> => {
  const planted = await startPlantedServer()
  try {
    const bySqlmap = await sqlmap(
      [`GET /find?name=Anna* HTTP/1.1`, `Host: ${new URL(planted.url).host}`, '', ''].join('\n'),
    )
    const byWapiti = await wapiti({
      url: planted.url,
      starts: ['/find?name=Anna'],
      maxSeconds: 120,
    })
    console.log(`planted: sqlmap says ${bySqlmap.findings.join('; ') || 'nothing'}`)
    console.log(`planted: wapiti says ${byWapiti.findings.join('; ') || 'nothing'}`)
    if (
      bySqlmap.findings.length === 0 ||
      !byWapiti.findings.some((one) => /SQL/.test(one)) ||
      !byWapiti.findings.some((one) => /Cross Site Scripting/.test(one))
    )
      throw new Error('what is planted was not found')
  } finally {
    await planted.close()
  }
}

/** Existing ids, so that the calls reach their SQL statements. */
const readWords = async (owner: ApiClient): Promise<Words> => {
  const {
    items: [project],
  } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: {},
  })
  if (project === undefined) throw new Error('the demo has no project')
  const { rows } = await owner.pull(project.id)
  const idsOf = (entity: string): string[] =>
    rows
      .filter((row) => row.entity === entity && row.row !== null)
      .map(({ id }) => id)
      .slice(0, 3)
  const [packages, documents, sections, requirements, releases] = [
    idsOf('package'),
    idsOf('document'),
    idsOf('section'),
    idsOf('requirement'),
    idsOf('release'),
  ]
  const [comments, replies, publications] = [idsOf('comment'), idsOf('reply'), idsOf('publication')]
  const people = [owner.session.userId, owner.session.organizationId]
  return {
    texts: [
      project.id,
      ...packages,
      ...documents,
      ...requirements,
      ...releases,
      ...comments,
      ...publications,
      'Name',
      'note',
      '2030-06-01',
      'UTC',
      'FUN',
      'owner',
      'new@city.example',
      'https://city.example/',
      'role-org-admin',
      'YWJj',
      ...people.map(String),
      '10',
    ],
    numbers: [1, 2, 10, Date.now(), ...people],
    byField: {
      projectId: [project.id],
      packageId: packages,
      documentId: documents,
      docId: documents,
      sectionId: sections,
      requirementId: requirements,
      commentId: comments,
      replyId: replies,
      organizationId: people,
    },
  }
}

const TOKEN_MS = 10 * 60_000
/**
 * sqlmap's sign-in attempts count against the shared address, so wait until the limit permits the
 * sign-in.
 */
const signInWhenLet = async (url: string): Promise<ApiClient> => {
  for (;;) {
    try {
      return await signInApi(url, 'owner', 'Tenderbook-2026')
    } catch (error) {
      const seconds = /try again in (\d+) s/.exec(String(error))?.[1]
      if (seconds === undefined) throw error
      await delay(Number(seconds) * 1_000)
    }
  }
}
const scanProduct = async (): Promise<string[]> => {
  // As deployed: behind https, which the answers then require.
  const server = await startServer({ env: { BASE_URL: 'https://tenders.example' } })
  const findings: string[] = []
  try {
    const signIn = async () => ({
      client: await signInWhenLet(server.url),
      until: Date.now() + TOKEN_MS,
    })
    let session = await signIn()
    const description = (await (
      await fetch(`${server.url}/api/openapi.json`)
    ).json()) as Parameters<typeof callsOf>[0]
    const calls = callsOf(description, await readWords(session.client)).filter(({ name }) =>
      name.includes(values.only),
    )
    let [requests, tried] = [0, 0]
    for (const call of calls) {
      if (Date.now() > session.until) session = await signIn()
      const text = requestFile(call, {
        host: new URL(server.url).host,
        token: session.client.token,
      })
      if (text === null) continue
      const scan = await sqlmap(text).catch((error: unknown) => ({
        findings: [String(error)],
        requests: 0,
      }))
      requests += scan.requests
      tried += 1
      for (const finding of scan.findings) findings.push(`${call.name}: ${finding}`)
      console.log(
        `sqlmap ${call.name}: ${scan.requests} requests, ${scan.findings.length} findings`,
      )
    }
    console.log(
      `sqlmap: ${tried} calls of ${calls.length} have input, ${requests} requests that were refused or failed, ${findings.length} findings`,
    )
    session = await signIn()
    const looking = calls.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const byWapiti = await wapiti({
      url: server.url,
      starts: ['/login', '/registration', '/reset-password', '/dashboard?sort=name', ...looking],
      token: session.client.token,
      maxSeconds,
    })
    console.log(
      `wapiti: ${looking.length} calls and the pages, ${byWapiti.requests} requests shown, ${byWapiti.findings.length} findings`,
    )
    return [...findings, ...byWapiti.findings]
  } finally {
    await server.dispose()
  }
}

await provePlanted()
const findings = await scanProduct()
for (const finding of findings) console.log(`FOUND ${finding}`)
console.log(`${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
