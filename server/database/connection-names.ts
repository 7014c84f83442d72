/** Names by which PostgreSQL lists connections, and the operator's commands find running servers. */
export const CONNECTION_NAMES = {
  server: 'tenderbook',
  /** Through a pooler, which keeps a connection with this name when its server has ended. */
  pooled: 'tenderbook-pooled',
  /** Each server has one past the pooler, as long as it runs. */
  live: 'tenderbook-live',
  operator: 'tenderbook-operator',
} as const
