import type { exports } from '#schema/api/projects-service/exports.ts'
import type { Export, ExportRequest } from '#schema/entities/export.ts'
import { Refusal } from '#schema/refusal.ts'
import { exportContentsOf, exportRights } from '#schema/rules/export/export-contents.ts'
import { MOST_ROWS } from '#schema/rules/export/export-table.ts'
import { estimateRows } from '../exports/estimate-rows.ts'
import { chosenOf, readableVendors } from '../exports/export-reader.ts'
import {
  type ExportRow,
  findExport,
  insertExport,
  listExports,
  requestOf,
} from '../exports/export-rows.ts'
import { isStillRight } from '../exports/exporter.ts'
import { fileType } from '../exports/table-formats.ts'
import { requireProgram, sendDownload } from '../files/send-download.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { openProject, type OpenedProject } from './open-project.ts'
import { noteSealedRead } from './sealed-reads.ts'

const DONE = { done: true } as const
/** Rows up to which an export is written within its request. */
const SMALL_ROWS = 3_000

const askerOf = ({ person }: SignedInContext, projectId: string) => ({
  project_id: projectId,
  user_id: person.userId,
  organization_id: person.organizationId,
})

const asShown = (row: ExportRow, askedBy: string, names: ReadonlyMap<number, string>): Export => {
  const { content, format, vendorIds } = requestOf(row)
  return {
    id: row.id,
    content,
    format,
    // A vendor that the reader may not see any more has no name here.
    vendors: vendorIds === null ? null : vendorIds.flatMap((id) => names.get(id) ?? []),
    state: row.state,
    failure: row.failure,
    done: row.done,
    total: Math.max(row.total, row.done),
    askedBy,
    createdOn: row.created_on,
    expiresOn: row.expires_on,
    fileName: row.file_name,
    bytes: row.bytes,
  }
}

const readNames = async (
  { person }: SignedInContext,
  opened: OpenedProject,
): Promise<Map<number, string>> =>
  new Map((await readableVendors(opened, person)).map(({ vendorId, name }) => [vendorId, name]))

/** An own export; an unknown one and one of other people get the same answer. */
const requireOwn = async (
  context: SignedInContext,
  projectId: string,
  id: string,
): Promise<ExportRow> => {
  const asker = askerOf(context, projectId)
  const row = await findExport(context.services.database.queries, { project_id: projectId, id })
  if (row?.user_id !== asker.user_id || row.organization_id !== asker.organization_id)
    throw new Refusal('NOT_FOUND')
  return row
}

const noteSealed = async (
  context: SignedInContext,
  opened: OpenedProject,
  { content, vendorIds }: ExportRequest,
): Promise<void> => {
  if (content !== 'answers' && content !== 'evaluation' && vendorIds === null) return
  for (const vendorId of vendorIds ?? [null])
    await noteSealedRead(context, opened, { what: 'answers', vendorId })
}

const start = async (
  context: SignedInContext,
  projectId: string,
  request: ExportRequest,
): Promise<Export> => {
  const { services, person } = context
  const opened = await openProject(context, projectId)
  const chosen = await chosenOf(opened, person, request)
  if (chosen === null) {
    await noteSealed(context, opened, request)
    throw new Refusal('NOT_ALLOWED')
  }
  const { total, answers } = await estimateRows(opened, chosen.contents, chosen.vendors.length)
  if (answers > MOST_ROWS)
    throw new Refusal('TOO_LARGE', { detail: { limit: `${MOST_ROWS} rows` } })
  const isSmall = total <= SMALL_ROWS
  const asker = askerOf(context, projectId)
  const at = await services.database.write((tx) =>
    insertExport(tx, { ...asker, request, total, isTold: !isSmall, now: services.clock() }),
  )
  if (isSmall) await services.exporter.run(at)
  else services.exporter.wake()
  const row = await findExport(services.database.queries, at)
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return asShown(row, person.name, await readNames(context, opened))
}

const download = async (context: SignedInContext, projectId: string, id: string): Promise<void> => {
  requireProgram(context.request)
  const opened = await openProject(context, projectId)
  const row = await requireOwn(context, projectId, id)
  if (row.failure === 'rights') throw new Refusal('EXPORT_OUTDATED')
  if (row.state !== 'ready') throw new Refusal('NOT_FOUND')
  if (row.expires_on <= context.services.clock()) throw new Refusal('NOT_FOUND')
  if (!isStillRight(row, exportRights(opened))) throw new Refusal('EXPORT_OUTDATED')
  const file = await context.services.exporter.files.read(row)
  if (file === null) throw new Refusal('NOT_FOUND')
  const name = row.file_name ?? id
  const tables = name.endsWith('.zip') ? 2 : 1
  const { mime } = fileType(requestOf(row).format, tables)
  await sendDownload(context.reply, { name, mime, ...file })
}

export const exportHandlers: Handlers<typeof exports> = {
  list: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    const { queries } = context.services.database
    const rows = await listExports(queries, askerOf(context, params.id))
    const now = context.services.clock()
    const names = await readNames(context, opened)
    const isVendor = opened.actor.relation === 'vendor'
    return {
      exports: rows
        .filter(({ expires_on }) => expires_on > now)
        .map((row) => asShown(row, context.person.name, names)),
      contents: exportContentsOf(opened),
      vendors: isVendor ? [] : [...names].map(([vendorId, name]) => ({ id: vendorId, name })),
    }
  },
  start: ({ params, body }, context) => start(context, params.id, body),
  download: ({ params }, context) => download(context, params.id, params.exportId),
  delete: async ({ params, body }, context) => {
    await openProject(context, params.id)
    const row = await requireOwn(context, params.id, body.id)
    await context.services.exporter.remove(row)
    return DONE
  },
}
