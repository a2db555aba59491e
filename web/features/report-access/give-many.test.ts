import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Subject } from '../../ui/access/SubjectPicker.tsx';
import { giveMany } from './give-many.ts';

afterEach(() => vi.unstubAllGlobals());

const person = (own: Subject['own']): Subject => ({ kind: 'user', id: 'u', name: 'Ana', detail: null, ...(own !== undefined && { own }) });
const guarded = { title: 'Vendas', needsIdentity: true, needsRoles: true, ignoresRls: false, restriction: 'rls', mayRelease: false };

/** The grants that are sent for a report whose model needs a name and a role of each user. */
async function sent(subject: Subject) {
  const fetched = vi.fn(async (_url: string, options?: RequestInit) =>
    Response.json(options?.method === 'POST' ? { added: 1, existing: 0 } : guarded),
  );
  vi.stubGlobal('fetch', fetched);
  const outcome = await giveMany(new QueryClient(), ['r'], [subject], { as: 'own', username: '', roles: [] });
  const posts = fetched.mock.calls.filter(([, options]) => options?.method === 'POST').length;
  return { posts, given: outcome.given, refused: outcome.refused.map(({ title }) => title) };
}

test('a grant that the rule refuses is named with its report and not sent', async () => {
  expect(await sent(person('none'))).toEqual({ posts: 0, given: [], refused: ['Vendas'] });
  expect(await sent(person('name'))).toEqual({ posts: 0, given: [], refused: ['Vendas'] });
  expect(await sent(person('roles'))).toEqual({ posts: 1, given: ['r'], refused: [] });
});

test('what isn’t known of a person is left to the server', async () => {
  expect(await sent(person(undefined))).toEqual({ posts: 1, given: ['r'], refused: [] });
});
