// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeReqif } from '#schema/rules/reqif/write-reqif.ts'
import { ClonedThread } from '../../../../tests/support/cloned-thread.ts'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'
import { attribute, node, object, reqifXml, type, value } from '../../../../tests/support/reqif.ts'
import type { ReqifChoice } from './reqif-choice.ts'

const { signal } = new AbortController()
/** The thread of a reader has modules of its own, so that the page's are loaded before it. */
const load = async () => ({
  ...(await import('../parse-file.ts')),
  ...(await import('./reqif-choice.ts')),
  ...(await import('./specification-picks.ts')),
})
let page: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  await openPageProject({ rows: buildRows() })
  page = await load()
  vi.stubGlobal('Worker', ClonedThread)
})
afterEach(() => vi.unstubAllGlobals())

const open = async (xml: string): Promise<ReqifChoice> => {
  const file = new File([xml], 'a.reqif')
  const choice = page.reqifChoice(await page.openFile([file], { signal, onPhase: () => undefined }))
  if (choice === null) throw new Error('No ReqIF')
  return choice
}

describe('the specifications of a file', () => {
  const second = buildRequirement({ id: 'r2', fullId: 'FUN-0002', name: 'Keeps a calendar' })
  const NEW = 'n'.repeat(201)
  /** Document d1 under another name, and one that the project does not have. */
  const XML = writeReqif({
    ...{ title: 'A file', files: new Map(), now: 0, id: 'x' },
    documents: [
      {
        ...{ id: 'd1', name: 'Features', sections: [buildSection()] },
        requirements: [buildRequirement({ name: 'Sends letters' }), second],
      },
      {
        ...{ id: 'n1', name: NEW, sections: [buildSection({ id: 'sn', documentId: 'n1' })] },
        requirements: [buildRequirement({ id: 'rn', sectionId: 'sn', documentId: 'n1' })],
      },
    ],
  })

  it('update the documents that they came from, or become new ones', async () => {
    const picks = await page.pickSpecifications(await open(XML), PROJECT_ID, signal)
    expect(picks).toMatchObject([
      {
        ...{ at: 0, label: 'Features', name: 'Functions', documentId: 'd1' },
        ...{ isNew: false, isTaken: true },
      },
      { at: 1, label: NEW, name: 'n'.repeat(200), isNew: true, isTaken: true },
    ])
    expect(picks[1]?.documentId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('are planned against their documents', async () => {
    const choice = await open(XML)
    const target = { projectId: PROJECT_ID, documentId: 'd1' }
    const { plan } = await page.planSpecification(choice, { at: 0, ...target }, signal)
    expect(plan.updates.map(({ id }) => id)).toEqual(['r1'])
    expect(plan.unchanged.map(({ id }) => id)).toEqual(['r2'])
    const fresh = { projectId: PROJECT_ID, documentId: 'new' }
    const other = await page.planSpecification(choice, { at: 1, ...fresh }, signal)
    expect([other.plan.creates.length, other.plan.missing]).toEqual([1, []])
  })

  it('[XL29] leave what a person edited, unless all of it is to be overwritten', async () => {
    const { requirement: [, ...others] = [] } = buildRows()
    const edited = buildRequirement({ sourceId: 'r1', imported: 'aaaaaa' })
    await openPageProject({ rows: buildRows({ requirement: [edited, ...others] as never }) })
    const target = { projectId: PROJECT_ID, documentId: 'd1' }
    const { plan } = await page.planSpecification(await open(XML), { at: 0, ...target }, signal)
    const idsOf = (takesEdited: boolean) =>
      page.wantedPlan(plan, { takesEdited }).updates.map(({ id }) => id)
    expect([idsOf(false), idsOf(true)]).toEqual([[], ['r1']])
  })

  it('find their documents among hundreds of requirements', async () => {
    const many = Array.from({ length: 1_200 }, (_, at) =>
      buildRequirement({ id: `m${at}`, name: `Number ${at}`, rank: `V${at + 10_000}` }),
    )
    const last = many.at(-1) ?? second
    const { requirement: kept = [] } = buildRows()
    const others = kept.filter(({ id }) => id === 'r3')
    await openPageProject({ rows: buildRows({ requirement: [...many, ...others] as never }) })
    const xml = writeReqif({
      ...{ title: 'A file', files: new Map(), now: 0, id: 'x' },
      documents: [
        { id: 'elsewhere', name: 'Last', sections: [buildSection()], requirements: [last] },
      ],
    })
    const [pick] = await page.pickSpecifications(await open(xml), PROJECT_ID, signal)
    expect(pick).toMatchObject({ documentId: 'd1', isNew: false })
  })
})

describe('the roles that a person gave to attributes', () => {
  /** Two specifications; only the objects of the second one can have a reason or a note. */
  const xmlOf = (reasonOfFirst: string) =>
    reqifXml({
      types: type(
        't',
        attribute('STRING', 'x', 'Text') +
          attribute('STRING', 's', 'Reason') +
          attribute('STRING', 'n', 'Note'),
      ),
      objects: [
        ...['a', 'b'].map((id) =>
          object(
            id,
            't',
            value('STRING', 'x', `Lamp ${id} lights.`) +
              value('STRING', 'n', 'A note') +
              (reasonOfFirst === '' ? '' : value('STRING', 's', reasonOfFirst)),
            `Lamp ${id}`,
          ),
        ),
        object(
          'c',
          't',
          value('STRING', 'x', 'Lamp c lights.') + value('STRING', 's', 'It is dark.'),
          'Lamp c',
        ),
      ].join(''),
      tree: node('a') + node('b'),
    }).replace(
      '</SPECIFICATION>',
      `</SPECIFICATION><SPECIFICATION IDENTIFIER="second" LONG-NAME="Second"><CHILDREN>${node('c')}</CHILDREN></SPECIFICATION>`,
    )
  const rolesIn = async (choice: ReqifChoice, at: number) => {
    const target = { projectId: PROJECT_ID, documentId: 'new' }
    const { choice: planned } = await page.planSpecification(choice, { at, ...target }, signal)
    const from = planned.reqif?.from
    return (label: string) => from?.roles[from.columns.findIndex((one) => one.label === label)]
  }
  const withRole = (choice: ReqifChoice, label: string, role: string): ReqifChoice => ({
    ...choice,
    roles: choice.columns.map((one, at) =>
      one.label === label ? (role as never) : (choice.roles[at] ?? one.role),
    ),
  })

  it('go to the attributes of the same name in the other specification', async () => {
    const choice = await open(xmlOf('Someone reads.'))
    const own = choice.columns.find(({ label }) => label === 'Reason')
    expect(own?.role).not.toBe('ignore')
    const ignored = withRole(choice, 'Reason', 'ignore')
    expect((await rolesIn(ignored, 1))('Reason')).toBe('ignore')
    expect((await rolesIn(ignored, 0))('Reason')).toBe('ignore')
    const guessed = (await rolesIn(choice, 1))('Text')
    const chosen = own?.roles.find((role) => role !== 'ignore' && role !== own.role) ?? 'ignore'
    const given = await rolesIn(withRole(choice, 'Reason', chosen), 1)
    expect([given('Reason'), given('Text')]).toEqual([chosen, guessed])
  })

  it('do not leave out an attribute that had no values in the first one', async () => {
    const choice = await open(xmlOf(''))
    expect(choice.columns.find(({ label }) => label === 'Reason')?.role).toBe('ignore')
    expect((await rolesIn(choice, 1))('Reason')).not.toBe('ignore')
  })
})
