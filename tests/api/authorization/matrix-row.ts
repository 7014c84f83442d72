import type { ProjectState } from '#schema/entities/project.ts'
import { attachmentId } from '#schema/entities/attachment.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import { ALPHA, BETA, type Company, type Name, twinsOf } from './cast.ts'

/** The owner of the call's object, seen from City's and Alpha's people. */
export const OBJECTS = ['own', 'colleague', 'otherVendor', 'otherOrganization'] as const
export type ObjectKind = (typeof OBJECTS)[number]

/**
 * One call with one input. The people in `may` are answered; all others are refused, change no
 * row and read nothing.
 */
export interface Attempt {
  readonly object: ObjectKind
  /** State of the projects before the call; default PREPARATION. */
  readonly state?: ProjectState
  /** Whether the answers are sealed; default true. */
  readonly isSealed?: boolean
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  /**
   * Placeholders `device-of-@` and `hash-of-@` stand for device and password hash of the caller.
   */
  readonly body?: object
  readonly bytes?: Buffer
  /** Content type of the bytes; default application/octet-stream. */
  readonly bytesType?: string
  readonly may: readonly Name[]
  /** The call's edit as a device pushes it; required for every call that runs a mutation. */
  readonly push?: Edit
  /** Recognizes a refusal inside an answer with status 200. */
  readonly isRefused?: (text: string) => boolean
}
export interface Edit {
  readonly command: CommandName
  readonly args: object
}
export const edit = <N extends CommandName>(command: N, args: CommandArgs[N]): Edit => ({
  command,
  args,
})

export interface Ids {
  readonly users: Readonly<Record<Name, number>>
  readonly companies: Readonly<Record<Company, number>>
  readonly waiting: number
  /** A contact of Beta, invited by its primary contact, who waits for approval. */
  readonly waitingContact: number
}
export type MatrixRow = (ids: Ids) => readonly Attempt[]
/**
 * Public calls. Other tests check their answers; here they must not change a row or disclose a word
 * of any person on empty input.
 */
export const PUBLIC = 'public'

/** Ids of a project's rows, equal in both projects but for their first letter. */
export interface ProjectIds {
  project: string
  package1: string
  package2: string
  document1: string
  document2: string
  section1: string
  requirement1: string
  requirement2: string
  release0: string
  release1: string
  /** A vendor that is in the project and has answered requirement 1, and its file there. */
  vendor: number
  file: string
  /** A vendor outside the project. */
  absentVendor: number
}
export const projectIds = (letter: '' | 'v', vendor: number, absentVendor: number): ProjectIds => ({
  project: `${letter}project`,
  package1: `${letter}p1`,
  package2: `${letter}p2`,
  document1: `${letter}d1`,
  document2: `${letter}d2`,
  section1: `${letter}s1`,
  requirement1: `${letter}r1`,
  requirement2: `${letter}r2`,
  release0: `${letter}rel0`,
  release1: `${letter}rel1`,
  vendor,
  file: attachmentId(`${letter}file`, vendor),
  absentVendor,
})

type InProject = Omit<
  Attempt,
  'object' | 'params' | 'query' | 'body' | 'bytes' | 'bytesType' | 'push'
>
type Input = Pick<Attempt, 'params' | 'query' | 'body' | 'bytes' | 'bytesType' | 'push'>

/**
 * A call inside City's project, and the same in Village's, where only the corresponding people may.
 */
export const inProject =
  (rule: InProject, at: (ids: ProjectIds) => Input): MatrixRow =>
  ({ companies }) => [
    { object: 'own', ...rule, ...at(projectIds('', companies.alpha, companies.gamma)) },
    {
      object: 'otherOrganization',
      ...rule,
      may: twinsOf(rule.may),
      ...at(projectIds('v', companies.delta, companies.delta)),
    },
  ]

/**
 * A call on an object of a vendor: Alpha's, Beta's and Village's vendor's. `requestors` may make it
 * on each of them.
 */
export const ofVendor =
  (
    { requestors = [], ...rule }: Omit<InProject, 'may'> & { requestors?: readonly Name[] },
    at: (ids: ProjectIds) => Input,
  ): MatrixRow =>
  ({ companies }) => [
    {
      object: 'own',
      ...rule,
      may: [...ALPHA, ...requestors],
      ...at(projectIds('', companies.alpha, companies.gamma)),
    },
    {
      object: 'otherVendor',
      ...rule,
      may: [...BETA, ...requestors],
      ...at(projectIds('', companies.beta, companies.gamma)),
    },
    {
      object: 'otherOrganization',
      ...rule,
      may: ['delta-primary', ...twinsOf(requestors)],
      ...at(projectIds('v', companies.delta, companies.delta)),
    },
  ]
