import { lint, runParts, tests, types, unused } from './parts.ts';

// npm run check: what answers within 40 seconds. It needs no browser, no Worker and no server of a database: guards that ask one migrate a
// PGlite of their own, and the guards of sizes build what changed since the last build. The tests of the project `slow` are left to npm test.
await runParts([[[types, lint, unused], [tests('rules', 'unit', 'guards')]]]);
