/**
 * How often a test repeats what it shows: a few times in `npm test`, many times in
 * `npm run test:long`, which runs before an issue is called resolved.
 */
export const repetitions = ({ few, many }: { few: number; many: number }): number =>
  process.env['TEST_LONG'] === '1' ? many : few
