import { dirname } from 'node:path'

/** What a process did to the files of one folder, and its answers over TCP, in order. */
export type Step =
  | { kind: 'write'; file: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'create'; file: string }
  /** The file, or the folder's list of files, is on the disk as of the first `covers` steps. */
  | { kind: 'sync'; file: string; covers: number }
  | { kind: 'sync-folder'; covers: number }
  /** An acknowledged push; `port` is the client's. */
  | { kind: 'answer'; port: number; lastMid: number }

const SYNCS = ['fsync', 'fdatasync', 'sync_file_range', 'syncfs']
const CALLS = [
  ...SYNCS,
  'openat',
  'pwrite64',
  'pwritev',
  'write',
  'writev',
  'sendto',
  'sendmsg',
  'ftruncate',
  'unlink',
  'unlinkat',
  'rename',
  'renameat',
  'renameat2',
]

/**
 * Command that starts a program under strace. `-xx` and `-s`: full data; `-D`: the traced process
 * stays the child of the caller.
 */
export const straceInto = (file: string): readonly string[] => [
  'strace',
  '-D',
  '-f',
  '-yy',
  '-xx',
  '--seccomp-bpf',
  '-s',
  '10000000',
  '-e',
  `trace=${CALLS.join(',')}`,
  '-o',
  file,
]

/** @param existing files of the folder before the process began */
export const readTrace = (trace: string, folder: string, existing: readonly string[]): Step[] => {
  const steps: Step[] = []
  const known = new Set(existing)
  /** Thread → the steps that its running fsync makes durable. */
  const syncing = new Map<string, Step>()
  for (const line of trace.split('\n')) {
    const [, thread = '', name, rest] =
      /^(\d+) +(\w+)\((.*)$/.exec(line) ?? /^(\d+) +<\.\.\. (\w+) resumed>()/.exec(line) ?? []
    if (name === undefined || rest === undefined || FAILED.test(line.slice(-120))) continue
    const step =
      rest === ''
        ? (syncing.get(thread) ?? null)
        : stepOf(name, rest, { folder, known, at: steps.length })
    if (rest === '') syncing.delete(thread)
    if (step === null) continue
    if (rest.endsWith(UNFINISHED) && SYNCS.includes(name)) syncing.set(thread, step)
    else steps.push(step)
  }
  return steps
}

const FAILED = /= -1 E[A-Z]+ \(/
const UNFINISHED = '<unfinished ...>'

interface Place {
  folder: string
  known: Set<string>
  at: number
}

const stepOf = (name: string, rest: string, { folder, known, at }: Place): Step | null => {
  if (name === 'openat') {
    const [file = ''] = texts(rest).map(String)
    if (!isKept(file, folder) || !rest.includes('O_CREAT') || known.has(file)) return null
    known.add(file)
    return { kind: 'create', file }
  }
  const file = descriptor(rest)
  if (file.startsWith('TCP')) return answerOf(file, rest)
  if (file === folder) return SYNCS.includes(name) ? { kind: 'sync-folder', covers: at } : null
  if (name.startsWith('unlink') || name.startsWith('rename')) {
    if (texts(rest).some((path) => isKept(String(path), folder)))
      throw new Error(`The model of the disk knows no ${name}`)
    return null
  }
  return isKept(file, folder) ? fileStep(name, rest, file, at) : null
}

/**
 * SQLite rebuilds its index of the write-ahead log (`-shm`) after a crash, so that index need not
 * be durable.
 */
const isKept = (file: string, folder: string): boolean =>
  dirname(file) === folder && !file.endsWith('-shm')

const fileStep = (name: string, rest: string, file: string, at: number): Step => {
  if (SYNCS.includes(name)) return { kind: 'sync', file, covers: at }
  const numbers = (/[\d, ]+(?=\)| <)/.exec(
    rest.slice(rest.lastIndexOf('"') + 1).replace(/^[^,]*,/, ''),
  ) ?? [''])[0]
    .split(',')
    .map(Number)
  if (name === 'ftruncate') return { kind: 'truncate', file, size: numbers[0] ?? 0 }
  const [bytes] = texts(rest)
  const [length, offset] = numbers
  if (name !== 'pwrite64' || bytes === undefined || offset === undefined || bytes.length !== length)
    throw new Error(`The model of the disk knows no ${name}`)
  return { kind: 'write', file, offset, bytes }
}

const answerOf = (connection: string, rest: string): Step | null => {
  const said = /\r\n\r\n\{"lastMid":(\d+)\}$/.exec(Buffer.concat(texts(rest)).toString())
  const port = /->.*:(\d+)\]$/.exec(connection)
  return said === null || port === null
    ? null
    : { kind: 'answer', port: Number(port[1]), lastMid: Number(said[1]) }
}

/** The target of the first file descriptor: a path or `TCP:[…]`. */
const descriptor = (rest: string): string => {
  const [, text = ''] = /^\d+<([^"]*?)>[,) ]/.exec(rest) ?? []
  return text.startsWith('\\x') ? String(decode(text)) : text
}
const texts = (rest: string): Buffer[] =>
  rest.split('"').flatMap((part, index) => (index % 2 === 1 ? [decode(part)] : []))
const decode = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')
