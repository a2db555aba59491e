import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../../../dev/folders.ts';

/** `npm run fuzz -- --requests 60000 --seed 7`: more of what `npm test` does with 3,000 requests, by hand. */
const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } } });
const { status } = spawnSync(
  'vitest',
  ['run', '--project', 'api', 'tests/attack/fuzz/fuzz.test.ts', '--silent=false', '--testTimeout', '86400000'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MIRANTE_FUZZ_REQUESTS: values.requests, MIRANTE_FUZZ_SEED: values.seed },
  },
);
process.exit(status ?? 1);
