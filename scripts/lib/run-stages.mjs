// Runs stages one after the other, or together where they are grouped, and prints the results.
import { spawn } from 'node:child_process'
import { inMemory } from './memory-folder.mjs'
import { nodeBinary, root } from './prepare.mjs'
import { slowestFiles, together } from './stages.mjs'

/**
 * How long to read the output of an ended stage: processes that it left behind may keep the output
 * open.
 */
const LAST_WORDS_MS = 2_000
const SLOWEST = 10

const running = new Set()
const endGroup = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process group has already ended.
  }
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) endGroup(child)
    process.exit(1)
  })
}

/**
 * Runs a stage in a process group of its own, so that a stage that hangs ends with all its
 * children.
 */
const runStage = (stage, stdio) => {
  const env = { ...process.env, ...(stage.isInMemory ? inMemory() : {}), ...stage.env }
  const child = spawn(nodeBinary(), stage.args, { cwd: root, stdio, detached: true, env })
  running.add(child)
  const timer = setTimeout(() => {
    console.log(`Stage "${stage.name}" took longer than ${stage.timeoutMs / 60_000} minutes.`)
    endGroup(child)
  }, stage.timeoutMs)
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => output.push(piece))
  return new Promise((done) => {
    child.once('error', () => done({ ok: false, output }))
    child.once('exit', (code) => {
      clearTimeout(timer)
      running.delete(child)
      const end = () => done({ ok: code === 0, output })
      child.once('close', end)
      setTimeout(end, LAST_WORDS_MS).unref()
    })
  })
}

const tell = async (stage, stdio) => {
  const before = Date.now()
  const { ok, output } = await runStage(stage, stdio)
  const seconds = Math.round((Date.now() - before) / 1000)
  const line = { name: stage.name, seconds, waiting: stage.waiting, ...stage.count(ok) }
  if (stdio === 'inherit') return line
  console.log(`\n== ${stage.name}`)
  for (const piece of output) process.stdout.write(piece)
  return line
}

const lineOf = ({ name, passed, failed, skipped, seconds }) => {
  const more = skipped ? `, ${skipped} skipped` : ''
  return `${name.padEnd(20)} ${passed} passed, ${failed} failed${more} (${seconds} s)`
}

/**
 * Runs every stage, even after one has failed, and ends the output with "N passed, N failed".
 * @returns whether all passed
 */
export const runStages = async (stages) => {
  const start = Date.now()
  const summary = []
  for (const group of together(stages)) {
    const [only] = group
    if (group.length > 1) {
      const quiet = ['ignore', 'pipe', 'pipe']
      summary.push(...(await Promise.all(group.map((stage) => tell(stage, quiet)))))
    } else {
      console.log(`\n== ${only.name}`)
      summary.push(await tell(only, 'inherit'))
    }
  }
  printDetails(summary)
  for (const line of summary) console.log(lineOf(line))
  const total = (key) => summary.reduce((sum, stage) => sum + stage[key], 0)
  console.log(`in all ${Math.round((Date.now() - start) / 1000)} s, ${total('skipped')} skipped`)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 && total('passed') > 0
}

/** The failures come last: a reader of a long log sees its end. */
const printDetails = (summary) => {
  const slowest = slowestFiles().slice(0, SLOWEST)
  if (slowest.length > 0) console.log('\nSlowest files')
  for (const { seconds, stage, file } of slowest)
    console.log(`${String(seconds).padStart(5)} s  ${file} (${stage})`)
  const skipped = summary.flatMap(({ name, skippedTitles = [] }) =>
    skippedTitles.map((title) => `  ${title} (${name})`),
  )
  if (skipped.length > 0) console.log('\nSkipped tests')
  for (const line of skipped) console.log(line)
  for (const { name, waiting = [] } of summary)
    if (waiting.length > 0) {
      console.log(
        `\nFiles left out until another commit, all of which npm run test:long runs (${name})`,
      )
      for (const file of waiting) console.log(`  ${file}`)
    }
  const failures = summary.flatMap(({ name, failures: all = [] }) =>
    all.map(({ title, reason }) => `  ${title} (${name})\n${indented(reason)}`),
  )
  if (failures.length > 0) console.log('\nFailed tests')
  for (const line of failures) console.log(line)
  console.log('')
}
const indented = (reason = 'gave no reason') => reason.replaceAll(/^/gm, '      ')
