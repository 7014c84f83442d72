import type { ProjectStanding, Rights } from './rights.ts'
import { companyOf, projectOf } from './right-names.ts'

type Running = ProjectStanding & { id: string }

const at = (time: number): string => new Date(time).toISOString()

/** The day and the instant at which answering ends. */
export const deadlineText = ({ deadline, deadlineAt }: ProjectStanding): string =>
  deadline === null || deadlineAt === null
    ? 'without a deadline'
    : `${deadline.date} ${deadline.zone}, until ${at(deadlineAt)}`

/** Whether vendors may answer. */
export const isRunning = ({ state, deadlineAt }: ProjectStanding, now: number): boolean =>
  state === 'PUBLISHED' && (deadlineAt === null || deadlineAt > now)

/**
 * Where the restore takes time for answers from vendors: one line per project or vendor. Vendors
 * rely on what the installation told them before the restore.
 * @param backup the rights that hold after the restore
 * @param later the rights that held before it
 * @param now ms since the epoch
 */
export const listLostTime = (backup: Rights, later: Rights, now: number): string[] =>
  [...later.projects].flatMap(([id, told]) => {
    const is = backup.projects.get(id)
    const project = projectOf(later, id)
    if (!isRunning(told, now))
      return told.state === 'PUBLISHED' && is?.state === 'PUBLISHED'
        ? [endedWhileDown(project, told)]
        : []
    if (is === undefined)
      return [
        `project ${project} was created after the backup and is gone; its vendors answer it ` +
          `(deadline: ${deadlineText(told)}). Create it again, or tell them`,
      ]
    return [...ofState(project, is, told), ...ofDeadline(project, [is, told], now)].concat(
      ofVendors(backup, later, id),
    )
  })

const endedWhileDown = (project: string, told: ProjectStanding): string =>
  `deadline of project ${project} passed while no server ran (${deadlineText(told)}): the server ` +
  'ends the answering when it starts. Vendors who could not send need a new deadline'

const ofState = (project: string, is: ProjectStanding, told: ProjectStanding): string[] =>
  is.state === 'PUBLISHED'
    ? []
    : [
        `project ${project} is ${is.state} again; vendors cannot answer until it is PUBLISHED ` +
          `with the deadline that they know (${deadlineText(told)})`,
      ]

const ofDeadline = (
  project: string,
  [is, told]: readonly [ProjectStanding, ProjectStanding],
  now: number,
): string[] => {
  const isEarlier = is.deadlineAt !== null && is.deadlineAt < (told.deadlineAt ?? Infinity)
  if (is.state !== 'PUBLISHED' || !isEarlier) return []
  const isOver = (is.deadlineAt ?? now) <= now
  return [
    `deadline of project ${project} is ${deadlineText(is)} again; vendors were told ` +
      `${deadlineText(told)}. ` +
      (isOver
        ? 'It has passed: the server ends the answering and opens the answers when it starts'
        : 'Extend it before it passes'),
  ]
}

const ofVendors = (backup: Rights, later: Rights, projectId: string): string[] =>
  [...later.vendors].flatMap((key) => {
    const [id, vendorId] = key.split(' ')
    return id !== projectId || backup.vendors.has(key)
      ? []
      : [
          `vendor ${companyOf(later, vendorId)} was added to project ${projectOf(later, id)} after ` +
            'the backup and cannot answer; add it again',
        ]
  })

/**
 * The projects that vendors answer, the next deadline first: one line each. For a restore that
 * cannot compare.
 */
export const listDeadlines = ({ projects }: Rights, now: number): string[] =>
  [...projects]
    .flatMap(([id, project]): Running[] =>
      project.state === 'PUBLISHED' && project.deadlineAt !== null ? [{ ...project, id }] : [],
    )
    .sort((a, b) => (a.deadlineAt ?? 0) - (b.deadlineAt ?? 0))
    .map(
      ({ id, ...project }) =>
        `project ${project.name} (${id}): ${deadlineText(project)}` +
        ((project.deadlineAt ?? 0) <= now
          ? '; it has passed: the server ends the answering when it starts'
          : ''),
    )
