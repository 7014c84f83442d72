import { DOMAINS, type Domain, type DomainName } from './domains.ts'
import { WORDINGS } from './languages.ts'

export interface Requirement {
  /** Two to six words. */
  title: string
  /** One sentence. */
  text: string
  /** The text and up to six more sentences; every third with bullet lines. */
  paragraph: string
  /** In English, what follows 'I want to' or 'Can your solution'. */
  wish: string
  question: string
  rationale: string
  criteria: readonly string[]
  priority: string
  type: string
  note: string
  answer: string
  compliance: string
}

export interface Section {
  code: string
  title: string
  requirements: readonly Requirement[]
}

export interface RequirementSet {
  project: string
  owner: string
  sections: readonly Section[]
}

/** Sections of a real list differ in length. */
const WEIGHTS = [5, 3, 7, 2, 6, 4]

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** How many of `count` requirements each section takes, none more than `most`. */
const sizesOf = (count: number, sections: number, most: number): number[] => {
  const sizes = Array.from({ length: sections }, () => 0)
  let left = count
  while (left > 0) {
    const before = left
    for (let at = 0; at < sections; at += 1) {
      const room = most - (sizes[at] ?? 0)
      const taken = Math.min(WEIGHTS[at % WEIGHTS.length] ?? 1, room, left)
      sizes[at] = (sizes[at] ?? 0) + taken
      left -= taken
    }
    if (left === before) throw new Error(`No content for ${left} more requirements`)
  }
  return sizes
}

const questionOf = (wish: string, index: number): string =>
  [
    `Can your solution ${wish}?`,
    `Is it possible to ${wish} (without extra licences)?`,
    `Please explain how users ${wish}.`,
  ][index % 5 === 4 ? 2 : index % 2] ?? ''

const paragraphOf = (text: string, domain: Domain, index: number): string => {
  const { details, criteria } = WORDINGS[domain.language]
  const [sentences, lines] = index % 11 === 7 ? [details.length, 6] : [index % 4, 2]
  const more = Array.from({ length: sentences }, (_, at) => pick(details, index + at))
  const prose = [text, ...more].join(' ')
  if (index % 3 !== 2 && lines === 2) return prose
  const bullets = Array.from({ length: lines }, (_, at) => `- ${pick(criteria, index + at)}`)
  return [prose, ...bullets].join('\n')
}

interface Place {
  section: number
  index: number
  /** The list's own way of putting a demand. */
  voice: number
}

/** Most demands of a list are put in one way, some in another, and some are a title with a stop. */
const textOf = (domain: Domain, title: string, wish: string, place: Place): string => {
  const { section, index, voice } = place
  if (index % 9 === 8) return `${title}.`
  const { sentences } = WORDINGS[domain.language]
  const other = index % 5 === 3 ? index + section : 0
  return capital((sentences[(voice + other) % sentences.length] ?? String)(wish))
}

const requirementOf = (domain: Domain, place: Place): Requirement => {
  const { section, index } = place
  const words = WORDINGS[domain.language]
  const things = domain.sections[section]?.things ?? []
  const thing = pick(things, index)
  const deed = words.deeds[(index + Math.floor(index / things.length)) % words.deeds.length]
  if (deed === undefined) throw new Error('No deeds')
  const [title, wish] = [deed.title, deed.text].map((each) => each.replaceAll('{o}', thing))
  if (title === undefined || wish === undefined) throw new Error('No wish')
  const text = textOf(domain, capital(title), wish, place)
  const seed = index * 3 + section
  return {
    title: capital(title),
    text,
    wish,
    paragraph: paragraphOf(text, domain, index + section),
    question: questionOf(wish, index),
    rationale: pick(words.rationales, seed),
    criteria: [0, 1, 2].map((at) => pick(words.criteria, seed + at)),
    priority: pick(words.priorities, seed + Math.floor(seed / 5)),
    type: pick(words.types, seed),
    note: pick(words.notes, seed),
    answer: pick(words.answers, seed),
    compliance: pick(words.compliance, seed),
  }
}

/** Requirements of a domain in sections of different lengths, the same at every call. */
export const requirementSet = (name: DomainName, count: number): RequirementSet => {
  const domain: Domain = DOMAINS[name]
  const most = 6 * WORDINGS[domain.language].deeds.length
  const sizes = sizesOf(count, domain.sections.length, most)
  return {
    project: domain.project,
    owner: domain.owner,
    sections: domain.sections
      .map(({ code, title }, at) => ({
        code,
        title,
        requirements: Array.from({ length: sizes[at] ?? 0 }, (_, index) =>
          requirementOf(domain, { section: at, index, voice: count }),
        ),
      }))
      .filter(({ requirements }) => requirements.length > 0),
  }
}

export interface Listed {
  section: Section
  requirement: Requirement
  /** From 1, in the section and in the list. */
  inSection: number
  inList: number
}

export const listed = ({ sections }: RequirementSet): Listed[] => {
  let inList = 0
  return sections.flatMap((section) =>
    section.requirements.map((requirement, at) => {
      inList += 1
      return { section, requirement, inSection: at + 1, inList }
    }),
  )
}
