import { Refusal } from '#schema/refusal.ts'
import type { Database, Queries } from '../database/database.ts'
import { decryptOtpSecret } from '../security/otp-cipher.ts'
import type { Services } from '../services.ts'
import { hashOfRecoveryCode, isOtpCode, newRecoveryCodes, plainOtp, stepOf } from './totp.ts'

interface SecondFactor {
  id: number
  username: string
  otp_active: number
  otp_secret: string | null
}

type OtpServices = Pick<Services, 'database' | 'clock' | 'failedTries' | 'meta'>

/**
 * Checks the one-time code; passes if the account has no second factor. OTP_REQUIRED means no code
 * was sent, OTP_MISSING an empty one, OTP_INVALID a wrong or used one. After three wrong codes from
 * one network further attempts wait five minutes, then longer each time.
 */
export const requireOtp = async (
  { database, clock, failedTries, meta }: OtpServices,
  user: SecondFactor,
  { otp, address }: { otp: string | null | undefined; address: string },
): Promise<void> => {
  if (user.otp_active === 0 || user.otp_secret === null) return
  if (otp === undefined || otp === null) throw new Refusal('OTP_REQUIRED', { field: 'otp' })
  const plain = plainOtp(otp)
  if (plain === '') throw new Refusal('OTP_MISSING', { field: 'otp' })
  const kind = isOtpCode(plain) ? 'otp' : 'recovery'
  const tried = { username: user.username, userId: user.id, address }
  await failedTries.count(kind, tried)
  const isRight = isOtpCode(plain)
    ? await takeStep(
        database,
        user.id,
        stepOf(decryptOtpSecret(user.otp_secret, user.id, meta), plain, clock()),
      )
    : await takeRecoveryCode(database, { userId: user.id, code: plain }, clock())
  if (!isRight) throw new Refusal('OTP_INVALID', { field: 'otp' })
  await failedTries.succeed(kind, tried)
}

/**
 * Records the time step of a code as used; false if the step or a later one was used before. Of
 * parallel requests with the same code one succeeds.
 */
export const takeStep = async (
  database: Database,
  userId: number,
  step: number | null,
): Promise<boolean> => {
  if (step === null) return false
  return await database.write(
    async (tx) =>
      (await tx
        .updateTable('users')
        .set({ otp_step: step })
        .where('id', '=', userId)
        .where('otp_step', '<', step)
        .returning('id')
        .executeTakeFirst()) !== undefined,
  )
}

const takeRecoveryCode = (
  database: Database,
  { userId, code }: { userId: number; code: string },
  now: number,
): Promise<boolean> =>
  database.write(
    async (tx) =>
      (await tx
        .updateTable('recovery_codes')
        .set({ used_on: now })
        .where('user_id', '=', userId)
        .where('hash', '=', hashOfRecoveryCode(code))
        .where('used_on', 'is', null)
        .returning('user_id')
        .executeTakeFirst()) !== undefined,
  )

/** How long a new secret can be confirmed by its first code. */
export const OTP_PENDING_MS = 30 * 60_000

interface PendingSecret {
  secret: string
  now: number
}
/**
 * Stores a new secret until its first code confirms it. Returns false if two-factor sign-in was
 * turned on or off since `user` was read: a secret requested without a code must not replace an
 * active one.
 */
export const keepPending = async (
  tx: Queries,
  user: Pick<SecondFactor, 'id' | 'otp_active'>,
  { secret, now }: PendingSecret,
): Promise<boolean> => {
  const kept = await tx
    .updateTable('users')
    .set({ otp_pending: secret, otp_pending_on: now })
    .where('id', '=', user.id)
    .where('otp_active', '=', user.otp_active)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Activates the pending secret (in its stored form); null if it has changed since.
 * @returns new recovery codes, which replace all former ones
 */
export const turnOn = async (
  tx: Queries,
  userId: number,
  pending: { secret: string; step: number },
): Promise<string[] | null> => {
  const on = await tx
    .updateTable('users')
    .set({ otp_secret: pending.secret, otp_pending: null, otp_active: 1, otp_step: pending.step })
    .where('id', '=', userId)
    .where('otp_pending', '=', pending.secret)
    .returning('id')
    .executeTakeFirst()
  if (on === undefined) return null
  return await replaceRecoveryCodes(tx, userId)
}

/** Creates recovery codes and invalidates all former ones. */
export const replaceRecoveryCodes = async (tx: Queries, userId: number): Promise<string[]> => {
  const codes = newRecoveryCodes()
  // Locks the account, so that of parallel calls only the codes of the last remain.
  await tx
    .updateTable('users')
    .set({ otp_active: 1 })
    .where('id', '=', userId)
    .where('otp_active', '=', 1)
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: userId, hash: hashOfRecoveryCode(code), used_on: null })),
    )
    .execute()
  return codes
}

export const turnOff = async (tx: Queries, userId: number): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ otp_secret: null, otp_pending: null, otp_active: 0 })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Whether the person's active organization requires a second factor. */
export const isRequiredOf = async (tx: Queries, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.active_organization_id')
    .select('organizations.id')
    .where('users.id', '=', userId)
    .where('two_factor_required', '=', 1)
    .executeTakeFirst()) !== undefined
