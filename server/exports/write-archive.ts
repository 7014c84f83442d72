import { createHash } from 'node:crypto'
import {
  ARCHIVE_VERSION,
  type ArchiveManifest,
  type ArchiveMember,
  type ArchiveNumber,
  type ArchivePart,
} from '#schema/entities/archive.ts'
import { ENTITIES, type Entity } from '#schema/entities/rows.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import { inPieces } from '../database/database.ts'
import { ENTITY_TABLES, parseRow } from '../database/entity-tables.ts'
import { findRestoration } from '../database/restorations.ts'
import { archivedChangePages, archivedLinePages, archivedRowPages } from './archived-rows.ts'
import { historyPages } from './history-pages.ts'
import { nextTurn } from '../database/in-turns.ts'
import { readChain, readHeads } from '../database/project-log/read-chain.ts'
import {
  asSeen,
  listRows,
  type OpenedProject,
  seesAnswersOf,
} from '../projects-service/open-project.ts'
import type { Sink, StoredFiles } from './export-files.ts'
import { ZipWriter } from './zip-writer.ts'

const AT_ONCE = 400
/** Bytes of a file that count as one row in the progress. */
export const FILE_PIECE = 65_536

interface ArchivePorts {
  sink: Sink
  blobs: StoredFiles
  writtenOn: number
  /** Called after each page with the rows written since the page before; throws to stop. */
  onPage: (rows: number) => void
}
type Pages = AsyncIterable<readonly unknown[]>

/** Rows of one kind in the order of their ids, which is the same on every database. */
async function* entityPages(opened: OpenedProject, entity: Entity): Pages {
  const table = ENTITY_TABLES[entity] as 'documents'
  const found = await opened.tx
    .selectFrom(table)
    .select('id')
    .where('project_id', '=', opened.projectId)
    .execute()
  for (const ids of inPieces(found.map(({ id }) => id).sort(), AT_ONCE)) {
    const rows = await opened.tx
      .selectFrom(table)
      .select(['id', 'body'])
      .where('project_id', '=', opened.projectId)
      .where('id', 'in', ids)
      .execute()
    const bodies = new Map(rows.map(({ id, body }) => [id, body]))
    yield ids.flatMap((id) => {
      const body = bodies.get(id)
      return body === undefined ? [] : (asSeen(opened, entity, parseRow(entity, body)) ?? [])
    })
  }
}

async function* memberPages({ tx, projectId, project }: OpenedProject): Pages {
  const members = await tx
    .selectFrom('project_members')
    .select(['user_id', 'roles'])
    .where('project_id', '=', projectId)
    .execute()
  const roles = new Map(members.map((row) => [row.user_id, JSON.parse(row.roles) as string[]]))
  if (!roles.has(project.ownerId)) roles.set(project.ownerId, [])
  for (const ids of inPieces(
    [...roles.keys()].sort((a, b) => a - b),
    AT_ONCE,
  )) {
    const people = await tx
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    yield people.map(({ id, name, email }): ArchiveMember => ({
      userId: id,
      name,
      email,
      roles: (roles.get(id) ?? []).toSorted(),
    }))
  }
}

async function* chainPages({ tx, projectId }: OpenedProject, audience: ChainAudience): Pages {
  for (let after = 0; ; after += AT_ONCE) {
    const entries = await readChain(tx, { projectId, audience }, { after, limit: AT_ONCE })
    yield entries
    if (entries.length < AT_ONCE) return
  }
}

/** Chains that the reader may read: a vendor's only once its answers are open. */
const readableChains = async (opened: OpenedProject): Promise<ChainAudience[]> => {
  const heads = await readHeads(opened.tx, opened.projectId)
  return heads
    .map(({ audience }) => audience)
    .filter((audience) => audience === 'team' || seesAnswersOf(opened, Number(audience.slice(1))))
    .sort()
}

/** The last numbers of full ids, in the order of their prefixes on every database. */
async function* numberPages({ tx, projectId }: OpenedProject): Pages {
  const found = await tx
    .selectFrom('numbering')
    .innerJoin('projects', 'projects.lineage_id', 'numbering.lineage_id')
    .select(['prefix', 'last_number as lastNumber'])
    .where('projects.id', '=', projectId)
    .execute()
  yield found.toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1)) satisfies ArchiveNumber[]
}

