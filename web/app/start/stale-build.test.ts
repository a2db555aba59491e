import { beforeEach, expect, test, vi } from 'vitest';
import type { KeyValue } from '../session/key-value.ts';
import { memoryStorage } from '../session/storage.ts';
import { createStaleBuild } from './stale-build.ts';

const reload = vi.fn();
let storage: KeyValue;
beforeEach(() => {
  storage = memoryStorage();
  reload.mockClear();
});
const tab = (entry: string, isGone: boolean) => createStaleBuild({ entry, isGone: async () => isGone, storage, reload });

test('a tab whose deployment is gone reloads at the next navigation, not before', async () => {
  const build = tab('/assets/index-1.js', true);
  build.navigated();
  await build.failed();
  expect(reload).not.toHaveBeenCalled();
  build.navigated();
  build.navigated();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('never reloads twice for the same deployment, but again for the next one', async () => {
  for (const entry of ['/assets/index-1.js', '/assets/index-1.js', '/assets/index-2.js']) {
    const build = tab(entry, true);
    await build.failed();
    build.navigated();
  }
  expect(reload).toHaveBeenCalledTimes(2);
});

test('does not reload while the deployment still exists, e.g. without a connection', async () => {
  const build = tab('/assets/index-1.js', false);
  await build.failed();
  build.navigated();
  expect(reload).not.toHaveBeenCalled();
});
