import { createHash } from 'node:crypto'
import { commitmentId, overrideId } from '#schema/entities/commitment.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { Row } from '#schema/entities/rows.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { definitionText, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import { markOf, PUBLIC_MARK } from './isolation.ts'
import type { Random } from './random.ts'
import type { SimClient } from './sim-client.ts'
import type { Request } from './sim-edit.ts'
import { FORBIDDEN, PROXY_BYTES } from './sim-network.ts'
import { ASKING, DISCUSSING } from './talk.ts'
import { CONTENTS, FIELDS, POISON, STATEMENT, type Template } from './template.ts'
import type { Place } from './tracked.ts'

export interface Scene {
  random: Random
  template: Template
  /** A new number, from which each word of a run is made. */
  next(): number
}
type Writer = (scene: Scene, client: SimClient) => Request | null

/** Picks mostly from few requirements, so that people meet. */
const pickRequirement = ({ random, template: { requirementIds } }: Scene): string =>
  requirementIds[random.below(random.chance(0.7) ? 3 : requirementIds.length)] ?? 'r0'
const publicWord = (scene: Scene): string => `w${scene.next()}${PUBLIC_MARK}`
const ownWord = (scene: Scene, client: SimClient): string =>
  `w${scene.next()}${markOf(client.user.vendorId)}`
const idOf = (scene: Scene): string => `x${scene.next()}`

const answer =
  (suffix: (scene: Scene) => string): Writer =>
  (scene, client) => {
    const vendorId = client.user.vendorId ?? 0
    const requirementId = pickRequirement(scene)
    const field = scene.random.pick(FIELDS)
    const word = ownWord(scene, client) + suffix(scene)
    return {
      command: 'commitments.update',
      args: { requirementId, vendorId, values: { [field]: word } },
      words: [
        {
          word,
          place: {
            entity: 'commitment',
            id: commitmentId(requirementId, vendorId),
            field: `values.${field}`,
          },
        },
      ],
    }
  }
const answerMany: Writer = (scene, client) => {
  const vendorId = client.user.vendorId ?? 0
  const words = scene.template.requirementIds
    .slice(0, 1 + scene.random.below(6))
    .map((requirementId) => ({ requirementId, word: ownWord(scene, client) }))
  return {
    command: 'commitments.updateBulk',
    args: {
      vendorId,
      items: words.map(({ requirementId, word }) => ({ requirementId, values: { n1: word } })),
    },
    words: words.map(({ requirementId, word }) => ({
      word,
      place: {
        entity: 'commitment',
        id: commitmentId(requirementId, vendorId),
        field: 'values.n1',
      },
    })),
  }
}
const state: Writer = (scene, client) => ({
  command: 'commitments.update',
  args: {
    requirementId: pickRequirement(scene),
    vendorId: client.user.vendorId ?? 0,
    values: { [STATEMENT]: scene.next() % 101, [`${STATEMENT}.release`]: 0 },
  },
})
const submit =
  (count: number): Writer =>
  (scene, client) => {
    const vendorId = client.user.vendorId ?? 0
    const items = scene.template.requirementIds.flatMap((requirementId) => {
      const row = client.row('commitment', commitmentId(requirementId, vendorId))
      return row === undefined || client.row('requirement', requirementId) === undefined
        ? []
        : [
            {
              requirementId,
              contentHash: createHash('sha256').update(canonicalContent(row.values)).digest('hex'),
            },
          ]
    })
    return items.length === 0
      ? null
      : { command: 'commitments.submit', args: { vendorId, items: items.slice(0, count) } }
  }
/** Answers every requirement, and submits all answers with one command. */
const answerAll: Writer = (scene, client) => {
  const vendorId = client.user.vendorId ?? 0
  const open = scene.template.requirementIds
    .filter(
      (id) => client.row('commitment', commitmentId(id, vendorId))?.values['n1'] === undefined,
    )
    .slice(0, 200)
  const words = open.map((requirementId) => ({ requirementId, word: ownWord(scene, client) }))
  return words.length === 0
    ? submit(500)(scene, client)
    : {
        command: 'commitments.updateBulk',
        args: {
          vendorId,
          items: words.map(({ requirementId, word }) => ({ requirementId, values: { n1: word } })),
        },
        words: words.map(({ requirementId, word }) => ({
          word,
          place: {
            entity: 'commitment',
            id: commitmentId(requirementId, vendorId),
            field: 'values.n1',
          },
        })),
      }
}

