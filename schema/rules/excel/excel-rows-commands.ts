import type {
  ExistingRequirement,
  ExistingSection,
  ImportPlan,
  PlannedCreate,
  ImportPatch,
} from './excel-rows-plan.ts'

export const CHUNK_SIZE = 100

/**
 * The commands of an import, in order; `created` and `updated` count the rows that each one
 * handles.
 */
export type ImportCommand = { created: number; updated: number; removed?: number } & (
  | { name: 'requirements.delete'; args: { projectId: string; ids: string[] } }
  | {
      name: 'requirements.exclude'
      args: { projectId: string; id: string; reason: string }
    }
  | { name: 'requirements.createBulk'; args: CreateBulk }
  | {
      name: 'requirements.updateBulk'
      args: { projectId: string; items: { id: string; patch: ImportPatch }[] }
    }
  | {
      name: 'sections.create'
      args: {
        projectId: string
        id: string
        documentId: string
        name: string
        after: string | null
      }
    }
  | {
      name: 'requirements.move'
      args: { projectId: string; ids: string[]; sectionId: string; after: string | null }
    }
)
interface CreateBulk {
  projectId: string
  documentId: string
  sections: { id: string; name: string }[]
  requirements: {
    id: string
    sectionId: string
    name: string
    definition: string
    sourceId: string | null
    imported: string
  }[]
}

export interface CommandsInput {
  plan: ImportPlan
  projectId: string
  documentId: string
  existing: {
    requirements: readonly Pick<ExistingRequirement, 'id' | 'sectionId'>[]
    sections: readonly ExistingSection[]
  }
}

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK_SIZE) }, (_, index) =>
    items.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  )

const createCommands = ({ plan, projectId, documentId }: CommandsInput): ImportCommand[] => {
  const waiting = new Map(plan.sections.map((section) => [section.id, section]))
  return chunks(plan.creates).map((rows) => {
    // A section is sent with the first chunk that needs it, so that no chunk names a missing
    // section.
    const needed = new Set(rows.map((row) => row.sectionId))
    const sections = [...waiting.values()].filter((section) => needed.has(section.id))
    for (const section of sections) waiting.delete(section.id)
    const requirements = rows.map(
      ({ id, sectionId, name, definition, sourceId, imported }: PlannedCreate) => ({
        id,
        sectionId,
        name,
        definition,
        sourceId,
        imported,
      }),
    )
    return {
      name: 'requirements.createBulk',
      args: { projectId, documentId, sections, requirements },
      created: rows.length,
      updated: 0,
    }
  })
}

/** Writes the help of new rows, which their creation cannot carry. */
const helpCommands = ({ plan, projectId }: CommandsInput): ImportCommand[] => {
  const items = plan.creates.flatMap(({ id, vendorHelp }) =>
    vendorHelp === undefined ? [] : [{ id, patch: { vendorHelp } }],
  )
  return chunks(items).map((part) => ({
    name: 'requirements.updateBulk',
    args: { projectId, items: part },
    created: 0,
    updated: 0,
  }))
}

/** Creates the sections that only moved rows need, or none, each behind the one before it in the file. */
const sectionCommands = ({
  plan,
  projectId,
  documentId,
  existing,
}: CommandsInput): ImportCommand[] => {
  const filled = new Set(plan.creates.map((row) => row.sectionId))
  const last = existing.sections.at(-1)?.id ?? null
  return plan.sections.flatMap(({ id, name }, at): ImportCommand[] => {
    if (filled.has(id)) return []
    const after = plan.sections[at - 1]?.id ?? last
    const args = { projectId, id, documentId, name, after }
    return [{ name: 'sections.create', args, created: 0, updated: 0 }]
  })
}

const moveCommands = ({ plan, projectId, existing }: CommandsInput): ImportCommand[] => {
  const last = new Map(existing.requirements.map((one) => [one.sectionId, one.id]))
  for (const row of plan.creates) last.set(row.sectionId, row.id)
  const bySection = Map.groupBy(plan.updates, (update) => update.moveTo)
  return [...bySection].flatMap(([sectionId, updates]) => {
    if (sectionId === null) return []
    let after = last.get(sectionId) ?? null
    return chunks(updates).map((part) => {
      const ids = part.map((update) => update.id)
      const command: ImportCommand = {
        name: 'requirements.move',
        args: { projectId, ids, sectionId, after },
        created: 0,
        // Every moved row also has a patch, which counts it.
        updated: 0,
      }
      after = ids.at(-1) ?? after
      return command
    })
  })
}

const missingCommands = ({ plan, projectId }: CommandsInput): ImportCommand[] => {
  const action = plan.missingAction
  if (action === undefined) return []
  const counts = { created: 0, updated: 0 }
  return action.kind === 'delete'
    ? chunks(action.ids).map((ids) => ({
        name: 'requirements.delete',
        args: { projectId, ids },
        ...counts,
        removed: ids.length,
      }))
    : action.ids.map((id) => ({
        name: 'requirements.exclude',
        args: { projectId, id, reason: action.reason },
        ...counts,
        removed: 1,
      }))
}

/**
 * Returns the plan as commands of at most 100 rows: creations with their help, changes, moves, and
 * then what happens to requirements that the file does not contain.
 */
export const importCommands = (input: CommandsInput): ImportCommand[] => [
  ...createCommands(input),
  ...helpCommands(input),
  ...sectionCommands(input),
  ...chunks(input.plan.updates).map((part): ImportCommand => ({
    name: 'requirements.updateBulk',
    args: { projectId: input.projectId, items: part.map(({ id, patch }) => ({ id, patch })) },
    created: 0,
    updated: part.length,
  })),
  ...moveCommands(input),
  ...missingCommands(input),
]
