import type { FileHandle } from 'node:fs/promises'
import { ENTITIES, type Entity, type Row } from '#schema/entities/rows.ts'
import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import type { ArchiveNumber } from '#schema/entities/archive.ts'
import { canonicalJson } from '#schema/rules/answers/canonical-json.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { ArchiveContent } from '../archive/read-archive.ts'
import { readLines } from '../archive/read-lines.ts'
import { readZipEntry } from '../archive/zip-reader.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { type Audience, readAudience } from '../database/access/read-audience.ts'
import type { Person } from '../database/access/read-actor.ts'
import { inPieces, type Queries, type SqlSession } from '../database/database.ts'
import { toColumns } from '../database/entity-tables.ts'
import { nextTurn } from '../database/in-turns.ts'
import { appendToLog } from '../database/project-log/append.ts'
import { nextSeq } from '../database/project-lock.ts'
import { type RowChange, writeRows } from '../database/rows/write-rows.ts'
import type { Tables } from '../database/tables.ts'
import { readableChange } from '../projects-service/document-history.ts'
import { asSeen } from '../projects-service/open-project.ts'
import { changeRow } from './change-row.ts'
import { differenceOf, LivingRows } from './living-rows.ts'

const AT_ONCE = 200
/** Bounds the memory of one page of long rows. */
const MOST_CHARACTERS = 4_000_000

export interface Restoring {
  file: FileHandle
  content: ArchiveContent
  projectId: string
  dialect: SqlSession['dialect']
  person: Person
  now: number
  /** Of all lines of the archive. */
  textBytes: number
}

interface Place {
  path: string
  line: number
}

/** Writes the rows and lines of a verified archive in the transaction of its restoration. */
class RestoredWriter {
  readonly #tx: Queries
  readonly #from: Restoring
  readonly #living: LivingRows
  #head: number
  /** What the new owner reads, once the rows that it depends on are written. */
  #audience: Audience | null = null

  constructor(tx: Queries, from: Restoring) {
    this.#tx = tx
    this.#from = from
    const { userId, name, organizationId, organizationName } = from.person
    const place = { projectId: from.projectId, userId, name, organizationId, organizationName }
    this.#living = new LivingRows(place)
    this.#head = nextSeq(0, from.now) - 1
  }

  get head(): number {
    return this.#head
  }

  async rows(entity: Entity): Promise<void> {
    const path = `rows/${entity}.jsonl`
    let serial = 0
    for await (const texts of this.#pages(path)) {
      const lines: Tables['archive_lines'][] = []
      const changes: RowChange[] = []
      for (const text of texts) {
        serial += 1
        const archived = JSON.parse(text) as Row
        const after = this.#living.of(entity, archived)
        this.#requireReadable(entity, after, { path, line: serial })
        const values = [archived.id, ...Object.values(toColumns(entity, after, ''))]
        this.#requireStorable(values, { path, line: serial })
        changes.push({ entity, id: after.id, before: null, after })
        lines.push(
          this.#line({ part: entity, serial }, text, [after.id, differenceOf(archived, after)]),
        )
      }
      await this.#write(changes)
      await this.#tx.insertInto('archive_lines').values(lines).execute()
    }
    if (entity === 'package')
      this.#audience = await readAudience(this.#tx, this.#from.person, this.#from.projectId)
  }

  /** Keeps the lines of a part as they are. */
  async lines(path: string): Promise<void> {
    let serial = 0
    for await (const texts of this.#pages(path)) {
      const lines = texts.map((text) =>
        this.#line({ part: path, serial: ++serial }, text, ['', text]),
      )
      await this.#tx.insertInto('archive_lines').values(lines).execute()
    }
  }

  async numbers(): Promise<void> {
    const path = 'numbering.jsonl'
    let line = 0
    for await (const texts of this.#pages(path)) {
      const numbers = texts.map((text) => JSON.parse(text) as ArchiveNumber)
      for (const { prefix } of numbers) this.#requireStorable([prefix], { path, line: ++line })
      await this.#tx
        .insertInto('numbering')
        .values(
          numbers.map(({ prefix, lastNumber }) => ({
            lineage_id: this.#from.projectId,
            prefix,
            last_number: lastNumber,
          })),
        )
        .execute()
    }
  }

