import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { findPort } from '../../dev/ports.ts';

const chooser = `import { findPort } from ${JSON.stringify(join(root, 'dev/ports.ts'))};
process.on('message', async (wanted) => process.send(await findPort(wanted)));
process.send('ready');`;

/** A separate process that picks a port on demand and keeps it until it ends. */
async function choosers(count: number) {
  const execArgv = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', chooser];
  const children = Array.from({ length: count }, () => fork('-', { execArgv, execPath: process.execPath }));
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    choose: (wanted: number) =>
      Promise.all(
        children.map(async (child) => {
          const chosen = once(child, 'message');
          child.send(wanted);
          return Number((await chosen)[0]);
        }),
      ),
    async end() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => once(child, 'exit')));
    },
  };
}

test('concurrent starts choose different ports, and one that ended releases its port', async () => {
  const first = await findPort(0);
  const four = await choosers(4);
  const chosen = await four.choose(first + 1);
  expect(new Set(chosen).size).toBe(4);
  expect(Math.min(...chosen)).toBeGreaterThan(first);
  await four.end();
  const lowest = Math.min(...chosen);
  expect(await findPort(lowest)).toBe(lowest);
});

test('a port is not chosen twice, nor while another process listens on it', async () => {
  const first = await findPort(0);
  const second = await findPort(first);
  expect(second).toBeGreaterThan(first);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(second + 1, '127.0.0.1', resolve));
  expect(await findPort(second + 1)).toBeGreaterThan(second + 1);
  other.close();
});
