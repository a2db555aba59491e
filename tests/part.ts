import { format, lint, runParts, types } from './parts.ts';

// npm run lint, format and typecheck: one part of `npm run check` by itself.
const parts = { format, lint, typecheck: types };
const [wanted = ''] = process.argv.slice(2);
await runParts([parts[wanted as keyof typeof parts]]); // because dev/boot.mjs passes one of them