  /** Writes the history, whose entries come after the rows in the numbers of the project. */
  async history(): Promise<void> {
    const path = 'history.jsonl'
    let serial = 0
    for await (const texts of this.#pages(path)) {
      const lines: Tables['archive_lines'][] = []
      const changes: Tables['change_log'][] = []
      for (const text of texts) {
        serial += 1
        this.#head += 1
        const archived = JSON.parse(text) as ArchiveChange
        const living = this.#living.ofChange(archived)
        const row = changeRow(living, { projectId: this.#from.projectId, seq: this.#head })
        this.#requireReadableChange(living, row, { path, line: serial })
        this.#requireStorable(Object.values(row), { path, line: serial })
        changes.push(row)
        const kept = differenceOf(archived, living)
        lines.push(this.#line({ part: path, serial }, text, [String(row.seq), kept]))
      }
      await this.#tx.insertInto('change_log').values(changes).execute()
      await this.#tx.insertInto('archive_lines').values(lines).execute()
    }
  }

  #line(
    at: Pick<Tables['archive_lines'], 'part' | 'serial'>,
    text: string,
    [rowId, body]: [string, string],
  ): Tables['archive_lines'] {
    const { projectId } = this.#from
    return { project_id: projectId, ...at, row_id: rowId, body, bytes: Buffer.byteLength(text) }
  }

  #requireReadableChange(change: ArchiveChange, row: Tables['change_log'], place: Place): void {
    const readable = this.#audience === null ? null : readableChange(this.#audience, row)
    if (readable !== null && canonicalJson(readable) === canonicalJson(change)) return
    const problem = 'is a change, or has a value, that the owner of the project may not read'
    throw new ArchiveProblem(place.path, problem, place.line)
  }

  /** A row that its owner would not read is in no archive that a server wrote. */
  #requireReadable(entity: Entity, row: Row, { path, line }: Place): void {
    if (this.#audience === null || asSeen(this.#audience, entity, row) !== null) return
    throw new ArchiveProblem(path, 'is a row that the owner of the project may not read', line)
  }

  /** PostgreSQL stores no NUL in a text; in a body it is escaped. */
  #requireStorable(values: readonly unknown[], { path, line }: Place): void {
    if (this.#from.dialect !== 'postgres') return
    if (!values.some((value) => typeof value === 'string' && value.includes('\0'))) return
    const problem = 'holds a NUL character, which the database of this server cannot store'
    throw new ArchiveProblem(path, problem, line)
  }

  async #write(changes: readonly RowChange[]): Promise<void> {
    const { projectId, person, now } = this.#from
    const { head } = await writeRows(this.#tx, changes, {
      projectId,
      firstSeq: this.#head + 1,
      actor: { id: person.userId, name: person.name },
      now,
      hasHistory: false,
    })
    this.#head = head
  }

  async *#pages(path: string): AsyncGenerator<string[]> {
    const { file, content } = this.#from
    const entry = content.entries.find(({ name }) => name === path)
    if (entry === undefined) return
    let [page, characters]: [string[], number] = [[], 0]
    for await (const text of readLines(path, readZipEntry(file, entry))) {
      page.push(text)
      characters += text.length
      if (page.length < AT_ONCE && characters < MOST_CHARACTERS) continue
      yield page
      ;[page, characters] = [[], 0]
      await nextTurn()
    }
    if (page.length > 0) yield page
  }
}

const countProgress = async (tx: Queries, projectId: string): Promise<void> => {
  const found = await tx
    .selectFrom('project_vendors')
    .select(['id', 'body'])
    .where('project_id', '=', projectId)
    .execute()
  for (const { id, body } of found) {
    const { answered, submitted } = JSON.parse(body) as Row<'projectVendor'>
    await tx
      .updateTable('project_vendors')
      .set({ answered: answered ?? 0, submitted: submitted ?? 0 })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Writes a verified archive as a new project, in one transaction. Its log begins here; the archived
 * chains are kept as lines.
 */
export const writeRestored = async (tx: Queries, from: Restoring): Promise<ProjectCommit> => {
  const { projectId, person, now, content } = from
  await tx
    .insertInto('project_sync')
    .values({ project_id: projectId, head: 0, floor: 0, visibility_version: 1 })
    .execute()
  const context = { projectId, now, actorId: person.userId }
  await appendToLog(tx, context, { kind: 'created', detail: { isRestored: true } })
  const writer = new RestoredWriter(tx, from)
  for (const entity of ENTITIES) await writer.rows(entity)
  const paths = content.manifest.parts.map(({ path }) => path)
  const chains = paths.filter((path) => path.startsWith('log/'))
  await writer.history()
  for (const path of ['members.jsonl', ...chains]) await writer.lines(path)
  await writer.numbers()
  await countProgress(tx, projectId)
  await tx
    .insertInto('restorations')
    .values({
      project_id: projectId,
      archived_id: content.manifest.project.id,
      chains: JSON.stringify(chains),
      user_id: person.userId,
      by_name: person.name,
      version: content.manifest.version,
      text_bytes: from.textBytes,
      restored_on: now,
    })
    .execute()
  const { head } = writer
  await tx.updateTable('project_sync').set({ head }).where('project_id', '=', projectId).execute()
  // Nobody is told: what happened, happened elsewhere.
  await tx.deleteFrom('events').where('project_id', '=', projectId).execute()
  return {
    projectId,
    firstSeq: nextSeq(0, now),
    headBefore: null,
    actorId: person.userId,
    head,
    rows: [],
    isVisibilityChanged: true,
    visibility: 1,
  }
}

/** Hashes of the files that the person has not sent before. */
export const unsentFiles = async (
  tx: Queries,
  userId: number,
  hashes: readonly string[],
): Promise<Set<string>> => {
  const missing = new Set(hashes)
  for (const piece of inPieces(hashes)) {
    const sent = await tx
      .selectFrom('blob_uploads')
      .select('sha256')
      .where('user_id', '=', userId)
      .where('sha256', 'in', piece)
      .execute()
    for (const { sha256 } of sent) missing.delete(sha256)
  }
  return missing
}
