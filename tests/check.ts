import { lint, runParts, tests, types } from './parts.ts';

// npm run check: what answers within seconds, without a database, a browser or a build.
process.on('disconnect', () => process.exit(1));
runParts([types, lint, tests('rules', 'unit', 'guards')]);
