export { sha256 as contentHash } from '#sync/engine/outbox/sha256.ts'
