/**
 * The compiler as the tests run it. On two cores its usual four checkers, each of which reads the same types, and frequent garbage
 * collections took twice the processor's time.
 */
export const tsc = { tool: 'typescript/bin/tsc', args: ['--checkers', '1'], env: { GOGC: '400' } };
