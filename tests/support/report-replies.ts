import { FAULTY_REPLY } from './faulty-reply.ts'
import { takeReplyFaults } from './strict-replies.ts'

/*
 * Preloaded into servers that tests start as a process of their own: writes a line for each reply
 * that does not match its schema. `start-server.ts` looks for these lines.
 */
setInterval(() => report(), 100).unref()
process.on('exit', () => report())

const report = (): void => {
  for (const fault of takeReplyFaults()) process.stderr.write(`${FAULTY_REPLY} ${fault}\n`)
}
