import { type CallOutput, call } from '../../app/api.ts';
import type { Waiting } from './queries.ts';

type Answer = CallOutput<'POST /api/auth/remote/wait/{token}/enter'>;

/** How what was allowed is entered, by its kind; each answers as a sign-in does. */
const ways: Partial<Record<Waiting['kind'], (token: string) => Promise<Answer>>> = {
  remote: (token) => call('POST /api/auth/remote/wait/{token}/enter', { token }),
};

/** The switch of a partner brings its own way in when its feature stands. */
export function addWayIn(kind: Waiting['kind'], way: (token: string) => Promise<Answer>): void {
  ways[kind] = way;
}

export function entered({ kind }: Waiting, token: string): Promise<Answer> {
  const way = ways[kind] ?? ways.remote;
  if (!way) throw new Error(`nothing enters ${kind}`);
  return way(token);
}
