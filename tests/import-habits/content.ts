import { DOMAINS, type Domain, type DomainName } from './domains.ts'
import { WORDINGS } from './languages.ts'

export interface Requirement {
  /** Two to six words. */
  title: string
  /** One sentence. */
  text: string
  /** One to four sentences; every third with bullet lines. */
  paragraph: string
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

const paragraphOf = (text: string, domain: Domain, index: number): string => {
  const { details, criteria } = WORDINGS[domain.language]
  const more = Array.from({ length: index % 4 }, (_, at) => pick(details, index + at))
  const prose = [text, ...more].join(' ')
  if (index % 3 !== 2) return prose
  return [prose, ...[0, 1].map((at) => `- ${pick(criteria, index + at)}`)].join('\n')
}

const requirementOf = (domain: Domain, section: number, index: number): Requirement => {
  const words = WORDINGS[domain.language]
  const things = domain.sections[section]?.things ?? []
  const thing = pick(things, index)
  const deed = words.deeds[(index + Math.floor(index / things.length)) % words.deeds.length]
  if (deed === undefined) throw new Error('No deeds')
  const fill = (text: string): string => text.replaceAll('{o}', thing)
  const text = capital(words.sentence(fill(deed.text)))
  const seed = index * 3 + section
  return {
    title: capital(fill(deed.title)),
    text,
    paragraph: paragraphOf(text, domain, index + section),
    question: `Can your solution ${fill(deed.text)}?`,
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
          requirementOf(domain, at, index),
        ),
      }))
      .filter(({ requirements }) => requirements.length > 0),
  }
}
