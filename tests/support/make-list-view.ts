import { fold } from '../../domain/text/fold.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

export type ListViewOptions = { list?: string; name?: string; shared?: boolean; words?: Record<string, string> };

/** A saved view of a list. */
export async function makeListView(
  tenant: { id: string },
  owner: { id: string },
  { list = 'groups', name = 'Só as ocultas', shared = false, words = {} }: ListViewOptions = {},
): Promise<{ id: string; name: string }> {
  const id = makeId();
  await query(
    'insert into list_views (tenant_id, id, user_id, list, name, sort_key, shared, state) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [tenant.id, id, owner.id, list, name, fold(name), String(shared), JSON.stringify({ words, columns: null })],
  );
  return { id, name };
}
