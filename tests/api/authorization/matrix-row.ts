import type { ProjectState } from '#schema/entities/project.ts'
import { attachmentId } from '#schema/entities/attachment.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import { ALPHA, BETA, type Company, type Name, twinsOf } from './cast.ts'

/** To whom the object of the call belongs, seen from City's and Alpha's people. */
export const OBJECTS = ['own', 'colleague', 'otherVendor', 'otherOrganization'] as const
export type ObjectKind = (typeof OBJECTS)[number]

/**
 * One call with one input. Everybody whom `may` does not name is refused, changes no row and reads
 * nothing; those it names are answered.
 */
export interface Attempt {
  readonly object: ObjectKind
  /** The state of the projects before; PREPARATION where nothing is said. */
  readonly state?: ProjectState
  /** The answers; true where nothing is said. */
  readonly isSealed?: boolean
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  /**
   * `device-of-@` and `hash-of-@` in it become the device and the password's hash of the person who
   * calls.
   */
  readonly body?: object
  readonly bytes?: Buffer
  /** Of the bytes; application/octet-stream where nothing is said. */
  readonly bytesType?: string
  readonly may: readonly Name[]
  /** The same as a device pushes it; every call that enters at a mutation has it. */
  readonly push?: Edit
  /** Where a call refuses inside an answer with status 200. */
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
}
export type MatrixRow = (ids: Ids) => readonly Attempt[]
/**
 * Anybody may; what such a call may tell is tested where it belongs. It still must change nothing
 * unasked and tell no word of anybody.
 */
export const PUBLIC = 'public'

/** Rows of a project, named alike in both; the letter before them keeps them apart. */
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
  /** A vendor that is not. */
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

/** A call inside a project: in City's, and in Village's where only their twins may. */
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
 * A call on what belongs to a vendor: Alpha's, Beta's and that of Village's vendor. `requestors`
 * may on each of them.
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
