export { sha256 as contentHash } from '#sync/engine/sha256.ts'
