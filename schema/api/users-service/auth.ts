import * as v from 'valibot'
import { instant } from '../../entities/fields.ts'
import { PERMISSIONS } from '../../tables/permissions.ts'
import { endpoints } from '../endpoint.ts'
import { MANY_PEOPLE, OFFICE_TRIES, Otp, PasswordHash, Username } from './credentials.ts'

/** The public half of the device's P-256 key, which renews the session. */
export const DeviceKey = v.strictObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.pipe(v.string(), v.maxLength(60)),
  y: v.pipe(v.string(), v.maxLength(60)),
})

/** The signed-in person, in the active organization. */
export const Session = v.strictObject({
  userId: v.number(),
  username: v.string(),
  name: v.string(),
  roles: v.array(v.string()),
  organizationId: v.number(),
  organizationName: v.string(),
  /** The active organization if it is a vendor; null for requestors. */
  vendorId: v.nullable(v.number()),
  permissions: v.array(v.picklist(PERMISSIONS)),
  isPrimaryContact: v.boolean(),
  /** True = signing in needs a code. */
  otpActivated: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

export const SignedIn = v.strictObject({
  /** The value of the header X-Auth-Token. */
  token: v.string(),
  sessionId: v.string(),
  /**
   * In ms since the epoch: the end of the token, and the times after which only the password signs
   * in.
   */
  expiresOn: v.number(),
  idleUntil: v.number(),
  absoluteUntil: v.number(),
  session: Session,
  serverId: v.string(),
  /**
   * Base64 of 32 bytes, the same at each sign-in of this person. The device seals its unsent work
   * with it at sign-out.
   */
  sealKey: v.string(),
  /** Keys for work that was sealed before the server's secret was rotated. */
  formerSealKeys: v.array(v.string()),
  /** The server's time. */
  now: v.number(),
})
export type SignedIn = v.InferOutput<typeof SignedIn>

export const auth = endpoints({
  prelogin: {
    method: 'POST',
    path: '/users-service/auth/prelogin',
    access: 'public',
    summary: 'Salt and iterations for hashing the password before it is sent',
    body: v.strictObject({ username: Username }),
    reply: v.strictObject({ salt: v.string(), iterations: v.number() }),
    rateLimit: MANY_PEOPLE,
  },
  authenticate: {
    method: 'POST',
    path: '/users-service/auth/authenticate',
    access: 'public',
    summary: 'Sign in',
    body: v.strictObject({
      username: Username,
      hash: PasswordHash,
      otp: v.optional(v.nullable(Otp)),
      publicKey: v.optional(DeviceKey),
    }),
    reply: SignedIn,
    errors: [
      'BAD_CREDENTIALS',
      'OTP_REQUIRED',
      'OTP_MISSING',
      'OTP_INVALID',
      'TWO_FACTOR_REQUIRED',
      'ACCOUNT_WAITING',
      'TOO_MANY_REQUESTS',
      'session.attempts',
    ],
    rateLimit: OFFICE_TRIES,
  },
  renew: {
    method: 'POST',
    path: '/users-service/auth/renew',
    access: 'public',
    summary:
      'A new token for the last one, proven by the device key: ECDSA-SHA256 (raw r‖s, base64) over `tenderbook-renewal.${sessionId}.${token}.${timestamp}`; the time is within 60 s of the server and later than that of the last proof, else PROOF_TIME tells the server’s',
    body: v.strictObject({
      sessionId: v.pipe(v.string(), v.maxLength(100)),
      token: v.pipe(v.string(), v.maxLength(200)),
      timestamp: instant,
      signature: v.pipe(v.string(), v.maxLength(200)),
    }),
    reply: SignedIn,
    errors: ['WRONG_TOKEN', 'USER_SESSION_EXPIRED', 'PROOF_TIME'],
    rateLimit: MANY_PEOPLE,
  },
  logout: {
    method: 'POST',
    path: '/users-service/auth/logout',
    access: 'user',
    summary: 'End the session and every token of it',
  },
  session: {
    method: 'GET',
    path: '/users-service/auth/session',
    access: 'user',
    summary: 'The signed-in person',
    reply: Session,
  },
  demoAccounts: {
    method: 'GET',
    path: '/users-service/auth/demo-accounts',
    access: 'public',
    summary: 'Accounts to try with; empty outside the demo',
    reply: v.array(
      v.strictObject({
        username: v.string(),
        password: v.string(),
        name: v.string(),
        role: v.string(),
        organization: v.string(),
      }),
    ),
  },
})
