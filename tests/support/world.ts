import { inject } from 'vitest';
import type { ApiWorld, BrowserWorld } from './provided.ts';

// A worker runs its files one after another, so no other file touches the worker's resources at the same time.
const worker = Number(process.env.VITEST_POOL_ID ?? 1) - 1;

function ofThisWorker<T>(list: T[] | undefined, what: string): T {
  const one = list?.[worker % list.length];
  if (!one) throw new Error(`There is no ${what}: another project of vitest.config.ts sets it up.`);
  return one;
}

let chosen: ApiWorld | null = null;
/** Makes this file use a world that it created itself. */
export function workIn(world: ApiWorld): void {
  chosen = world;
}

/** The database and the stand-ins of an api test. */
export const world = (): ApiWorld => chosen ?? ofThisWorker(inject('worlds'), 'world of the api tests');
export const hasWorld = (): boolean => chosen !== null || inject('worlds') !== undefined;

/** The running portal of a browser test. */
export const portal = (): BrowserWorld => ofThisWorker(inject('portals'), 'running portal');
