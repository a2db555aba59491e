import { lint, runParts, tests, types, unused } from './parts.ts';

// npm run check: everything that can be verified within 40 seconds. It needs no browser, no Worker and no database server: guards that
// query a database migrate a PGlite of their own, and the guards of sizes build what changed since the last build. The tests of the project
// `slow` are left to npm test.
await runParts([[[types, lint, unused], [tests('rules', 'unit', 'guards')]]]);
