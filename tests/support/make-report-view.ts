import { fold } from '../../domain/text/fold.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

export type ViewOptions = { name?: string; state?: string; page?: string; pageTitle?: string; shared?: boolean; forAll?: boolean };

/** A named view of a report, owned by a person. */
export async function makeView(
  tenant: { id: string },
  report: { id: string },
  owner: { id: string },
  options: ViewOptions = {},
): Promise<{ id: string; name: string }> {
  const id = makeId();
  const {
    name = `View ${id.slice(0, 8)}`,
    state = 'c3RhdGU=',
    page = 'p1',
    pageTitle = 'Resumo',
    shared = false,
    forAll = false,
  } = options;
  await query(
    `insert into report_views (tenant_id, id, report_id, user_id, name, sort_key, state, page, page_title, shared, for_all)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tenant.id, id, report.id, owner.id, name, fold(name), state, page, pageTitle, String(shared || forAll), String(forAll)],
  );
  return { id, name };
}
