import { lint, runParts, tests, types, unused } from './parts.ts';

// npm run check: what answers within seconds, without a database, a browser or a build.
await runParts([types, lint, unused, tests('rules', 'unit', 'guards')]);
