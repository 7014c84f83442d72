import type * as v from 'valibot'
import type { MessageCode } from '../tables/messages.ts'
import type { Permission } from '../tables/permissions.ts'

/**
 * Who may call: everyone, every signed-in person, or holders of a permission in the organization
 * or, if path or body name a project, in the project.
 */
export type EndpointAccess = 'public' | 'user' | { permission: Permission }

/**
 * One row of the table of calls, from which everything else is derived. `path` is relative to /api;
 * `{x}` is a path parameter.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: EndpointAccess
  readonly summary: string
  readonly params?: v.GenericSchema<unknown, unknown>
  readonly query?: v.GenericSchema<unknown, unknown>
  /**
   * 'bytes' = raw, as application/octet-stream; 'form' = multipart/form-data with the parts `file`
   * and `request`. The handler reads the body itself.
   */
  readonly takes?: 'bytes' | 'form'
  /** For a form: the schema of the JSON in the part `request`, and the required parts. */
  readonly form?: {
    readonly request: v.GenericSchema<unknown, unknown>
    readonly required: readonly ('file' | 'request')[]
  }
  readonly body?: v.GenericSchema<unknown, unknown>
  /** Absent = the reply has no body. 'stream' = NDJSON, 'file' = bytes. */
  readonly reply?: v.GenericSchema<unknown, unknown> | 'stream' | 'file'
  readonly errors?: readonly MessageCode[]
  /** The offline mutation that the call runs, if any. */
  readonly mutation?: string
  readonly rateLimit?: { readonly max: number; readonly windowMs: number }
  readonly timeoutMs?: number
}

type Out<S> = S extends v.GenericSchema<unknown, infer O> ? O : undefined
type In<S> = S extends v.GenericSchema<infer I, unknown> ? I : undefined

export type EndpointInput<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
}
export type EndpointReply<E extends Endpoint> =
  E['reply'] extends v.GenericSchema<unknown, infer O> ? O : void
/** The arguments of a call in a client: only the parts that the row declares. */
export type EndpointCall<E extends Endpoint> = (E['params'] extends v.GenericSchema
  ? { params: In<E['params']> }
  : unknown) &
  (E['query'] extends v.GenericSchema ? { query: In<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: In<E['body']> } : unknown)

export const endpoints = <const T extends Record<string, Endpoint>>(rows: T): T => rows
