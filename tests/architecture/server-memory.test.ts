import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/**
 * Everything in the server that outlives a request and can hold many entries, with its bound. A new
 * map, set, list or cache in a module, class or factory needs a line here.
 */
const BOUNDS: Readonly<Record<string, string>> = {
  'server/archive/read-archive.ts #anchors': 'vendors of one archive, while it is read',
  'server/archive/read-archive.ts #named': 'files of one archive, while it is read',
  'server/archive/row-links.ts #known': '1,000,000 rows of one archive, MOST_KNOWN',
  'server/bounded-map.ts #entries': 'its constructor is told; the oldest entry goes',
  'server/commands/judge/judge-thread.ts #waiting': 'one of each submit that is being answered',
  'server/commands/mutation-tx.ts conflicts': 'one command',
  'server/commands/project-rows.ts #layerNumbers': 'one command',
  'server/commands/project-rows.ts #layerRemoved': 'one command',
  'server/commands/project-rows.ts #lists': 'one command',
  'server/commands/project-rows.ts #numbers': 'one command',
  'server/commands/project-rows.ts #removed': 'one command',
  'server/database/access-log.ts waiting': '5,000 lines, MOST_WAITING',
  'server/database/compiled-once.ts texts': 'shapes of the statements in the source, MOST_VALUES',
  'server/database/group-commit.ts groups': 'projects with a writer',
  'server/database/group-commit.ts waiting': '5,000 writers, MOST_WAITING',
  'server/database/open-sqlite.ts kept': '200 statements, MOST_PREPARED; the oldest goes',
  'server/database/project-log/refused-reads.ts windows': '1,000 people and things, MOST_WINDOWS',
  'server/database/rows/write-rows.ts upserts': 'the entities of the schema',
  'server/database/try-windows.ts #full': '50,000 keys, MOST_IN_MEMORY; the oldest goes',
  'server/exports/exporter.ts running': 'three exports, AT_ONCE and the one of a round',
  'server/exports/read-evaluation-tables.ts known':
    'ids and definitions of one project, while its scores are read',
  'server/exports/write-archive.ts parts':
    'parts of one archive: its kinds of rows, chains and files',
  'server/exports/zip-writer.ts #chunks': 'the bytes of one piece of text',
  'server/exports/zip-writer.ts #texts': 'one piece of text, PIECE',
  'server/files/receive.ts #running': '20 uploads of a person, MOST_OF_PERSON',
  'server/files/s3/s3-parts.ts #pieces': '4 MiB of one upload, SEGMENT_BYTES',
  'server/plugins/security-headers.ts nonces': 'requests that are being answered: a weak map',
  'server/plugins/socket-bounds.ts #open': 'networks with an open socket',
  'server/push/lookers.ts #seen': 'open sockets: SOCKET_LIMITS',
  'server/restore/living-rows.ts #vendors': 'the vendors of one archive, while it is restored',
  'server/security/queue.ts waiting':
    'its bounds are told; 200 passwords, 200 readings of whole projects',
  'server/sync/bucket-digests.ts #known': '5,000 buckets, MOST_BUCKETS; the oldest goes',
  'server/sync/concerned.ts #arrived': '1,000 people, MOST_ARRIVALS',
  'server/sync/concerned.ts #projects': '500 projects, MOST_PROJECTS; the oldest goes',
  'server/sync/hub.ts #accessVersions': 'people with an open socket',
  'server/sync/newest-told.ts #projects': '1,000 projects of 500 sets; the oldest goes',
  'server/sync/postgres-fanout.ts #heads': 'one number for each project of the database',
  'server/sync/postgres-fanout.ts #own': '200 ranges of a project, MOST_OWN_RANGES',
  'server/sync/postgres-fanout.ts #unannounced': 'projects that changed in this turn',
  'server/sync/postgres-fanout.ts #versions': 'one number for each project of the database',
  'server/sync/standings.ts #people': 'the people in its projects',
  'server/sync/standings.ts #projects': '20,000 pairs, MOST_STANDINGS; the oldest project goes',
  'server/sync/standings.ts NONE': 'is empty',
  'server/sync/subscribers.ts #people': 'open sockets: SOCKET_LIMITS',
  'server/sync/subscribers.ts NONE': 'is empty',
  'server/sync/stomp-socket.ts #subscriptions': '10 of a socket, MOST_SUBSCRIPTIONS',
  'server/sync/stomp-socket.ts #timers': 'five of a socket',
}

const HOLDER = String.raw`(?:new (?:Bounded|Weak)?(?:Map|Set)(?:<.*>)?\(\w*\)|\[\])(?: as .*)?$`
/**
 * Patterns for a field of a class, a variable of a module, and a variable of a function that its
 * result keeps alive.
 */
const FIELD = new RegExp(
  String.raw`^ {2}(?:static )?(?:readonly )?(#?\w+)(?:: [^=\n]*)? = ${HOLDER}`,
  'gm',
)
const OF_MODULE = new RegExp(
  String.raw`^(?:export )?(?:const|let) (\w+)(?:: .*)? = ${HOLDER}`,
  'gm',
)
const FACTORY = /^(?:export )?const (?:create\w+|keepingTexts|preparingOnce) =[\s\S]*?^\}$/gm
const OF_FACTORY = new RegExp(String.raw`^ {2}(?:const|let) (\w+)(?:: .*)? = ${HOLDER}`, 'gm')

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)
const holdersOf = ({ path, text }: { path: string; text: string }): string[] =>
  [
    ...namesIn(text, FIELD),
    ...namesIn(text, OF_MODULE),
    ...[...text.matchAll(FACTORY)].flatMap(([body]) => namesIn(body, OF_FACTORY)),
  ].map((name) => `${path} ${name}`)

const server = sourceFiles().filter(
  ({ path }) => path.startsWith('server/') && !path.startsWith('server/demo/'),
)

test('[BN7] every map, list and cache that outlives a request has a documented bound', () => {
  expect(new Set(server.flatMap(holdersOf))).toEqual(new Set(Object.keys(BOUNDS)))
})

test('the check finds a new one without a line', () => {
  const planted = [
    'export class A {',
    '  readonly #seen = new Map<string, () => number>()',
    '  #waiting: string[] = []',
    '}',
    'const cache = new Set<string>()',
    'export const createQueue = (width: number) => {',
    '  const jobs: (() => void)[] = []',
    '}',
  ].join('\n')
  expect(holdersOf({ path: 'x.ts', text: planted })).toEqual([
    'x.ts #seen',
    'x.ts #waiting',
    'x.ts cache',
    'x.ts jobs',
  ])
})
