import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { existsSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ACCEPTED } from './axe-accepted.ts'
import { occurrencePath, OCCURRENCES } from './axe-occurrences.ts'

/** Names the accepted findings of axe that a run of all tests did not meet. */
export default class AcceptedReporter implements Reporter {
  #isWhole = false

  onBegin({ rootDir, grepInvert }: FullConfig, suite: Suite): void {
    rmSync(OCCURRENCES, { recursive: true, force: true })
    const files = new Set(suite.allTests().map(({ location }) => location.file))
    const installed = ['install.spec.ts', 'update.spec.ts'].map((name) => join(rootDir, name))
    this.#isWhole =
      grepInvert === null &&
      globSync(join(rootDir, '*.spec.ts')).every(
        (file) => files.has(file) || installed.includes(file),
      )
  }

  onEnd(): void {
    if (!this.#isWhole) return
    for (const [at, { rule, ...one }] of ACCEPTED.entries())
      if (!existsSync(occurrencePath(at)))
        console.log(
          `accepted, but no longer found by axe: ${rule} ${'because' in one ? one.because : ''}`,
        )
  }
}
