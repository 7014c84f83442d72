import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../support/project-root.ts'
import type { AreaName } from './areas.ts'
import type { Outcome } from './try-faults.ts'

/** The faults that no test found, and the files of which every fault was tried. */
export interface Survivors {
  survivors: ReadonlySet<string>
  whole: ReadonlySet<string>
}

const WHOLE = 'whole '
const pathOf = (area: AreaName): string => join(projectRoot, `tests/mutation/survivors/${area}.txt`)

export const readSurvivors = (area: AreaName): Survivors => {
  const path = pathOf(area)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  return {
    survivors: new Set(lines.filter((line) => !line.startsWith(WHOLE))),
    whole: new Set(
      lines.filter((line) => line.startsWith(WHOLE)).map((line) => line.slice(WHOLE.length)),
    ),
  }
}

/** Merges new outcomes into the recorded ones. `isWhole`: every fault of their files was tried. */
export const writeSurvivors = (
  area: AreaName,
  outcomes: readonly Outcome[],
  isWhole: boolean,
): void => {
  const known = readSurvivors(area)
  const files = new Set(outcomes.map(({ fault }) => fault.file))
  const tried = new Set(outcomes.map(({ fault }) => fault.id))
  const isKept = (id: string): boolean =>
    !tried.has(id) && !(isWhole && files.has(id.split('#', 1)[0] ?? ''))
  const survivors = [
    ...[...known.survivors].filter(isKept),
    ...outcomes.filter(({ failed }) => failed === null).map(({ fault }) => fault.id),
  ]
  const whole = new Set([...known.whole, ...(isWhole ? files : [])])
  writeFileSync(
    pathOf(area),
    [...[...whole].map((file) => WHOLE + file).toSorted(), ...survivors.toSorted(), ''].join('\n'),
  )
}
