// How far a test goes: `npm test` asks what shows that a rule holds, `npm run faults` asks the same of many more.

/** Whether as much is asked as anybody has the patience for. */
export const isThorough = process.env.TEST_SIZES === 'all'

/** So few in `npm test`, so many in `npm run faults`. */
export const fewOf = (few: number, many: number): number => (isThorough ? many : few)
