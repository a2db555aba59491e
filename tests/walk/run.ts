import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../../dev/folders.ts';

/** `npm run walk -- --moves 100000 --seed 7`: one long walk, by hand. */
const { values } = parseArgs({ options: { moves: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } } });
const { status } = spawnSync('vitest', ['run', '--project', 'jobs', 'tests/walk/walk.jobs.test.ts', '--testTimeout', '86400000'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MIRANTE_WALK_MOVES: values.moves, MIRANTE_WALK_SEED: values.seed },
});
process.exit(status ?? 1);
