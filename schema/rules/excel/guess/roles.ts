import type { ColumnRole } from '../excel-rows-mapping.ts'
import { parameterRole } from '../excel-rows-facts.ts'
import type { Looks } from './facts.ts'
import { GUID_HEADER, idWeight, isText, isTitle, nameWeight, SECTION_HEADER } from './words.ts'

/** The item with the highest score above 0; ties go to the left. */
const best = <T>(items: readonly T[], score: (item: T) => number): T | undefined =>
  items.reduce<{ item: T | undefined; score: number }>(
    (top, item) => {
      const own = score(item)
      return own > top.score ? { item, score: own } : top
    },
    { item: undefined, score: 0 },
  ).item

/** Numbers that begin at 1 in each section, below no name or a letter or two. */
const isCounter = (one: Looks): boolean =>
  one.header.length <= 2 && one.counting >= 0.8 && one.distinct >= 5 && one.column <= 2

const idScore = (one: Looks): number => {
  if (one.filled === 0 || one.longest > 100 || one.average > 50 || one.words > 3) return 0
  const weight = idWeight(one.header)
  // A GUID is an id also where rows repeat it: the import tells which ones do. That of a parent
  // repeats more.
  if (GUID_HEADER.test(one.header) && one.share >= 0.5) return 10 + one.share + one.variety
  // A merged id stands in the first of its rows.
  const isMergedId = one.isMerged && weight > 2
  if (isCounter(one)) return 1 + one.share
  if (
    (one.share < 0.5 && !isMergedId) ||
    (one.isChoice && (weight === 0 || SECTION_HEADER.test(one.header)))
  )
    return 0
  const looks = one.ids >= 0.8 || (one.ids >= 0.4 && one.words <= 1.5) ? 1.5 : 0
  if (weight === 0 && (looks === 0 || one.variety < 0.9 || one.column > 2)) return 0
  if (weight > 0 && weight < 2 && looks === 0 && one.numbers < 0.8) return 0
  const unique = one.variety >= 0.95 ? 1 : one.variety < 0.4 ? -1 : 0
  return Math.max(0, weight + looks + unique + one.share + (one.column === 0 ? 0.3 : 0))
}

const isWords = (one: Looks): boolean =>
  one.filled > 0 && one.numbers <= 0.3 && (one.ids <= 0.5 || one.words >= 2)

const nameScore = (one: Looks): number => {
  if (!isWords(one)) return 0
  const weight = nameWeight(one.header)
  if (one.isChoice && weight <= 0) return 0
  return Math.max(
    0,
    weight +
      (one.share >= 0.8 ? 2 : 2 * one.share - 1) +
      one.variety * 1.5 +
      Math.min(2, Math.log2(Math.max(1, one.words)) * 0.6) +
      (one.isChoice ? -2 : 0) +
      (one.longest > 2_000 ? -2 : 0),
  )
}

/** A column whose short, different titles stand beside longer texts. */
const titleBeside = (looks: readonly Looks[], text: Looks): Looks | undefined =>
  text.average <= 40 && text.words <= 6
    ? undefined
    : best(
        looks.filter(
          (one) =>
            one.column !== text.column &&
            isTitle(one.header) &&
            isWords(one) &&
            one.share >= 0.8 &&
            one.variety >= 0.55 &&
            one.average < text.average &&
            one.longest <= 2_000,
        ),
        (one) => one.share + one.variety,
      )

const isBlocks = (one: Looks): boolean =>
  one.distinct >= 2 && one.runs <= one.distinct * 1.5 && one.distinct <= one.filled * 0.6

/** Columns that say what kind of thing a row is. */
export const KIND = /(^|[^\p{L}])(type|typ|state|level|priority|class|art)([^\p{L}]|$)/iu

const staysAWhile = (one: Looks): boolean => isBlocks(one) || one.filled >= one.runs * 2

