const LONGEST = 72
const TYPES = [
  'feat',
  'fix',
  'refactor',
  'test',
  'docs',
  'style',
  'build',
  'perf',
  'chore',
  'ci',
  'revert',
]
const SHAPE = /^([a-z]+)(?:\([a-z0-9,/ -]+\))?!?: (\S+)/
/** Verbs whose imperative ends in -ed, -ing or -s. */
const IMPERATIVES = [
  'need',
  'feed',
  'seed',
  'embed',
  'speed',
  'shed',
  'bring',
  'ping',
  'string',
  'spring',
  'pass',
  'address',
  'process',
  'focus',
  'compress',
  'express',
  'press',
  'guess',
  'miss',
  'assess',
  'access',
  'dismiss',
  'discuss',
  'bypass',
  'suppress',
  'toss',
  'cross',
]

/** The fault of a commit's subject in words; null = none. */
export const subjectProblem = (subject: string): string | null => {
  if (subject.startsWith('Merge ')) return null
  if (subject.length > LONGEST) return `has ${subject.length} characters; at most ${LONGEST}`
  const [, type, verb] = SHAPE.exec(subject) ?? []
  if (type === undefined || verb === undefined || !TYPES.includes(type))
    return `does not begin with "type(scope): ", type being one of ${TYPES.join(', ')}`
  if (!/^[a-z]/.test(verb)) return 'does not go on with a verb in lower case'
  if (/(?:ed|ing|s)$/.test(verb) && !IMPERATIVES.includes(verb))
    return `begins with "${verb}": use the imperative`
  return null
}