const rename: Writer = (scene) => {
  const id = pickRequirement(scene)
  const word = publicWord(scene)
  return {
    command: 'requirements.update',
    args: { id, patch: { name: word } },
    words: [{ word, place: { entity: 'requirement', id, field: 'name' } }],
  }
}
/** The definition that this person sees, with one content parameter renamed. */
const renamedContent = (client: SimClient, id: string, parameterId: string, name: string) => {
  const row = client.row('requirement', id)
  const definition = row === undefined ? undefined : parseDefinition(row.definition)
  const former = definition?.contentConfiguration.parameters.find((one) => one.id === parameterId)
  if (definition === undefined || former === undefined) return null
  const renamed = { ...former, name }
  const parameters = definition.contentConfiguration.parameters.map((one) =>
    one === former ? renamed : one,
  )
  return {
    renamed,
    definition: definitionText({ ...definition, contentConfiguration: { parameters } }),
  }
}
const define: Writer = (scene, client) => {
  const id = pickRequirement(scene)
  if (client.row('requirement', id) === undefined) return null
  const parameterId = scene.random.pick(CONTENTS)
  const word = publicWord(scene)
  const content = renamedContent(client, id, parameterId, word)
  if (content === null) return null
  const patch = scene.random.chance(0.5)
    ? { definition: content.definition }
    : { definitionPart: { content: { parameters: { [parameterId]: content.renamed } } } }
  return {
    command: 'requirements.update',
    args: { id, patch },
    words: [
      { word, place: { entity: 'requirement', id, field: `definition.content.${parameterId}` } },
    ],
  }
}
const annotate: Writer = (scene, client) => ({
  command: 'requirements.update',
  args: { id: pickRequirement(scene), patch: { evaluatorHelp: ownWord(scene, client) } },
})
const move: Writer = (scene) => {
  const half = scene.random.pick(['1', '2'])
  return {
    command: 'requirements.move',
    args: {
      ids: [pickRequirement(scene)],
      sectionId: scene.random.pick([`s${half}`, `t${half}`]),
      after: scene.random.chance(0.3) ? null : pickRequirement(scene),
    },
  }
}
const create: Writer = (scene) => {
  const id = idOf(scene)
  const args = {
    id,
    sectionId: scene.random.pick(['s1', 't1', 's2']),
    after: null,
    name: id,
    definition: scene.template.definition,
  }
  return {
    command: 'requirements.create',
    args,
    words: [{ word: id, place: { entity: 'requirement', id, field: '' } }],
  }
}
/**
 * Deletes rows of the run only: those of the template stay, so that people have rows to meet on.
 */
const remove: Writer = (scene, client) => {
  const made = [...client.state().held.values()].flatMap((one) =>
    one.entity === 'requirement' && one.id.startsWith('x') ? [one.id] : [],
  )
  return made.length === 0
    ? create(scene, client)
    : { command: 'requirements.delete', args: { ids: [scene.random.pick(made)] } }
}
const editMade: Writer = (scene, client) => {
  const made = [...client.state().held.values()].flatMap((one) =>
    one.entity === 'requirement' && one.id.startsWith('x') ? [one.id] : [],
  )
  if (made.length === 0) return create(scene, client)
  const id = scene.random.pick(made)
  const word = publicWord(scene)
  return {
    command: 'requirements.update',
    args: { id, patch: { name: word } },
    words: [{ word, place: { entity: 'requirement', id, field: 'name' } }],
  }
}
const weigh: Writer = (scene) => {
  // Never with less than two decimals, because no other number of the run has them.
  const n = scene.next() % 8_999
  const weight = (n + Math.floor(n / 9) + 1) / 100
  const rest = Math.round((100 - weight) * 100) / 100
  const args = {
    packages: [
      { id: 'p1', weight },
      { id: 'p2', weight: rest },
    ],
    documents: [
      { id: 'd1', weight: 100 },
      { id: 'd2', weight: 100 },
    ],
  }
  return {
    command: 'weights.set',
    args,
    words: [{ word: String(weight), place: { entity: 'package', id: 'p1', field: 'weight' } }],
  }
}
const describeProject: Writer = (scene) => {
  const word = publicWord(scene)
  return {
    command: 'projects.update',
    args: { patch: { description: word } },
    words: [{ word, place: { entity: 'project', id: PROJECT_ID, field: 'description' } }],
  }
}
/** A new value over the override of this answer. */
const overrideAt = (
  scene: Scene,
  client: SimClient,
  { requirementId, vendorId }: Pick<Row<'override'>, 'requirementId' | 'vendorId'>,
): Request => {
  const word = ownWord(scene, client)
  return {
    command: 'overrides.set',
    args: {
      requirementId,
      vendorId,
      parameterId: STATEMENT,
      value: scene.next() % 101,
      reason: word,
    },
    words: [{ word, place: placeOfOverride(requirementId, vendorId) }],
  }
}
const placeOfOverride = (requirementId: string, vendorId: number): Place => ({
  entity: 'override',
  id: overrideId(requirementId, vendorId, STATEMENT),
  field: 'reason',
})
const override: Writer = (scene, client) => {
  const requirementId = pickRequirement(scene)
  const vendorId =
    scene.random.pick([...scene.template.veras, ...scene.template.others]).vendorId ?? 0
  return overrideAt(scene, client, { requirementId, vendorId })
}
const removeOverride = (
  scene: Scene,
  client: SimClient,
  { requirementId, vendorId }: Pick<Row<'override'>, 'requirementId' | 'vendorId'>,
): Request => ({
  command: 'overrides.remove',
  args: { requirementId, vendorId, parameterId: STATEMENT, reason: ownWord(scene, client) },
  clears: placeOfOverride(requirementId, vendorId),
})
const takeBack: Writer = (scene, client) => {
  const vendorId = scene.random.pick(scene.template.veras).vendorId ?? 0
  return removeOverride(scene, client, { requirementId: pickRequirement(scene), vendorId })
}
/** Removes an override that the person sees and sets another; empty where they see none. */
export const replacement = (scene: Scene, client: SimClient): Request[] => {
  const found = [...client.state().held.values()].flatMap(({ entity, row }) =>
    entity === 'override' && !(row as Row<'override'>).removed ? [row as Row<'override'>] : [],
  )
  if (found.length === 0) return []
  const row = scene.random.pick(found)
  return [removeOverride(scene, client, row), overrideAt(scene, client, row)]
}