const isSection = (one: Looks, name: Looks | undefined): boolean => {
  if (one.filled === 0 || one.longest > 200) return false
  if (SECTION_HEADER.test(one.header) && !isTitle(one.header) && !isText(one.header))
    return one.variety <= 0.6 || isSparse(one)
  if (SECTION_HEADER.test(one.header)) return staysAWhile(one) || isSparse(one)
  if (one.isMerged && name !== undefined && one.column < name.column)
    return one.numbers === 0 && one.average >= 3 && one.share < 0.6 && one.ids <= 0.5
  if (one.numbers > 0.5) return false
  if (one.hasHeader && (nameWeight(one.header) < 0 || idWeight(one.header) > 0)) return false
  if (KIND.test(one.header)) return false
  return (
    name !== undefined &&
    one.column < name.column &&
    one.share >= 0.8 &&
    one.words >= 1 &&
    isBlocks(one) &&
    one.runs <= one.distinct * 1.1 &&
    one.filled >= one.distinct * 3
  )
}

/** A section that is written once, in the first row of its block. */
export const isSparse = (one: Looks): boolean =>
  one.share < 0.6 &&
  one.filled >= 2 &&
  one.runs >= one.filled * 0.8 &&
  (one.variety >= 0.6 || SECTION_HEADER.test(one.header))

export interface RolesGuess {
  roles: ColumnRole[]
  id: Looks | undefined
  name: Looks | undefined
  sections: readonly Looks[]
}

/** Columns that several groups have, as where each vendor has a statement: answers, no texts. */
const answerColumns = (looks: readonly Looks[]): ReadonlySet<Looks> => {
  const nameOf = ({ header }: Looks): string | undefined => header.split(' / ').slice(1).pop()
  const names = looks.flatMap((one) => nameOf(one) ?? [])
  return new Set(looks.filter((one) => names.filter((name) => name === nameOf(one)).length > 1))
}

/** A legend beside the first rows: nothing further down, behind a column that holds nothing. */
const isAside = (looks: readonly Looks[], { column, reach }: Looks): boolean =>
  reach < 0.5 && looks.some((one) => one.column < column && !one.hasHeader && one.filled === 0)

/** Guesses the role of each column from its name and its cells. */
export const guessRoles = (looks: readonly Looks[]): RolesGuess => {
  const roles = new Map<number, ColumnRole>()
  const left = () => looks.filter((one) => !roles.has(one.column))
  const id = best(looks, idScore)
  if (id !== undefined) roles.set(id.column, 'id')
  const answers = answerColumns(looks)
  const text = best(
    left().filter((one) => !answers.has(one)),
    nameScore,
  )
  const name = text === undefined ? undefined : (titleBeside(left(), text) ?? text)
  if (name !== undefined) roles.set(name.column, 'name')
  if (text !== undefined && name !== text) roles.set(text.column, 'description')
  const sections = sectionsAmong(left(), name)
  for (const { column } of sections) roles.set(column, 'section')
  if (sections.length > 0)
    for (const one of left())
      if (SECTION_HEADER.test(one.header) && one.variety <= 0.6 && one.ids > 0.5)
        roles.set(one.column, 'ignore')
  if (text === name) {
    const description = best(
      left().filter((one) =>
        answers.has(one)
          ? false
          : isText(one.header)
            ? isWords(one) && !one.isChoice
            : parameterRole(one) === 'longText' && nameWeight(one.header) >= 0 && one.hasHeader,
      ),
      (one) => one.share * (isText(one.header) ? 2 : 1),
    )
    if (description !== undefined) roles.set(description.column, 'description')
  }
  for (const one of left())
    roles.set(one.column, one.hasHeader && !isAside(looks, one) ? parameterRole(one) : 'ignore')
  return { roles: looks.map(({ column }) => roles.get(column) ?? 'ignore'), id, name, sections }
}

/**
 * If the number and the name of a heading are in two columns, only the name is used: it says more,
 * and both would repeat each other.
 */
const sectionsAmong = (looks: readonly Looks[], name: Looks | undefined): Looks[] => {
  const all = looks.filter((one) => isSection(one, name))
  // A priority called category changes from row to row; sections stay for a while.
  const blocks = all.filter((one) => staysAWhile(one) || isSparse(one) || one.isMerged)
  const found = blocks.length > 0 ? blocks : all
  const named = found.filter((one) => idWeight(one.header) === 0 && one.ids <= 0.5)
  return named.length > 0 ? named : found
}
