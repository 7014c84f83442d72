import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('./finders.json', import.meta.url)

/** By name of a planted bug: the seed that last found it. */
export type Finders = Record<string, number>

export const readFinders = (): Finders => JSON.parse(readFileSync(file, 'utf8')) as Finders

/** @param names all bugs; one that was not found this time keeps its seed */
export const keepFinders = (names: readonly string[], found: Readonly<Finders>): void => {
  const seeds = { ...readFinders(), ...found }
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries(names.flatMap((name) => (seeds[name] === undefined ? [] : [[name, seeds[name]]]))), null, 2)}\n`,
  )
}
