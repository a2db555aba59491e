import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../../dev/folders.ts';

/**
 * `npm run walk -- --moves 100000 --seed 7`: one long walk, by hand, with how often each move succeeded. `--planted` makes the short walks
 * that each notice one removed check, and says what they found.
 */
const { values } = parseArgs({
  options: {
    moves: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    planted: { type: 'boolean', default: false },
  },
});
const file = `tests/walk/${values.planted ? 'planted' : 'walk'}.jobs.test.ts`;
const { status } = spawnSync('vitest', ['run', '--project', 'jobs', file, '--silent', 'false', '--testTimeout', '86400000'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MIRANTE_WALK_MOVES: values.moves, MIRANTE_WALK_SEED: values.seed, MIRANTE_WALK_TELL: '1' },
});
process.exit(status ?? 1);
