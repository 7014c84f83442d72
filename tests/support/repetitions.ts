/**
 * Number of repetitions: few in `npm test`, many in `npm run test:long`, which runs before an issue
 * is called resolved.
 */
export const repetitions = ({ few, many }: { few: number; many: number }): number =>
  process.env['TEST_LONG'] === '1' ? many : few
