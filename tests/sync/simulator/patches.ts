/** One text of a file of the product in place of another; `find` stands in the file exactly once. */
export interface TextEdit { file: string; find: string; put: string }
/** A bug inside the code, put there as the module is loaded. Where the code was changed, the bug has to follow. */
export interface Patch { edits: readonly TextEdit[]; /** The promises that catch it. */ breaks: RegExp; /** It shows only where people attach files. */ isOfFiles?: boolean }

const PUSH = 'server/sync/push.ts'
const PULL = 'server/sync/pull.ts'
const BUCKETS = 'server/sync/read-buckets.ts'
const SENDER = 'sync/browser/files/file-sender.ts'
const TOMBSTONE = 'for (const bucket of old.keys()) if (!now.has(bucket)'

export const PATCHES: Readonly<Record<string, Patch>> = {
  'the server does an edit again that it has done': {
    breaks: /^I2/,
    edits: [
      { file: PUSH, find: 'mutations.filter(({ mid }) => mid > last)', put: '[...mutations]' },
      { file: PUSH, find: '    requireUnbroken(fresh, last)\n', put: '' },
      { file: 'server/sync/sync-client.ts', find: "insertInto('mutation_result').values(piece)", put: "replaceInto('mutation_result').values(piece)" },
    ],
  },
  'verdicts come with the first page': {
    breaks: /^I5/,
    edits: [
      { file: PULL, find: 'home, more: true })', put: 'home, ...start.verdicts, more: true })' },
      { file: 'sync/engine/apply-page.ts', find: 'const isLast = !page.more', put: 'const isLast = true' },
    ],
  },
  'verdicts are read after the rows': {
    breaks: /^I5/, edits: [{ file: PULL, find: '...start.verdicts, more: false', put: '...(await database.read((tx) => readVerdicts(tx, request.clientId, userId, ackMid))), more: false' }],
  },
  'a copy is made anew when its cursor is older than the floor': { breaks: /^L1/, edits: [{ file: BUCKETS, find: '(known[bucket]?.[1] ?? floor) < floor', put: '(known[bucket]?.[0] ?? floor) < floor' }] },
  'a bucket that is new to a person is read from where they are': {
    breaks: /^I3/, edits: [{ file: BUCKETS, find: ': known[bucket] ?? fresh(floor)]', put: ': known[bucket] ?? Object.values(known)[0] ?? fresh(floor)]' }],
  },
  'a row that moves leaves no tombstone': { breaks: /^I[34]/, edits: [{ file: 'server/database/rows/write-rows.ts', find: TOMBSTONE, put: `${TOMBSTONE} && now.size === 0` }] },
  'a deletion leaves no tombstone': { breaks: /^I3/, edits: [{ file: 'server/database/rows/write-rows.ts', find: TOMBSTONE, put: `${TOMBSTONE} && now.size > 0` }] },
  'the last write wins': { breaks: /^I7/, edits: [{ file: 'server/commands/mutation-tx.ts', find: "settlement !== 'conflict'", put: 'true' }, { file: 'server/commands/mutation-tx.ts', find: "return settlement === 'take'", put: 'return true' }] },
  'a conflict is not told': { breaks: /^I1/, edits: [{ file: 'server/commands/mutation-tx.ts', find: 'conflicts.push({', put: 'void ({' }] },
  'one edit that the database refuses holds up the others': { breaks: /^L1/, edits: [{ file: PUSH, find: 'reply = await refuseUnread(context, request, mutation)', put: 'throw error' }] },
  'a live change goes out with everybody\'s rows': { breaks: /^ISOLATION/, edits: [{ file: 'server/sync/hub.ts', find: 'rows.filter(({ bucket }) => buckets.includes(bucket))', put: 'rows' }] },
  'vendors are sent what the requestors read': { breaks: /^ISOLATION/, edits: [{ file: 'server/database/rows/buckets.ts', find: "add('pub', JSON.stringify(projection))", put: "add('pub', body)" }] },
  'a draft reply reaches the vendor': {
    breaks: /^ISOLATION/,
    edits: [
      { file: 'schema/rules/access.ts', find: '(isAsker(row, side) && (row.isByVendor || row.officialOn !== null))', put: 'isAsker(row, side)' },
      { file: 'schema/rules/comments.ts', find: 'return reply.officialOn === null ? null : {', put: 'return {' },
    ],
  },
  'a question travels to every vendor': {
    breaks: /^ISOLATION/,
    edits: [
      { file: 'schema/rules/access.ts', find: "comment: (row, side) => side === 'talk' ||", put: "comment: (row, side) => side === 'talk' || side === 'pub' ||" },
      { file: 'schema/rules/publication.ts', find: 'comment: () => null', put: 'comment: (row) => row' },
    ],
  },
  'what is published says what the asker said': { breaks: /^ISOLATION/, edits: [{ file: 'schema/rules/comments.ts', find: 'revisions: [revisionOf(texts, act, 1)]', put: 'revisions: [revisionOf({ ...texts, question: comment.text }, act, 1)]' }] },
  'a comment is made twice when it comes twice': {
    breaks: /^I[12]/,
    edits: [
      { file: PUSH, find: 'mutations.filter(({ mid }) => mid > last)', put: '[...mutations]' },
      { file: PUSH, find: '    requireUnbroken(fresh, last)\n', put: '' },
      { file: 'server/sync/sync-client.ts', find: "insertInto('mutation_result').values(piece)", put: "replaceInto('mutation_result').values(piece)" },
      { file: 'schema/mutations/comments.ts', find: 'const id = commentId(args.id, vendorId)', put: "const id = commentId((await tx.get('comment', commentId(args.id, vendorId))) === undefined ? args.id : `${args.id}-${tx.now}`, vendorId)" },
    ],
  },
  'answers are open while they are sealed': { breaks: /^ISOLATION/, edits: [{ file: 'schema/rules/access.ts', find: "(project.state === 'PUBLISHED' && !project.sealed)", put: "project.state === 'PUBLISHED'" }] },
  'an old pull is laid over newer rows': {
    breaks: /^I[35]/, edits: [{ file: 'sync/engine/apply-page.ts', find: '(cursor === undefined || cursor.rev !== asked.revs.get(part.id))', put: 'cursor === undefined' }],
  },
  'what a restored server had taken before its backup is sent to it again': {
    breaks: /^I1/, edits: [{ file: 'sync/engine/start-afresh.ts', find: 'verdicts ?? { results: [], lastMid: 0 }', put: '{ results: [], lastMid: 0 }' }],
  },
  'a late answer stays parked when it goes out again': { breaks: /^I1/, edits: [{ file: 'sync/engine/resend.ts', find: 'tx.deleteParked(parked.id)', put: '' }] },
  'a late answer goes out as if its writer had seen the newest': { breaks: /^I7/, edits: [{ file: 'sync/engine/resend.ts', find: 'seen: base, label', put: 'label' }] },
  'a project that opens again to a person is not fetched': { breaks: /^I3/, edits: [{ file: 'sync/engine/apply-page.ts', find: 'const readmitted = await readmit(tx, meta, page.home)', put: 'const readmitted: Change[] = []' }] },
  'a refused edit goes on being shown': {
    breaks: /^I3/, edits: [{ file: 'sync/engine/apply-page.ts', find: 'const wasOver = new Set(left.filter(', put: 'const wasOver = new Set(left.slice(left.length).filter(' }],
  },
  'a deletion that is taken back leaves the answers of the vendors away': {
    breaks: /^I1/, edits: [{ file: 'schema/mutations/content-restore.ts', find: 'for (const row of removed) await putBack', put: "for (const row of removed) if (row.entity !== 'commitment') await putBack" }],
  },
  'a deletion that is taken back leaves what people said of it away': {
    breaks: /^I1/, edits: [{ file: 'schema/mutations/content-restore.ts', find: 'for (const row of removed) await putBack', put: "for (const row of removed) if (row.entity !== 'comment') await putBack" }],
  },
  'a document that is taken back leaves the published answers away': {
    breaks: /^I1/, edits: [{ file: 'schema/mutations/content-restore.ts', find: 'for (const row of removed) await putBack', put: "for (const row of removed) if (row.entity !== 'publication') await putBack" }],
  },
  'a file is forgotten as soon as its edit is on its way': { isOfFiles: true, breaks: /^I1 file/, edits: [{ file: 'sync/browser/files/send-name.ts', find: "await files.change(id, { state: 'sent' }, (now) => unsaid(now) === null)", put: 'await files.delete(id)' }] },
  'a file that was refused is forgotten': {
    isOfFiles: true, breaks: /^I1 file/, edits: [{ file: 'sync/browser/files/settle-files.ts', find: "return { kind: 'refused', parkedId: parked.id, reason: parked.reason }", put: "return { kind: 'gone' }" }],
  },
  'a file leaves under the name that it had when its bytes began to leave': {
    isOfFiles: true, breaks: /^I1 file/, edits: [{ file: SENDER, find: 'const { projectId, args, label, scope } = record', put: 'const { projectId, args, label, scope } = { ...record, args: begun.args }' }],
  },
  'a file whose refusal is parked but not noted is sent all the same': {
    isOfFiles: true, breaks: /^(I1 file|L1)/, edits: [{ file: SENDER, find: "    await files.change(id, { state: 'refused' })\n", put: '' }, { file: SENDER, find: '    await settleFile(ports, record)\n', put: '' }],
  },
  'the edit of a file leaves ahead of its bytes': { isOfFiles: true, breaks: /^I1 file/, edits: [{ file: SENDER, find: 'if (await sendBytes(record)) await handOver(record)', put: 'await handOver(record)' }] },
  'a piece is written behind whatever has arrived': { isOfFiles: true, breaks: /^I1 file/, edits: [{ file: 'server/files/receive.ts', find: 'before === piece.offset && piece.body', put: 'piece.body' }] },
  'whoever knows a hash may name its bytes': {
    isOfFiles: true, breaks: /^ISOLATION/, edits: [{ file: 'server/commands/held-file.ts', find: '  if (!await isSentWhole(tx, actor.userId, contentHash) && !await readsOneWith(unit, actor, contentHash)) return null\n', put: '' }],
  },
}
