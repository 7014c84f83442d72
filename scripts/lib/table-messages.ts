import { MESSAGES } from '../../schema/tables/messages.ts'
import { TRANSITIONS } from '../../schema/rules/project/project-transitions.ts'

interface Extracted {
  id: string
  message: string
  comment: string
  origin: [string, number]
}

/**
 * Texts in tables of the schema; refusal-text.ts and transition-text.ts compose their ids at run
 * time.
 */
const TABLES: Readonly<Record<string, () => [id: string, message: string][]>> = {
  'schema/tables/messages.ts': () =>
    Object.entries(MESSAGES).map(([code, { text }]) => [`message.${code}`, text]),
  'schema/rules/project/project-transitions.ts': () =>
    TRANSITIONS.flatMap(({ from, to, label, confirmation }) => [
      [`transition.${from}.${to}.label`, label] as [string, string],
      ...(confirmation === null
        ? []
        : [[`transition.${from}.${to}.confirmation`, confirmation] as [string, string]]),
    ]),
}

const tableOf = (path: string) => Object.entries(TABLES).find(([end]) => path.endsWith(end))

/** Gives Lingui's extraction the texts of the tables, as if the code referred to them by id. */
export const tableExtractor = {
  match: (path: string): boolean => tableOf(path) !== undefined,
  extract: (path: string, _code: string, found: (message: Extracted) => void): void => {
    const [name, read] = tableOf(path) ?? []
    for (const [id, message] of read?.() ?? [])
      found({ id, message, comment: message, origin: [name ?? path, 1] })
  },
}