interface Source {
  version: ArchiveManifest['version']
  project: ArchiveManifest['project']
  rows: (entity: Entity) => Pages
  members: Pages
  /** Null = the version has no history. */
  history: Pages | null
  chains: [path: string, pages: Pages][]
}
/** A restored project gives what its archive had, whatever ids and people its rows have here. */
const sourceOf = async (opened: OpenedProject): Promise<Source> => {
  const { id, name, version } = opened.project
  const restoration = await findRestoration(opened.tx, opened.projectId)
  if (restoration !== null)
    return {
      version: restoration.version,
      project: { id: restoration.archivedId, name, version },
      rows: (entity) => archivedRowPages(opened, entity, restoration),
      members: archivedLinePages(opened, 'members.jsonl'),
      history: restoration.version === 1 ? null : archivedChangePages(opened),
      chains: restoration.chains.map((path) => [path, archivedLinePages(opened, path)]),
    }
  return {
    version: ARCHIVE_VERSION,
    project: { id, name, version },
    rows: (entity) => entityPages(opened, entity),
    members: memberPages(opened),
    history: historyPages(opened),
    chains: (await readableChains(opened)).map((audience) => [
      `log/${audience}.jsonl`,
      chainPages(opened, audience),
    ]),
  }
}

/** Writes the parts one after the other and remembers size and hash of each. */
class PartWriter {
  readonly parts: ArchivePart[] = []
  readonly #zip: ZipWriter
  readonly #ports: ArchivePorts

  constructor(zip: ZipWriter, ports: ArchivePorts) {
    this.#zip = zip
    this.#ports = ports
  }

  async lines(path: string, pages: Pages): Promise<void> {
    const hash = createHash('sha256')
    const part = await this.#zip.entry(path)
    let [bytes, rows] = [0, 0]
    for await (const page of pages) {
      const text = page.map((row) => `${canonicalJson(row as Json)}\n`).join('')
      hash.update(text)
      bytes += Buffer.byteLength(text)
      rows += page.length
      await part.add(text)
      this.#ports.onPage(page.length)
      await nextTurn()
    }
    this.parts.push({ path, bytes, sha256: hash.digest('hex'), rows })
  }

  /** @throws if the stored bytes are not those of the hash */
  async file(sha256: string): Promise<void> {
    const path = `files/${sha256}`
    const hash = createHash('sha256')
    let bytes = 0
    await this.#zip.bytes(path, async (push) => {
      for await (const piece of this.#ports.blobs.read(sha256)) {
        hash.update(piece)
        bytes += piece.byteLength
        await push(piece)
        this.#ports.onPage(Math.ceil(piece.byteLength / FILE_PIECE))
      }
    })
    if (hash.digest('hex') !== sha256) throw new Error(`The stored file ${sha256} is damaged`)
    this.parts.push({ path, bytes, sha256, rows: null })
  }
}

/**
 * Writes a project archive as docs/archive-format.md describes it: what the reader may read, in an
 * order that depends only on the content, so that the same content gives the same bytes.
 */
export const writeArchive = async (opened: OpenedProject, ports: ArchivePorts): Promise<void> => {
  const zip = new ZipWriter(ports.sink, { hasTimes: false })
  const writer = new PartWriter(zip, ports)
  const { version, project, rows, members, history, chains } = await sourceOf(opened)
  for (const entity of ENTITIES) await writer.lines(`rows/${entity}.jsonl`, rows(entity))
  await writer.lines('members.jsonl', members)
  await writer.lines('numbering.jsonl', numberPages(opened))
  if (history !== null) await writer.lines('history.jsonl', history)
  for (const [path, pages] of chains) await writer.lines(path, pages)
  const attachments = await listRows(opened, 'attachment')
  const hashes = new Set(attachments.map(({ file }) => file.contentHash))
  for (const hash of [...hashes].sort()) await writer.file(hash)
  const manifest: ArchiveManifest = {
    format: 'tenderbook-archive',
    version,
    project,
    writtenOn: ports.writtenOn,
    leavesOutSealed: !areAnswersOpen(opened.project),
    parts: writer.parts,
  }
  const part = await zip.entry('manifest.json')
  await part.add(`${JSON.stringify(manifest, null, 1)}\n`)
  await zip.end()
}