/**
 * The same edit by another person with other words; null where a word is a number or an id, or
 * where they see no value to write over.
 */
export const withOtherWords = (
  scene: Scene,
  client: SimClient,
  request: Request,
): Request | null => {
  let text = JSON.stringify(request)
  for (const { word } of request.words ?? []) {
    const mark = word.indexOf('@')
    if (mark < 0) return null
    text = text.replaceAll(word.slice(0, mark + 1), `w${scene.next()}@`)
  }
  return overOwnDefinition(client, JSON.parse(text) as Request)
}

/**
 * A whole definition repeats every parameter that its writer sees; with the words of another writer
 * it would hold words that no one wrote.
 */
const overOwnDefinition = (client: SimClient, request: Request): Request | null => {
  const { id, patch } = request.args as { id: string; patch?: { definition?: string } }
  const [said] = request.words ?? []
  if (patch?.definition === undefined || said === undefined) return request
  const content = renamedContent(
    client,
    id,
    said.place.field.replace('definition.content.', ''),
    said.word,
  )
  return content === null
    ? null
    : { ...request, args: { id, patch: { definition: content.definition } } }
}

const repeat = (count: number, writer: Writer): Writer[] =>
  Array.from({ length: count }, () => writer)
const ANSWERING: readonly Writer[] = [
  ...repeat(
    12,
    answer(() => ''),
  ),
  ...repeat(4, answerMany),
  ...repeat(2, state),
  ...repeat(2, submit(3)),
  submit(500),
  ...ASKING,
  ...repeat(
    2,
    answer(({ random }) => ` ${random.pick([POISON, FORBIDDEN, 'long '.repeat(PROXY_BYTES / 5)])}`),
  ),
]
const AUTHORING: readonly Writer[] = [
  ...repeat(5, rename),
  ...repeat(4, define),
  ...repeat(4, move),
  ...repeat(2, create),
  ...repeat(2, remove),
  ...repeat(2, editMade),
  weigh,
  annotate,
  describeProject,
]
const EVALUATING: readonly Writer[] = [
  ...repeat(5, override),
  takeBack,
  ...repeat(2, weigh),
  describeProject,
]

const OF_STATE: Partial<Record<ProjectState, readonly Writer[]>> = {
  PREPARATION: AUTHORING,
  EVALUATION: EVALUATING,
}

/** A possible next request of this person, as far as they know; null = there is none. */
export const nextRequest = (scene: Scene, client: SimClient): Request | null => {
  if (client.user.vendorId !== null)
    return (
      scene.template.requirementIds.length > 100 && scene.random.chance(0.3)
        ? answerAll
        : scene.random.pick(ANSWERING)
    )(scene, client)
  // A person who answers vendors continues their questions; the rows that this needs are rarely all
  // there.
  if (scene.random.chance(client.user === scene.template.owner ? 0.4 : 0.2))
    return scene.random.pick(DISCUSSING)(scene, client)
  const known = client.row('project', PROJECT_ID)?.state
  const usual = known === undefined ? undefined : OF_STATE[known]
  return scene.random.pick(usual ?? [describeProject, describeProject, rename, weigh])(
    scene,
    client,
  )
}
