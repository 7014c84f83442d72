import { type Database, inPieces } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Log } from '../log.ts'
import { type Mail, type MailFile, MailRefused, reasonOf, type SendMail } from '../mail/mail.ts'
import { startRounds } from './rounds.ts'

const MINUTE = 60_000
/** Waiting time after each failed attempt. After about three days the mail is given up. */
const WAITS_MS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  60 * MINUTE,
  ...Array<number>(17).fill(240 * MINUTE),
]
/** While one process sends a mail, no other process takes it for this long. */
const RESERVED_MS = 5 * MINUTE
/** A mail of notifications that waited longer is composed again. */
const STALE_MS = 10 * MINUTE
const AT_ONCE = 20
const POLL_MS = 2_000
/** How long mails stay stored after they were sent or given up. */
const KEEP_MS = 30 * 24 * 60 * MINUTE

interface MailPorts {
  database: Database
  clock: () => number
  send: SendMail
  log: Log
}
type DueMail = {
  id: string
  to_address: string
  subject: string
  body: string
  tries: number
  next_try_on: number
  created_on: number
  notices: string | null
}

/** Sends every mail that is due, one after another. */
export const sendDueMails = async (ports: MailPorts, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const due = await ports.database.queries
      .selectFrom('mails')
      .select([
        'id',
        'to_address',
        'subject',
        'body',
        'tries',
        'next_try_on',
        'created_on',
        'notices',
      ])
      .where('sent_on', 'is', null)
      .where('failed_on', 'is', null)
      .where('next_try_on', '<=', ports.clock())
      .orderBy('next_try_on')
      .limit(AT_ONCE)
      .execute()
    for (const mail of due) {
      if (signal?.aborted === true) return
      await sendOne(ports, mail)
    }
    if (due.length < AT_ONCE) return
  }
}

const sendOne = async ({ database, clock, send, log }: MailPorts, mail: DueMail): Promise<void> => {
  // The process whose update succeeds owns the mail. If it dies now, the mail is due again after
  // RESERVED_MS.
  const taken = await updateMail(
    database,
    { id: mail.id, seenOn: mail.next_try_on },
    { next_try_on: clock() + RESERVED_MS, tries: mail.tries + 1 },
  )
  if (!taken) return
  // What the receiver may read can have changed since: the notifications are looked at again.
  if (mail.notices !== null && clock() - mail.created_on > STALE_MS)
    return await waitAgain(database, mail, { dueOn: clock(), tries: mail.tries })
  try {
    const content = JSON.parse(mail.body) as Pick<Mail, 'text' | 'html' | 'headers'> & {
      files: MailFile[]
    }
    await send({ ...content, id: mail.id, to: mail.to_address, subject: mail.subject })
    await updateMail(database, { id: mail.id }, { sent_on: clock(), body: '' })
    log.info({ event: 'mail.sent', mail: mail.id })
  } catch (error) {
    const wait = error instanceof MailRefused ? undefined : WAITS_MS[mail.tries]
    log.error('mail.failed', error, {
      mail: mail.id,
      tries: mail.tries + 1,
      isGivenUp: wait === undefined,
    })
    if (wait === undefined)
      await updateMail(
        database,
        { id: mail.id },
        { failed_on: clock(), body: '', reason: reasonOf(error) },
      )
    else if (mail.notices === null)
      await updateMail(database, { id: mail.id }, { next_try_on: clock() + wait })
    else await waitAgain(database, mail, { dueOn: clock() + wait, tries: mail.tries + 1 })
  }
}

/** Lets the notifications of a mail wait again, so that they join newer ones in one digest. */
export const waitAgain = async (
  database: Database,
  { id, notices }: Pick<DueMail, 'id' | 'notices'>,
  { dueOn, tries }: { dueOn: number; tries: number },
): Promise<void> => {
  const rows = JSON.parse(notices ?? '[]') as Tables['waiting_notices'][]
  await database.write(async (tx) => {
    const found = await tx
      .deleteFrom('mails')
      .where('id', '=', id)
      .where('sent_on', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (found === undefined) return
    for (const piece of inPieces(rows, 100))
      await tx
        .insertInto('waiting_notices')
        .values(piece.map((row) => ({ ...row, due_on: dueOn, tries })))
        .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
        .execute()
  })
}

type Change = {
  next_try_on?: number
  tries?: number
  sent_on?: number
  failed_on?: number
  body?: string
  reason?: string
}
/** Changes a mail; false if `seenOn` is given and another process has moved its next attempt. */
const updateMail = (
  database: Database,
  { id, seenOn }: { id: string; seenOn?: number },
  change: Change,
): Promise<boolean> =>
  database.write(async (tx) => {
    const update = tx.updateTable('mails').set(change).where('id', '=', id)
    const row = await (seenOn === undefined ? update : update.where('next_try_on', '=', seenOn))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })

export const forgetOldMails = async (database: Database, now: number): Promise<void> => {
  await database.queries
    .deleteFrom('mails')
    .where('created_on', '<', now - KEEP_MS)
    .where((eb) => eb.or([eb('sent_on', 'is not', null), eb('failed_on', 'is not', null)]))
    .execute()
}

/** Sends due mails every two seconds, and immediately after `wake`. */
export const startMails = (ports: MailPorts): { wake: () => void; stop: () => Promise<void> } =>
  startRounds({
    round: (signal) => sendDueMails(ports, signal),
    pollMs: POLL_MS,
    onError: (error) => ports.log.error('background', error),
  })
